#!/usr/bin/env bats
# fallible tune search with a program that `make TUNE=1` has built. .ci/run runs this; the program of
# `make check` cannot be tuned. $FALLIBLE is the program, and $ORDINARY the one that cannot be tuned.

load terminal

setup() {
    tree=$(cd "$BATS_TEST_DIRNAME/../.." && pwd)
    FALLIBLE=${FALLIBLE:-$tree/build/tune/fallible} ORDINARY=${ORDINARY:-$tree/fallible}
    cd "$BATS_TEST_TMPDIR" || return 1
}

@test "a tuning build tunes its search and rewrites the table, the same for any number of jobs" {
    cp "$tree/engine/search/parameters.def" parameters.def && chmod u+w parameters.def
    for jobs in 1 3; do
        apart tune search --parameters 'late_move_base=2,null_*' --games 32 --nodes 40 --seed 5 --r-end 0.2 --jobs $jobs \
            --batch 8 --state state$jobs --csv $jobs.csv --write parameters.def
        [ "$status" -eq 0 ]
        has 'parameters.def rewritten'
    done
    cmp 1.csv 3.csv
    [ "$(head -n 1 1.csv)" = "games,$(grep -oE '^PARAMETER\((null_[a-z_]*|late_move_base),' "$tree/engine/search/parameters.def" |
        sed 's/PARAMETER(//' | tr -d '\n' | sed 's/,$//')" ]
    # Only numbers have changed, and the one that was set wrong is among them.
    run diff "$tree/engine/search/parameters.def" parameters.def
    has '> PARAMETER(late_move_base, '
    cmp <(sed 's/-*[0-9][0-9]*/N/g' "$tree/engine/search/parameters.def") <(sed 's/-*[0-9][0-9]*/N/g' parameters.def)
    [ "$("$FALLIBLE" bench | sed 's/ .*//')" = "$(cat "$tree/share/bench.signature")" ]
}

@test "a tuning build lists moves in the order of its search" {
    [[ "$(printf 'position startpos\ngo depth 6\nlistmoves\nquit\n' | "$FALLIBLE" uci)" == *e2e4* ]]
    [ -x "$ORDINARY" ] || skip "no $ORDINARY"
    for program in "$FALLIBLE" "$ORDINARY"; do
        printf 'position startpos moves e2e4\nlistmoves\nquit\n' | "$program" uci | grep -v '^id'
    done > both
    [ "$(sort both | uniq -u)" = "" ]
}

#!/usr/bin/env bats
# fallible tune search from the command line: a UCI program's options, which any build can tune; state
# files, shards and reports. tests/unit/spsa_test.c has the arithmetic. $FALLIBLE is the program.

load terminal

setup() {
    tree=$(cd "$BATS_TEST_DIRNAME/../.." && pwd)
    FALLIBLE=${FALLIBLE:-$tree/fallible}
    cd "$BATS_TEST_TMPDIR" || return 1
    # A level that is much too low for the strongest player, and a number that changes nothing.
    printf '%s\n' 'UCI_Elo, int, 600, 200, 2600, 200, 0.3' 'Move Overhead, int, 10, 0, 5000, 5, 0.002' > inputs
    cp "$tree/engine/search/parameters.def" parameters.def
    chmod u+w parameters.def
}

search() { apart tune search "$@"; }
level() {
    search --inputs inputs --nodes 30 --jobs 2 --batch 8 --state state \
        --player "uci:$FALLIBLE uci,option.UCI_LimitStrength=true,option.Seed=3" "$@"
}

@test "a fixed search is refused, with what to build instead" {
    search --games 2 --state state
    [ "$status" -eq 2 ] && [ -z "$output" ]
    [[ "$errors" == *'make TUNE=1'*build/tune/fallible* ]]
    [ ! -e state ]
}

# bats test_tags=long
@test "it finds that a higher level plays better, and shows how" {
    level --games 48 --csv curve.csv
    [ "$status" -eq 0 ]
    has 'A  UCI_Elo: 600 -> '
    has '48 of 48 games: done'
    [ "$(wc -l < curve.csv)" -eq 8 ]
    [ "$(head -n 1 curve.csv)" = 'games,UCI_Elo,Move Overhead' ]
    awk -F, 'END { exit !($1 == 48 && $2 > 650) }' curve.csv
}

@test "a stopped run goes on, and shards share the work" {
    level --games 16 --budget 1s --shard 1/2
    [ "$status" -eq 1 ]
    [ -e state.1of2 ] && [ -e state.stop ]
    has 'the time budget is used up'
    level --games 16 --shard 2/2
    [ "$status" -eq 1 ]
    has 'stopped by the file STATE.stop'
    level --games 16 --shard 1/2
    [ "$status" -eq 2 ]
    [[ "$errors" == *state.1of2:*--resume* ]]
    # A stop that somebody else asked for is not undone.
    echo 'the machine is needed' > state.stop
    level --games 16 --shard 1/2 --resume
    [ "$status" -eq 1 ] && [ -e state.stop ]
    has 'stopped by the file STATE.stop'
    rm state.stop
    # The budget of another shard is no reason for a run that is told to go on.
    echo 'the time budget of one shard is used up' > state.stop
    level --games 16 --shard 1/2 --resume > /dev/null &
    level --games 16 --shard 2/2 --resume
    wait
    [ "$status" -eq 0 ]
    has '16 of 16 games: done'
    level --games 16 --shard 1/2 --show --json
    [ "$status" -eq 0 ]
    has '"games": 16, "of": 16, "ended": "done"'
    level --games 18 --shard 1/2 --show
    [ "$status" -eq 2 ]
    [[ "$errors" == *'state.1of2:4: '*'expected "games 18'*'found "games 16'* ]]
}

@test "bad arguments are refused" {
    for arguments in '--parameters null_reductio' '--parameters null_reduction=99' '--r-end 0' '--shard 3/2' \
        '--virtual 1000' '--tc 1+1 --movetime 5' '--show --resume' '--inputs none' 'data.epd' '--player nobody'; do
        # shellcheck disable=SC2086
        search $arguments --state state --games 2
        [ "$status" -eq 2 ] && [ -z "$output" ] && [ -n "$errors" ] || { echo "$arguments: $output$errors"; return 1; }
    done
    level --games 2 --write parameters.def
    [ "$status" -eq 2 ]
    [[ "$errors" == *'expected a row of UCI_Elo'* ]]
}

@test "the manual has the table of parameters" {
    diff <(sed -nE 's/^PARAMETER\((\w+), (-?[0-9]+), -?[0-9]+, (-?[0-9]+), (-?[0-9]+), ([0-9]+), "(.*)"\)$/.It Cm \1 No \2 Pq \3 to \4, step \5\n\6./p' \
        "$tree/engine/search/parameters.def") \
        <(sed -n '/^\.It Cm /,/^\.El/p' "$tree/man/fallible-search.7" | grep -v '^\.El')
    [ "$(grep -c '^\.It Cm ' "$tree/man/fallible-search.7")" -eq "$(grep -c '^PARAMETER(' "$tree/engine/search/parameters.def")" ]
}

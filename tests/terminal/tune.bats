#!/usr/bin/env bats
# fallible tune from the command line: reading data, writing terms.def, errors. $FALLIBLE is the
# program.

load terminal

setup() {
    tree=$(cd "$BATS_TEST_DIRNAME/../.." && pwd)
    FALLIBLE=${FALLIBLE:-$tree/fallible}
    cd "$BATS_TEST_TMPDIR" || return 1
    cp "$tree/engine/eval/terms.def" terms.def
    chmod u+w terms.def
    # Won endings with an extra pawn, and drawn ones with equal pawns.
    for file in 0 1 2 3 4 5 6 7; do
        for king in 1 2 3 4 5 6 7; do
            rest=$((7 - file)); left=$file
            [ "$left" -gt 0 ] || left=''
            [ "$rest" -gt 0 ] || rest=''
            echo "4k3/8/8/8/8/${left}P${rest}/8/${king}K$((7 - king)) w - - c9 \"1-0\";" | sed 's/K0/K/'
            echo "4k3/${left}p${rest}/8/8/8/8/${left}P${rest}/${king}K$((7 - king)) b - - c9 \"1/2-1/2\";" | sed 's/K0/K/'
        done
    done > data.epd
}

tune() { apart tune "$@"; }

@test "a dry run reports and leaves the terms as they are" {
    cp terms.def before.def
    tune data.epd --dry-run --iterations 3 --threads 1
    [ "$status" -eq 0 ]
    [[ "$output" == *'Positions: '*' to train on'* ]]
    [[ "${lines[-1]}" == 'adam: '*' weights changed, error '*'terms not rewritten (--dry-run)' ]]
    cmp terms.def before.def
    [[ "$errors" == *'pass 0  error '* ]]
    tune data.epd --resume --iterations 4 --threads 1 --terms-file terms.def # the search was saved
    [ "$status" -eq 0 ]
    [[ "${lines[-1]}" == *'terms.def rewritten' ]]
}

@test "terms.def is rewritten: only numbers, the same for the same seed" {
    cp terms.def first.def
    tune data.epd --iterations 5 --terms-file first.def --seed 4 --threads 1
    [ "$status" -eq 0 ]
    [[ "${lines[-1]}" == *'first.def rewritten' ]]
    run cmp -s terms.def first.def
    [ "$status" -eq 1 ]
    # Only numbers of the table have changed.
    sed 's/-*[0-9][0-9]*/N/g' terms.def | tr -d ' \n' > a
    sed 's/-*[0-9][0-9]*/N/g' first.def | tr -d ' \n' > b
    cmp a b
    cp terms.def second.def
    tune data.epd --iterations 5 --terms-file second.def --seed 4 --threads 3
    cmp first.def second.def
    # The tuned table is no longer the one this program was built from.
    tune data.epd --iterations 1 --terms-file first.def
    [ "$status" -eq 2 ]
    [[ "$errors" == *first.def:*build* ]]
}

@test "both methods side by side" {
    tune data.epd --compare --dry-run --iterations 4 --threads 1
    [ "$status" -eq 0 ]
    [[ "$output" == *'A  adam, training positions'*'S  swarm, training positions'* ]]
    [[ "$output" == *after*adam*'held out'*swarm*rounded* ]]
}

@test "few positions: none is held out, and nothing else is said of them" {
    head -n 20 data.epd > few.epd
    for how in '' --compare; do
        # shellcheck disable=SC2086
        tune few.epd --dry-run --iterations 2 --threads 1 $how
        [ "$status" -eq 0 ]
        [[ "${lines[-1]}" == *', none held out, '* ]]
        [[ "$output$errors" != *nan* ]]
        [[ "$output" != *'positions held out'* ]]
        [[ "$errors" == *'fitting K: '[1-9]*' positions'*'held out none'* ]]
    done
}

@test "the report as JSON, with the curves of both methods" {
    head -n 20 data.epd > few.epd
    for data in data.epd few.epd; do
        tune "$data" --compare --dry-run --iterations 3 --threads 1 --json
        [ "$status" -eq 0 ]
        printf '%s\n' "$output" | python3 -c 'import json, sys
found = json.load(sys.stdin)
assert [search["method"] for search in found["searches"]] == ["adam", "swarm"]
assert found["outcome"] == "terms not rewritten (--dry-run)" and found["best"] in ("adam", "swarm")
assert found["positions"]["training"] > 0 and found["k"] > 0
none = found["positions"]["held_out"] == 0
for search in found["searches"]:
    assert len(search["curve"]) == 4 and search["passes"] == 3
    assert abs(search["curve"][0]["training"] - found["training_before"]) < 1e-6
    assert all((point["held_out"] is None) == none for point in search["curve"])'
    done
}

@test "what was found is told although the table cannot be written" {
    # The name is too long with the suffix that it gets while the file is written.
    long=$(printf 'x%.0s' $(seq 250))
    cp terms.def "$long"
    tune data.epd --iterations 3 --threads 1 --terms-file "$long"
    [ "$status" -eq 2 ]
    [[ "${lines[-1]}" == 'adam: '*' not rewritten' ]]
    [[ "$errors" == *"$long"* ]]
    cmp terms.def "$long"
}

@test "bad data is named by line, bad options are refused" {
    printf '%s\n' '4k3/8/8/8/8/8/4P3/4K3 w - - c9 "1-0";' 'nonsense' > bad.epd
    tune bad.epd --dry-run
    [ "$status" -eq 2 ]
    [[ "$errors" == *'bad.epd:2:'* ]]
    tune missing.epd --dry-run
    [ "$status" -eq 2 ]
    [[ "$errors" == *missing.epd* ]]
    tune
    [ "$status" -eq 2 ]
    tune data.epd --dry-run --terms knight_valeu
    [ "$status" -eq 2 ]
    [[ "$errors" == *knight_valeu* ]]
    for wrong in '--method newton' '--budget soon' '--budget 0' '--pull -1' '--pull nan' \
        '--threads 0' '--per-game 0' '--nonsense' '--min-base-time soon' '--min-elo 0'; do
        # shellcheck disable=SC2086
        tune data.epd --dry-run $wrong
        [ "$status" -eq 2 ]
        [[ "$errors" == *'Try fallible tune --help'* ]]
    done
}

@test "games of a PGN are chosen by rating, clock and event" {
    game() { # EVENT ELO CONTROL FIRST-MOVES
        printf '[Event "%s"]\n[White "A"]\n[Black "B"]\n[WhiteElo "%s"]\n[BlackElo "%s"]\n[TimeControl "%s"]\n[Result "1-0"]\n\n' "$1" "$2" "$2" "$3"
        echo "1. $4 2. Nf3 Nf6 3. Nc3 Nc6 4. e3 e6 5. Be2 Be7 6. O-O O-O 7. h3 h6 8. Re1 Re8 9. a3 a6 10. Bf1 Bf8 1-0"
        echo
    }
    game open 2000 600+0 'd4 d5' > one.pgn
    { cat one.pgn; game open 1000 600+0 'b3 b6'; game open 2000 60+0 'c4 c5'; game blitz 2000 600+0 'g3 g6'; } > some.pgn
    tune one.pgn --dry-run --iterations 1 --threads 1
    [ "$status" -eq 0 ]
    used=$(grep -oE '[0-9]+ to train on' <<< "$output$errors")
    [ -n "$used" ]
    tune some.pgn --dry-run --iterations 1 --threads 1 --min-elo 1500 --min-base-time 300s --exclude-event blitz
    [ "$status" -eq 0 ]
    [ "$used" = "$(grep -oE '[0-9]+ to train on' <<< "$output$errors")" ]
    tune some.pgn --dry-run --iterations 1 --threads 1
    [ "$used" != "$(grep -oE '[0-9]+ to train on' <<< "$output$errors")" ]
}

@test "Ctrl-C puts a search aside, --resume goes on with it" {
    export XDG_DATA_HOME="$BATS_TEST_TMPDIR/data"
    tune data.epd --resume --method swarm --terms-file terms.def
    [ "$status" -eq 2 ]
    [[ "$errors" == *'there is no search to continue'* ]]
    cp terms.def before.def
    # A shell's background jobs ignore the signal unless job control is on.
    set -m
    "$FALLIBLE" tune data.epd --method swarm --budget 1h --terms-file terms.def --threads 1 \
        > out 2> errors &
    program=$!
    set +m
    for _ in $(seq 300); do
        grep -q 'pass [1-9]' errors && break
        sleep 0.1
    done
    kill -INT "$program"
    status=0
    wait "$program" || status=$?
    [ "$status" -eq 1 ]
    tail -n 1 out | grep -q 'saved; --resume continues it$'
    cmp terms.def before.def
    tune data.epd --method swarm --seed 2 --resume --budget 1s --dry-run
    [ "$status" -eq 2 ]
    [[ "$errors" == *'other positions, weights or options'* ]]
    tune data.epd --method swarm --resume --budget 1s --terms-file terms.def --threads 2
    [ "$status" -eq 0 ]
    [[ "${lines[-1]}" == *'terms.def rewritten' ]]
}

# bats test_tags=long
@test "a search that was killed is gone on with, too" {
    export XDG_DATA_HOME="$BATS_TEST_TMPDIR/data"
    "$FALLIBLE" tune data.epd --method swarm --budget 1h --dry-run --threads 1 > out 2> errors &
    program=$!
    for _ in $(seq 600); do
        [ -e data/fallible/tune.state ] && break
        sleep 0.1
    done
    kill -KILL "$program"
    wait "$program" || true
    tune data.epd --method swarm --resume --budget 1s --dry-run
    [ "$status" -eq 0 ]
    # It continues after the three seconds of the killed run.
    [[ "$errors" != *'pass 0 '* ]]
    [[ "$errors" == *'pass '* ]]
}

@test "positions of our own are generated, converted and tuned on" {
    run sh -c '"$1" tune generate -o own.bin --games 6 --nodes 100 --threads 2 2>/dev/null' sh "$FALLIBLE"
    [ "$status" -eq 0 ]
    [[ "$output" == 'own.bin: '*' positions of 6 games (6 played now: '* ]]
    run "$FALLIBLE" tune convert own.bin -o own.epd
    [ "$status" -eq 0 ]
    grep -qE ' [wb] [KQkq-]+ [a-h1-8-]+ c9 "(1-0|0-1|1/2-1/2)"; ce -?[0-9]+;$' own.epd
    run "$FALLIBLE" tune convert own.epd -o own.tsv
    [ "$status" -eq 0 ]
    # EPD keeps the scores, and the rows for the network of pawns have them.
    [ "$output" = "own.tsv: $(wc -l < own.tsv) positions" ]
    [ "$(wc -l < own.tsv)" -gt 50 ]
    [ -z "$(grep -vP '^\S+ [wb] \S+ \S+\t[012]\t-?\d+\t-?\d+\t[01]\.\d+\t[01]\.\d+$' own.tsv)" ]
    tune own.bin own.epd --dry-run --iterations 1
    [ "$status" -eq 0 ]
    run "$FALLIBLE" tune generate --games 1
    [ "$status" -eq 2 ]
    run "$FALLIBLE" tune convert own.bin -o x.bin --part 5/4
    [ "$status" -eq 2 ]
    [ ! -e x.bin ]
}

#!/usr/bin/env bats
# fallible elo, end to end: tables from PGN, anchors, pairs, errors.

load terminal

setup() {
    cd "$BATS_TEST_DIRNAME/../.." || return 1
    FALLIBLE=${FALLIBLE:-$PWD/fallible}
    games="$BATS_TEST_TMPDIR/games.pgn"
    : > "$games"
}

# game ROUND WHITE BLACK RESULT
game() {
    printf '[Round "%s"]\n[White "%s"]\n[Black "%s"]\n[Result "%s"]\n\n1. e4 e5 %s\n\n' \
        "$1" "$2" "$3" "$4" "$4" >> "$games"
}

@test "two players: the difference, from pairs where Round numbers them" {
    game 1.1 A B 1-0
    game 1.2 B A 1/2-1/2
    game 2.1 A B 0-1
    game 2.2 B A 0-1
    game 3.1 A B '*'
    run "$FALLIBLE" elo "$games"
    [ "$status" -eq 0 ]
    [[ "$output" == 'A against B'* ]]
    [[ "$output" == *'Games      4: +2 =1 -1, 2.5 of 4 points (62.50 %)'* ]]
    [[ "$output" == *'Pairs      0: 0, 1/2: 0, 1: 1, 3/2: 1, 2: 0'* ]]
}

@test "a score of all or nothing is told by its bound" {
    for round in 1 2; do
        game $round.1 A B 1-0
        game $round.2 B A 0-1
    done
    run "$FALLIBLE" elo "$games"
    [ "$status" -eq 0 ]
    [[ "$output" == *'Elo        unknown, every game was won; at least -72.1 (95 %), normalised -, LOS '* ]]
    run "$FALLIBLE" elo --json "$games"
    [[ "$output" == *'"elo": null, "elo_error": null, '*'"normalised_elo": null'* ]]
}

@test "several players: anchored ratings, a cross table, one against the others" {
    for i in 1 2 3; do
        game "$i" A B 1-0
        game "$i" B A 1/2-1/2
        game "$i" B C 1-0
        game "$i" C B 1/2-1/2
        game "$i" C D 0-1
    done
    game 9 C A 1-0
    run "$FALLIBLE" elo --anchor B=2000 --json "$games"
    [ "$status" -eq 0 ]
    json '[p["name"] for p in r["players"]] == ["D", "A", "B", "C"]'
    json '{p["name"]: p for p in r["players"]}["B"]["elo"] == 2000'
    json 'r["players"][0]["standing"] == "above all" and r["players"][0]["elo"] is None'
    run "$FALLIBLE" elo --anchor B=2000 "$games"
    [[ "$output" == *'1=1=1='* ]]
    run "$FALLIBLE" elo --gauntlet B "$games"
    [[ "$output" == *'B against'* ]]
}

@test "games that cannot be read are named, the others count" {
    game 1 A B 1-0
    printf '[White "A"]\n[Black "B"]\n[Result "1-0"]\n\n1. e4 Ke3 1-0\n\n' >> "$games"
    game 2 B A 1-0
    run "$FALLIBLE" elo "$games"
    [ "$status" -eq 1 ]
    [[ "$output" == *'games.pgn:'*Ke3* ]]
    [[ "$output" == *'Games      2:'* ]]
}

@test "bad input is refused with what was expected" {
    run "$FALLIBLE" elo
    [ "$status" -eq 2 ]
    run "$FALLIBLE" elo /no/such.pgn
    [ "$status" -eq 2 ]
    run "$FALLIBLE" elo "$games"
    [ "$status" -eq 2 ]
    [[ "$output" == *'games.pgn:1: no game found; expected'* ]]
    printf '[White "A"]\n\n1. e4 *\n\n' > "$BATS_TEST_TMPDIR/going.pgn"
    run "$FALLIBLE" elo "$BATS_TEST_TMPDIR/going.pgn"
    [ "$status" -eq 2 ]
    [[ "$output" == *'no games with a result'* ]]
    game 1 A B 1-0
    run "$FALLIBLE" elo --anchor X=1000 "$games"
    [ "$status" -eq 2 ]
    [[ "$output" == *'no game was played by "X"; the players are A, B'* ]]
    run "$FALLIBLE" elo --gauntlet X "$games"
    [ "$status" -eq 2 ]
    [[ "$output" == *'the players are A, B'* ]]
    run "$FALLIBLE" elo --anchor A "$games"
    [ "$status" -eq 2 ]
    [[ "$output" == *'NAME=ELO'* ]]
}

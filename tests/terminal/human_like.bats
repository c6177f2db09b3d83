#!/usr/bin/env bats
# fallible human --like: the fit to one player's games. $FALLIBLE is the program.

setup() {
    FALLIBLE=${FALLIBLE:-$BATS_TEST_DIRNAME/../../fallible}
    cd "$BATS_TEST_TMPDIR" || return 1
    export HOME=$PWD XDG_DATA_HOME=$PWD/data
}

games() { # COUNT: short games of Ann, who always begins with 1. b4; each game is different
    for i in $(seq "$1"); do
        printf '[White "Ann"]\n[Black "Bob"]\n[WhiteElo "%d"]\n[BlackElo "900"]\n\n' $((1000 + i))
        printf '1. b4 e5 2. Bb2 d6 3. e3 Nf6 1-0\n\n'
    done
}

@test "the openings of a player are found, and predict held-out games" {
    games 220 > games.pgn
    run "$FALLIBLE" human --like games.pgn --player ann --threads 1
    echo "$output"
    [ "$status" -eq 0 ]
    [ "$(head -1 data/fallible/like/ann.like)" = "style = 1" ]
    # 1. b4 was played in all games that are not held out, about four in five.
    start=$(grep -c '^opening = 463b96181691fc9c ' data/fallible/like/ann.like)
    [ "$start" -eq 1 ]
    count=$(awk '$3 == "463b96181691fc9c" { print $5 }' data/fallible/like/ann.like)
    [ "$count" -gt 130 ] && [ "$count" -lt 220 ]
    plain=$(awk '/^all moves/ { print $6 + 0 }' <<< "$output")
    fitted=$(awk '/^all moves/ { print $7 + 0 }' <<< "$output")
    [ "${plain%.*}" -lt 85 ]
    [ "${fitted%.*}" -gt 95 ]
}

@test "too few games are refused, with their number" {
    games 7 > games.pgn
    run "$FALLIBLE" human --like games.pgn --player Ann -o ann.like
    [ "$status" -eq 2 ]
    grep -q 'found 7 games of this player with a rating, expected 200 or more' <<< "$output"
    [ ! -e ann.like ]
}

#!/usr/bin/env bats
# fallible best-games: the best game, the prettiest mate and the biggest sacrifice of a file.
load terminal

setup_file() {
    cat > "$BATS_FILE_TMPDIR/games.pgn" <<'END'
[Event "Short"]
[White "Hasty"]
[Black "Careless"]
[Date "2026.01.02"]
[Result "0-1"]

1. f3 e5 2. g4 Qh4# 0-1

[Event "Opera"]
[White "Morphy"]
[Black "Allies"]
[Date "1858.??.??"]
[Result "1-0"]

1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 c6 9. Bg5 b5
10. Nxb5 cxb5 11. Bxb5+ Nbd7 12. O-O-O Rd8 13. Rxd7 Rxd7 14. Rd1 Qe6 15. Bxd7+ Nxd7 16. Qb8+ Nxb8
17. Rd8# 1-0

END
}

@test "best-games names the games, the moves and the reasons" {
    run "$FALLIBLE" best-games "$BATS_FILE_TMPDIR/games.pgn" --nodes 3000
    [ "$status" -eq 0 ]
    [[ "$output" == *"Best game"*"no game was won by good play in 20 moves or more"* ]]
    [[ "$output" == *"Prettiest mate"*"Morphy - Allies, 1-0 (Opera, 1858.??.??), game 2"* ]]
    [[ "$output" == *"16. Qb8+: White has a forced mate in 2 and plays it;"* ]]
    [[ "$output" == *"Biggest sound sacrifice"*"16. Qb8+: White gives the queen"* ]]
}

# bats test_tags=long
@test "best-games finds the same with several jobs, and writes JSON" {
    one=$("$FALLIBLE" best-games tests/data/people.pgn --nodes 300 --top 3 --json | head -c 100000)
    two=$("$FALLIBLE" best-games tests/data/people.pgn --nodes 300 --top 3 --json --jobs 2)
    [ "$one" = "$two" ]
    python3 -c '
import json, sys
found = json.loads(sys.argv[1])
assert found["games"] > 50 and found["unreadable"] == 0
games = found["best_game"]
assert len(games) == 3 and all(game["moves"] >= 20 for game in games)
ranks = [(game["blunders"], game["mistakes"], game["inaccuracies"]) for game in games]
assert ranks == sorted(ranks)
assert all(mate["mate"] >= 2 and mate["fen"] for mate in found["prettiest_mate"])
points = [sacrifice["points"] for sacrifice in found["biggest_sacrifice"]]
assert points and points == sorted(points, reverse=True)
' "$one"
}

@test "best-games says what is wrong with a file or an option" {
    run "$FALLIBLE" best-games
    [ "$status" -eq 2 ]
    run "$FALLIBLE" best-games "$BATS_TEST_TMPDIR/none.pgn"
    [ "$status" -eq 2 ]
    [[ "$output" == *none.pgn* ]]
    echo "no game" > "$BATS_TEST_TMPDIR/text.pgn"
    run "$FALLIBLE" best-games "$BATS_TEST_TMPDIR/text.pgn"
    [ "$status" -eq 2 ]
    [[ "$output" == *text.pgn*"no game found"* ]]
    run "$FALLIBLE" best-games "$BATS_FILE_TMPDIR/games.pgn" --top 0
    [ "$status" -eq 2 ]
    printf '1. e4 Ke3 2. d4 *\n\n' | cat - "$BATS_FILE_TMPDIR/games.pgn" > "$BATS_TEST_TMPDIR/bad.pgn"
    run "$FALLIBLE" best-games "$BATS_TEST_TMPDIR/bad.pgn" --nodes 500
    [ "$status" -eq 1 ]
    [[ "$output" == *"bad.pgn:1:"*"1 game could not be read"* ]]
}

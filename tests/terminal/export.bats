#!/usr/bin/env bats
# fallible export: everything stored is exported, as PGN that reads back, as JSON and as CSV.

bats_require_minimum_version 1.5.0

load terminal

setup() {
    own_home
}

@test "games come out as PGN, JSON and CSV" {
    run "$FALLIBLE" export
    [ "$status" -eq 2 ]
    has "no game has been saved yet"
    printf 'e4\nNf3\nresign\n' | "$FALLIBLE" play --plain --elo 800 --seed 3 --time 5+3 >/dev/null
    run "$FALLIBLE" export -o "$BATS_TEST_TMPDIR/one.pgn"
    has "1 game in "
    printf 'd4\nresign\n' | "$FALLIBLE" play --plain --opponent random >/dev/null
    run "$FALLIBLE" export -o "$BATS_TEST_TMPDIR/all.pgn"
    [ "$status" -eq 0 ]
    has "2 games in "
    is_private "$BATS_TEST_TMPDIR/all.pgn"
    run cat "$BATS_TEST_TMPDIR/all.pgn"
    has '[Black "Fallible 800 casual"]'
    has '[Black "random"]'
    has '[Termination "white resigns"]'
    has '[%clk 0:05:0'
    run sh -c "printf 'load %s\nl\nquit\n' '$BATS_TEST_TMPDIR/all.pgn' | '$FALLIBLE' play --plain --no-save"
    has "You - Fallible 800 casual, 0-1"
    run "$FALLIBLE" export --format json
    python3 -c 'import json, sys
all = json.loads(sys.argv[1])
assert [len(game["moves"]) for game in all["games"]] == [4, 2], all
assert all["games"][0]["moves"][0]["move"] == "e2e4" and all["games"][1]["opponent"] == "random"
assert "deck" in all and "reviews" in all' "$output"
    run "$FALLIBLE" export --format csv
    [ "${#lines[@]}" -eq 3 ]
    has "id,began,start,you,opponent,elo,control,result,ending,plies,moves"
    has "e2e4 "
    run "$FALLIBLE" export --format csv --table moves
    has "game,ply,move,clock,elapsed"
    [ "${#lines[@]}" -eq 7 ]
}

@test "an export with scores says how many games have none" {
    printf 'e4\nresign\n' | "$FALLIBLE" play --plain --elo 800 --color white >/dev/null
    printf 'e4\nresign\nreview\n' | "$FALLIBLE" play --plain --elo 800 --color white >/dev/null
    run --separate-stderr "$FALLIBLE" export --eval
    [ "$status" -eq 0 ]
    [ "$stderr" = 'fallible: 1 game has no scores, because it was not reviewed' ]
    run --separate-stderr "$FALLIBLE" export
    [ "$stderr" = '' ]
}

@test "a game of 1,502 plies is kept whole: loaded, resumed and exported" {
    {
        printf '[Result "*"]\n\n'
        for ((move = 1; move <= 750; move += 2)); do
            echo "$move. Nf3 Nf6 $((move + 1)). Ng1 Ng8"
        done
        echo '751. e4 e5 *'
    } > "$BATS_TEST_TMPDIR/long.pgn"
    play() {
        "$FALLIBLE" play --plain --elo 800 --color white --time none
    }
    printf 'load %s\nNf3\nquit\n' "$BATS_TEST_TMPDIR/long.pgn" | play
    run "$FALLIBLE" export --format csv
    has ',unfinished,1504,'
    printf 'resume\nNc3\nresign\n' | play
    run "$FALLIBLE" export --format csv
    [ "${#lines[@]}" -eq 2 ]
    has ',1506,'
}

@test "an export without a game takes no other's place" {
    echo 'my games' > "$BATS_TEST_TMPDIR/games.pgn"
    "$FALLIBLE" stats > /dev/null # makes a database
    for format in pgn epd; do
        run "$FALLIBLE" export --format $format -o "$BATS_TEST_TMPDIR/games.pgn"
        [ "$status" -eq 2 ]
        has 'games.pgn: not written: there is nothing to export'
    done
    [ "$(cat "$BATS_TEST_TMPDIR/games.pgn")" = 'my games' ]
    run "$FALLIBLE" replay --list
    has 'There is no saved game that can be replayed yet.'
}

@test "what is wrong is said, and no file is left half written" {
    printf 'e4\nresign\n' | "$FALLIBLE" play --plain --elo 800 >/dev/null
    run "$FALLIBLE" export --format csv --table 'games"; DROP TABLE games; --'
    [ "$status" -eq 2 ]
    has "there is no table"
    run "$FALLIBLE" export --table deck
    [ "$status" -eq 2 ]
    has "--table needs --format csv"
    run "$FALLIBLE" export --format xml
    [ "$status" -eq 2 ]
    has "--format must be pgn, json, csv or epd"
    run "$FALLIBLE" export -o /nonexistent/games.pgn
    [ "$status" -eq 2 ]
    has "/nonexistent/games.pgn: cannot be written"
    run "$FALLIBLE" export --format csv --table nothing -o "$BATS_TEST_TMPDIR/x.csv"
    [ "$status" -eq 2 ]
    [ ! -e "$BATS_TEST_TMPDIR/x.csv" ]
    [ ! -e "$BATS_TEST_TMPDIR/x.csv.new" ]
}

@test "one damaged move does not end the program: the game is set aside, all else works" {
    type sqlite3 || skip "no sqlite3"
    database="$XDG_DATA_HOME/fallible/games.db"
    play() {
        "$FALLIBLE" play --plain --elo 800 --color white --time none
    }
    printf 'e4\nNf3\nresign\n' | play
    printf 'e4\nquit\n' | play
    printf 'd4\nquit\n' | play
    sqlite3 "$database" "UPDATE moves SET ply = -124 WHERE game = 3 AND ply = 2"
    run --separate-stderr bash -c "printf 'resume\nNf3\nquit\n' | '$FALLIBLE' play --plain --elo 800"
    [ "$status" -eq 0 ]
    has "The database is damaged: game 3 cannot be read and was left out."
    has "2. > Nf3"
    run --separate-stderr "$FALLIBLE" export
    [ "$status" -eq 1 ]
    [ "$(grep -c '^\[Event' <<<"$output")" -eq 2 ]
    [[ "$stderr" == *"the database is damaged: game 3 cannot be read and was left out."* ]]
    [[ "$stderr" == *"1 damaged game left out"* ]]
    [ "$(sqlite3 "$database" "SELECT count(*) FROM moves WHERE game = 3 AND ply = -124")" -eq 1 ]
    run "$FALLIBLE" doctor
    grep -q "database.*game 3 cannot be read" <<<"$output"
    run "$FALLIBLE" stats
    [ "$status" -eq 0 ]
    for column in ply move clock; do
        sqlite3 "$database" "UPDATE OR IGNORE moves SET $column = x'00ff' WHERE game = 2"
    done
    for command in export "export --format json" "export --format csv --table moves" stats \
                   "stats --openings" "stats --replay" "replay --list" "puzzles --themes" doctor; do
        run timeout 60 "$FALLIBLE" $command
        [ "$status" -le 2 ]
    done
}

@test "after a kill the database file is checked, and its damage is told of" {
    type sqlite3 || skip "no sqlite3"
    database="$XDG_DATA_HOME/fallible/games.db"
    "$FALLIBLE" stats > /dev/null
    sqlite3 "$database" "PRAGMA journal_mode = DELETE; CREATE TABLE spoilt (a);
        CREATE INDEX spoilt_a ON spoilt (a); INSERT INTO spoilt VALUES (1);
        PRAGMA writable_schema = ON; UPDATE sqlite_master SET rootpage = 3 WHERE name = 'spoilt'" > /dev/null
    run --separate-stderr "$FALLIBLE" stats
    [[ "$stderr" != *"damaged"* ]]
    printf '\1' > "$database-playing" # as a program leaves it that was killed
    run --separate-stderr "$FALLIBLE" stats
    [ "$status" -eq 0 ]
    [[ "$stderr" == *"the database is damaged"* ]]
    run --separate-stderr "$FALLIBLE" stats # that one ended well
    [[ "$stderr" != *"damaged"* ]]
    run "$FALLIBLE" doctor
    has "The database is damaged"
}

@test "a damaged game is left out and told of, an empty table has its headings" {
    type sqlite3 || skip "no sqlite3"
    for seed in 1 2 3; do
        printf 'e4\nresign\n' | "$FALLIBLE" play --plain --elo 800 --seed $seed >/dev/null
    done
    sqlite3 "$XDG_DATA_HOME/fallible/games.db" "UPDATE games SET start = 'nonsense' WHERE id = 2"
    run --separate-stderr "$FALLIBLE" export
    [ "$status" -eq 1 ]
    [ "$(grep -c '^\[Event' <<<"$output")" -eq 2 ]
    [[ "$stderr" == *"1 damaged game left out"* ]]
    run --separate-stderr "$FALLIBLE" export --format json
    [ "$status" -eq 1 ]
    python3 -c 'import json, sys; assert [game["id"] for game in json.loads(sys.argv[1])["games"]] == [1, 3]' "$output"
    run "$FALLIBLE" stats
    [ "$status" -eq 0 ]
    run "$FALLIBLE" export --format csv --table attempts
    [ "$status" -eq 0 ]
    [ "${output%%$'\r'}" = "id,puzzle,at,solved,rating,deviation,volatility" ]
}

@test "the deck comes out as EPD, puzzles as Lichess names them, and both are read again" {
    printf '[Event "x"]\n\n1. e4 (1. d4) e5 2. Nf3 *\n' > "$BATS_TEST_TMPDIR/my.pgn"
    printf 'quit\n' | "$FALLIBLE" repertoire --plain --color white "$BATS_TEST_TMPDIR/my.pgn" >/dev/null
    run "$FALLIBLE" export --format epd -o "$BATS_TEST_TMPDIR/deck.epd"
    [ "$status" -eq 0 ]
    has "2 positions in "
    run cat "$BATS_TEST_TMPDIR/deck.epd"
    has 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4 d4; id "deck.1"; c0 "Your repertoire'
    run sh -c 'printf "d4\nquit\n" | timeout 100 "$0" puzzles --plain "$1"' "$FALLIBLE" "$BATS_TEST_TMPDIR/deck.epd"
    has "Right: 1. d4"
    printf 'PuzzleId,FEN,Moves,Rating\nab1,6k1/5ppp/8/p7/8/8/8/1R2R1K1 b - - 0 1,a5a4 e1e8,700\n' > "$BATS_TEST_TMPDIR/p.csv"
    "$FALLIBLE" puzzles import "$BATS_TEST_TMPDIR/p.csv"
    "$FALLIBLE" export --format csv --table puzzles -o "$BATS_TEST_TMPDIR/out.csv"
    export XDG_DATA_HOME="$BATS_TEST_TMPDIR/other"
    run "$FALLIBLE" puzzles import "$BATS_TEST_TMPDIR/out.csv"
    has "1 puzzle, 0 lines left out"
}

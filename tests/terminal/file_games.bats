#!/usr/bin/env bats
# fallible stats FILE.pgn and fallible review FILE.pgn: what your games in a file tell, and how to
# practise your mistakes in them.

bats_require_minimum_version 1.5.0

load terminal

setup() {
    own_home
    games=tests/data/file_games.pgn
}

@test "stats of a file show results, where the mistakes come, and how often they were punished" {
    run "$FALLIBLE" stats "$games"
    [ "$status" -eq 0 ]
    has "3 finished games of Ann in tests/data/file_games.pgn"
    has "  with White          2      1      1      0     75%"
    has "  opening                             5"
    has "  with less than a tenth              1"
    has "mistakes and blunders: 1, and punished 1 (100%)."
    has "1 game has no scores. To add them: fallible analyze --annotate tests/data/file_games.pgn NEW.pgn"
    run "$FALLIBLE" stats --openings --names bob "$games"
    [ "$status" -eq 0 ]
    has "Your openings in 2 games"
    run "$FALLIBLE" stats --json "$games"
    python3 -c 'import json, sys
told = json.loads(sys.argv[1])
assert told["games"] == 3 and told["black"]["lost"] == 1
assert told["habits"]["opening"]["blunders"] == 1 and told["habits"]["punished"] == 1' "$output"
}

@test "stats of a file say what is wrong with it" {
    run "$FALLIBLE" stats --names Eve "$games"
    [ "$status" -eq 2 ]
    has "file_games.pgn: none of the 4 games is a finished game of Eve; say which name is yours with --names NAME"
    printf '[White "%s"]\n[Black "%s"]\n[Result "1-0"]\n\n1. e4 e5 1-0\n\n' \
        Zed Yan Yan Zed >"$BATS_TEST_TMPDIR/match.pgn"
    for command in stats review; do
        run "$FALLIBLE" "$command" "$BATS_TEST_TMPDIR/match.pgn"
        [ "$status" -eq 2 ]
        has 'match.pgn: both Zed and Yan are in nearly all of these games; say which name is yours with --names NAME'
    done
    run "$FALLIBLE" stats --replay "$games"
    [ "$status" -eq 2 ]
    has "--replay is for games against this program"
    run "$FALLIBLE" stats nothing.pgn
    [ "$status" -eq 2 ]
    has "nothing.pgn: No such file"
}

@test "the mistakes of a file are practised, and come back when they are due" {
    run sh -c "printf 'd6\nskip\nskip\n' | '$FALLIBLE' review --plain '$games'"
    [ "$status" -eq 0 ]
    has "Position 1 of 2. A blunder of yours against Bob: 2... g5??"
    has "Position 2 of 2. A mistake of yours against Bob: 1... f5?"
    run sh -c "'$FALLIBLE' review --plain '$games' </dev/null"
    has "None of the 2 mistakes in tests/data/file_games.pgn is due today, and you have seen them all."
    run sh -c "'$FALLIBLE' review --plain --names Dee '$games' </dev/null"
    [ "$status" -eq 2 ]
    has "your 1 game there has no scores"
    printf '[White "Ann"]\n[Black "Bob"]\n[Result "1-0"]\n\n1. e4 {[%%eval 0.3]} e5 {[%%eval 0.3]} 1-0\n' >"$BATS_TEST_TMPDIR/sound.pgn"
    run sh -c "'$FALLIBLE' review --plain --names Bob '$BATS_TEST_TMPDIR/sound.pgn' </dev/null"
    [ "$status" -eq 2 ]
    has "your 1 game there has no mistake"
}

@test "review of a file without scores says how to add them, with the name of the file" {
    sed 's/{[^}]*}//g' "$games" >"$BATS_TEST_TMPDIR/bare.pgn"
    cd "$BATS_TEST_TMPDIR"
    run sh -c "'$FALLIBLE' review --plain bare.pgn </dev/null"
    [ "$status" -eq 2 ]
    has "games there have no scores, so your mistakes cannot be found."
    has "To add scores, run fallible analyze --annotate bare.pgn NEW.pgn; then run fallible review NEW.pgn"
}

@test "stats without thinking times do not explain them" {
    run "$FALLIBLE" stats "$games"
    has "per game: inaccuracies "
    has "per 100: mistakes and blunders in 100 moves."
    lacks "The opening is left out"
}

@test "all games of a file are reviewed at once, and your mistakes enter the deck" {
    cp "$games" "$BATS_TEST_TMPDIR/club.pgn"
    in_lines 'names none\nreview all\nnames Ann\nreview all\nquit\n' analyze --nodes 30000 --plain "$BATS_TEST_TMPDIR/club.pgn"
    has 'None of these games is yours. Type the word names and then your name as the file has it.'
    has 'Reviewing game 4 of 4.'
    has '4 games are reviewed. Your mistakes are in your deck.'
    in_lines 'quit\n' review --plain
    has 'A mistake of yours against Bob'
    cmp "$games" "$BATS_TEST_TMPDIR/club.pgn"
}

@test "the review of a file's games is kept: no second search, and statistics count it" {
    sed 's/{[^}]*}//g' "$games" >"$BATS_TEST_TMPDIR/bare.pgn"
    in_lines 'names Ann\nreview all\nquit\n' analyze --nodes 30000 --plain "$BATS_TEST_TMPDIR/bare.pgn"
    has '4 games are reviewed.'
    in_lines 'load 1\nreview\nload 2\nreview\nquit\n' analyze --nodes 30000 --plain "$BATS_TEST_TMPDIR/bare.pgn"
    has 'Bob: accuracy '
    lacks 'Analysing the game'
    in_lines 'stats\nquit\n' --plain
    has 'You have no finished game here yet.'
    has '4 reviewed games from files: accuracy '
    run "$FALLIBLE" stats --names Ann "$BATS_TEST_TMPDIR/bare.pgn"
    has '3 of them have scores'
    lacks 'no scores'
}

@test "the list of games reviews them, shows at which game it is, and Esc stops it" {
    printf 'names = Ann\n' | install -D /dev/stdin "$XDG_CONFIG_HOME/fallible/config"
    for i in 1 2 3 4 5 6 7 8; do
        cat "$games"
        echo
    done > "$BATS_TEST_TMPDIR/long.pgn"
    screen_open 80 24 "$FALLIBLE" analyze --nodes 30000 "$BATS_TEST_TMPDIR/long.pgn"
    wait_for '32 of 32'
    keys r
    wait_for 'Reviewing game [2-9] of 32\. Esc stops; finished reviews are kept\.'
    wait_for '^ Esc stops the reviews'
    keys Escape
    wait_for 'Stopped\. The mistakes found so far are in your deck\.'
    keys q
    wait_for 'depth [0-9]' # the analysis goes on
    screen_close
    screen_open 80 24 "$FALLIBLE" analyze --nodes 30000 "$games"
    wait_for '4 of 4'
    keys r
    wait_for '4 games are reviewed\. Your mistakes are in your deck\.'
}

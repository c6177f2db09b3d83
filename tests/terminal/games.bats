# Files of many games: lists with --plain and on the board, and a game saved in its place.
load terminal
bats_require_minimum_version 1.5.0

setup() {
    export XDG_CACHE_HOME="$BATS_TEST_TMPDIR/cache"
    file="$BATS_TEST_TMPDIR/games.pgn"
    {
        printf '[Event "First"]\n[White "Anna"]\n[Black "Bert"]\n[Result "1-0"]\n[ECO "C20"]\n\n'
        printf '1. e4 {best  by test} e5 2. Qh5 1-0\n\n'
        printf '[Event "Second"]\n[White "Bert"]\n[Black "Carl"]\n[Result "*"]\n[ECO "B01"]\n\n'
        printf '1. e4 d5 2. exd5 Qxd5 *\n'
    } >"$file"
}

@test "games are found by words and by position, as lines" {
    run --separate-stderr "$FALLIBLE" analyze --plain --find "bert result:1-0" "$file"
    [ "$status" -eq 0 ]
    [[ "$output" == *"1 Anna"*"Bert"*"1-0"*"C20"*"First"* ]]
    [ "${#lines[@]}" -eq 1 ]
    [[ "$stderr" == *"1 of 2 games. White won 100 %, 0 % drawn, black won 0 %."* ]]
    run --separate-stderr "$FALLIBLE" analyze --plain --find "" --position "1. e4 d5" "$file"
    [ "${#lines[@]}" -eq 1 ]
    [[ "$output" == *"2 Bert"*"(after move 1)"* ]]
}

@test "the nth game is analysed, and one too many is refused" {
    run --separate-stderr "$FALLIBLE" analyze --nodes 100 --game 2 "$file" </dev/null
    [ "$status" -eq 0 ]
    [[ "$output" == *"1... d5"* ]]
    run "$FALLIBLE" analyze --game 3 "$file"
    [ "$status" -eq 2 ]
    [[ "$output" == *"only 2 games"* ]]
    run "$FALLIBLE" analyze --plain --find "colour:x" "$file"
    [ "$status" -eq 2 ]
    [[ "$output" == *"expected player:"* ]]
}

@test "the board lists the games, narrows them and opens one" {
    screen_open 80 24 XDG_CACHE_HOME="$XDG_CACHE_HOME" "$FALLIBLE" analyze --nodes 30000 "$file"
    wait_for "2 of 2"
    keys /
    keys -l "carl"
    wait_for "1 of 2"
    keys Enter
    keys Enter
    wait_for "exd5"
    type_line "save"
    wait_for "in place of the old version"
    grep -q "{best  by test} e5" "$file"
}

@test "F6 goes back to the list of games, and where there is none the analysis goes on" {
    screen_open 80 24 XDG_CACHE_HOME="$XDG_CACHE_HOME" "$FALLIBLE" analyze --nodes 30000 "$file"
    wait_for "2 of 2"
    keys Enter
    wait_for "F6 games"
    keys F2
    wait_for "change a number .*  F6 games"
    keys F2
    wait_for "F2 debug .*  F6 games"
    keys F8
    wait_for "Review   Anna 1-0 Bert"
    keys q F6
    wait_for "2 of 2"
    keys q
    wait_for "depth [0-9]"
    screen_close
    head -7 "$file" >"$BATS_TEST_TMPDIR/one.pgn"
    screen_open 80 24 "$FALLIBLE" analyze --nodes 30000 "$BATS_TEST_TMPDIR/one.pgn"
    wait_for "depth [0-9]"
    keys F6 Right
    wait_for "e4◂"
    wait_for "depth [0-9]"
    type_line analyze
    wait_for "Evaluation: "
    keys Right
    wait_for "e5◂"
    wait_for "depth [0-9]"
}

@test "a game of others is looked back on under their names" {
    screen_open 80 24 "$FALLIBLE" play --elo 600 --no-save
    wait_for "▸You"
    type_line "load $file"
    wait_for "^ Bert "
    wait_for "^ Anna "
    keys F8
    wait_for "Review   Anna 1-0 Bert"
    wait_for "Anna +accuracy +[0-9.]+%  "
    wait_for "Bert +accuracy +[0-9.]+%  "
    not_on_screen "You|Fallible|Gifts"
}

@test "load says how many games the file has, and games lists them" {
    in_lines "games\nload $file\ngames carl\nopen 2\nload $file 2\nquit\n" play --plain --elo 600 --no-save
    [ "$status" -eq 0 ]
    has 'No file of games is open. Type load and a file name, or recent for'
    has 'Anna - Bert, 1-0'
    has $'\nThe file has 2 games. Type games to list them.'
    has '2. Bert - Carl'
    has 'Bert - Carl, *. The file has 2 games. Type games to list them.'
}

@test "lines list the games, narrow them, by the position too, and open one" {
    run --separate-stderr sh -c "printf 'games bert\\nopen 2\\nforward\\ngames here\\nopen 9\\ngames colour:x\\nquit\\n' |
        '$FALLIBLE' analyze --plain '$file'"
    [ "$status" -eq 0 ]
    [[ "$output" == *"The file has 2 games. Type games to list them."* ]]
    [[ "$output" == *"2 of 2 games, searched for bert."*"White won 100 %, 0 % drawn"*"1. Anna - Bert, 1-0, C20"*"2. Bert - Carl"* ]]
    [[ "$output" == *"open 2"*"2. Bert - Carl"*"forward"*"1. e4"*"games here"* ]]
    [[ "$output" == *"2 of 2 games, searched for bert, with the position shown."* ]]
    [[ "$output" == *"open and a number, 1 to 2"*"expected player:"* ]]
}

@test "the opening tree as lines, as JSON and as a dialogue" {
    run --separate-stderr "$FALLIBLE" analyze --tree --position "1. e4" "$file"
    [ "$status" -eq 0 ]
    [[ "${lines[0]}" == "move "*"games"*"share"*"white"*"drawn"*"black"*"rating"* ]]
    [[ "$output" == *"d5 "*" 1 "*"50.0%"*"-"* ]]
    [[ "$output" == *"e5 "*" 1 "*"50.0%"*"100%"*"0%"*"0%"* ]]
    [[ "$output" == *"all "*" 2 "*"100.0%"* ]]
    run --separate-stderr "$FALLIBLE" analyze --tree --json --position "1. e4" --find anna "$file"
    [ "$status" -eq 0 ]
    [[ "$output" == '{"fen": "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", "games": 1, "white": 1, '* ]]
    [[ "$output" == *'{"san": "e5", "uci": "e7e5", "games": 1, "white": 1, "drawn": 0, "black": 0'* ]]
    run "$FALLIBLE" analyze --json "$file"
    [ "$status" -eq 2 ]
    run "$FALLIBLE" analyze --tree
    [ "$status" -eq 2 ]
    run "$FALLIBLE" analyze --tree --book /nonexistent.bin "$file"
    [ "$status" -eq 2 ]
    run --separate-stderr sh -c "printf 'forward\\ntree\\ngames carl\\ntree\\nquit\\n' | '$FALLIBLE' analyze --plain '$file'"
    [ "$status" -eq 0 ]
    [[ "$output" == *"tree"*"2 games reached this position."*"e5, 1 game: White won 100 %"*"games carl"*"1 game reached this position."*"d5, 1 game: No results are known."* ]]
}

@test "the tree follows the board, is walked with the arrows and played with Enter" {
    [ -e "$(dirname "$FALLIBLE")/share/openings.tsv" ] || skip "no share beside the program"
    screen_open 80 24 XDG_CACHE_HOME="$XDG_CACHE_HOME" "$FALLIBLE" analyze --nodes 30000 "$file"
    wait_for "2 of 2"
    keys t
    wait_for 'tree 4/5'
    wait_for '2 games +W +D +B'
    wait_for '▸e4 +2 +100 +0 +0'
    keys Enter
    wait_for '▸[de]5 +1'
    keys Down
    keys Up
    wait_for '▸e5 +1'
    keys Enter
    wait_for '1 game +W'
    wait_for '▸Qh5 +1 +100 +0 +0'
    keys Left
    wait_for '▸e5 +1'
    type_line "games carl"
    wait_for "1 of 2"
    keys t
    wait_for '1 found'
    wait_for ' d5 +1'
    keys PPage
    wait_for 'evaluation 3/5'
}

@test "the tree has a bar of letters where there is nothing else" {
    screen_open 80 24 XDG_CACHE_HOME="$XDG_CACHE_HOME" env LC_ALL=C TERM=linux NO_COLOR=1 \
        "$FALLIBLE" analyze --ascii --game 1 "$file"
    wait_for '1\.(e4| e4)'
    type_line tree
    wait_for '>e4 +2 +100 +0 +0 WWWW'
    only_ascii
}

@test "a packed file is opened like any other, and not written to" {
    zstd -q "$file" || skip "no zstd"
    run --separate-stderr sh -c "printf 'open 2\\nnote x\\nsave\\nquit\\nquit\\n' | '$FALLIBLE' analyze --plain '$file.zst'"
    [[ "$stderr" != *"without"* ]] || skip "built without zstd"
    [ "$status" -eq 0 ]
    [[ "$output" == *"2. Bert - Carl"*"the file is compressed; save FILE"* ]]
}

@test "the openings of your own games, by colour" {
    [ -e "$(dirname "$FALLIBLE")/share/openings.tsv" ] || skip "no share beside the program"
    export XDG_DATA_HOME="$BATS_TEST_TMPDIR/data"
    run "$FALLIBLE" stats --openings
    [ "$status" -eq 0 ]
    [[ "$output" == "You have no finished game yet."* ]]
    printf 'e4\nresign\nquit\n' | "$FALLIBLE" play --plain --elo 600 --color white >/dev/null
    run --separate-stderr "$FALLIBLE" stats --openings
    [ "$status" -eq 0 ]
    [[ "$output" == *"Your openings in 1 game,"*"with White"*" 1     0     0     1     0%"* ]]
    [[ "$output" != *"with Black"* ]]
    printf 'analyze\ntree\nquit\n' |
        "$FALLIBLE" play --plain --elo 600 --color white >"$BATS_TEST_TMPDIR/out"
    grep -q '^1 game of yours reached this position' "$BATS_TEST_TMPDIR/out"
    grep -q '^e4, 1 game: White won 0 %, 0 % drawn, black won 100 %' "$BATS_TEST_TMPDIR/out"
    run --separate-stderr "$FALLIBLE" stats --openings --json
    [[ "$output" == '{"games": 1, "openings": ['*'"color": "white"'*'"won": 0, "drawn": 0, "lost": 1'* ]]
}

@test "the list of games has heads and names its keys, in small terminals too" {
    screen_open 80 24 XDG_CACHE_HOME="$XDG_CACHE_HOME" "$FALLIBLE" analyze --nodes 30000 "$file"
    wait_for "^     game White +Black +result ECO year moves event"
    wait_for "^ ↑ ↓ Enter opens  / search  p this position  r review  t tree  q board  F10 quit$"
    tmux -L "$SOCKET" resize-window -x 60 -y 18
    wait_for "^ ↑ ↓ Enter / search  F1 help  q board  r review  F10 quit$"
    tmux -L "$SOCKET" resize-window -x 80 -y 24
    keys /
    wait_for "^ Enter ends typing"
    screen_close
    screen_open 40 16 XDG_CACHE_HOME="$XDG_CACHE_HOME" "$FALLIBLE" analyze --nodes 30000 "$file"
    wait_for "^   game White +Black +won"
    wait_for "▸    1 Anna +Bert +1-0"
    wait_for "^ ↑ ↓ Enter  / search  F1 help  q board$"
    tmux -L "$SOCKET" resize-window -x 50 -y 16
    wait_for "^ ↑ ↓ Enter  / search  F1 help  q board  r review$"
    keys F1
    wait_for 'r +review all games of the list'
}

#!/usr/bin/env bats
# Announcements for listeners, blindfold games, and the clipboard.

load terminal

setup() {
    own_home
}

play() { # INPUT OPTION...
    in_lines "$1" play --plain --no-save "${@:2}"
    [ "$status" -eq 0 ]
}

TACTICS='4k3/8/8/3p4/4P3/8/6P1/R3K2R w KQ - 0 1'

@test "moves are told piece first, squares first or as usual" {
    play 'exd5\nO-O\nquit\n' --fen "$TACTICS" --announce squares
    has "e4 to d5, pawn, takes pawn"
    play 'exd5\nquit\n' --fen "$TACTICS" --announce piece
    has "1. pawn e4 takes pawn on d5"
    play 'words squares\nO-O\nwords san\nwords horse\nquit\n' --fen "$TACTICS"
    has "Moves in words that begin with the squares."
    has "1. e1 to g1, castles"
    has "Moves in standard notation."
    has 'words must be san, piece or squares, not "horse"'
}

@test "much or little is said" {
    play 'exd5\nquit\n' --fen "$TACTICS" --speech verbose --announce piece --time 5+0
    has "Move 1, White, you: pawn e4 takes pawn on d5."
    has "White has 2 rooks and 2 pawns more."
    has "Black, the opponent: "
    [[ "$output" =~ you\ have\ [45]:[0-9]+,\ the\ opponent\ has\ [45]: ]]
    play 'speech terse\nRa2\nquit\n' --fen "$TACTICS"
    [[ "$output" =~ $'> Ra2\n'[A-Za-z][^\ ]*$'\n''> quit' ]]
}

@test "stepping repeats neither unchanged clocks nor who plays which colour" {
    play 'e4\nresign\nanalyze\nback\nforward\nback\nNf6\nback\nquit\n' --speech verbose --announce piece --time 5+3 --color white
    [ "$(grep -c '^Clocks: ' <<< "${output#*> analyze}")" -le 1 ] # of the moment of resigning
    has 'Move 1, White, you: pawn e2 to e4.'
    has 'Move 1, White: pawn e2 to e4.'
    [ "$(grep -c '^Move 1, Black, the opponent: ' <<< "$output")" -eq 1 ]
    has "Move 1, Black: knight g8 to f6."
    # A reply is never a bare square.
    [ -z "$(grep -E ' (to|on) [a-h][1-8] [a-h][1-8]( |$)' <<< "$output")" ]
}

strangers() { # writes a short game of two others, which ends in mate
    printf '[White "Ann"]\n[Black "Bob"]\n[Result "0-1"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n' \
        > "$BATS_TEST_TMPDIR/others.pgn"
}

@test "in a game of two others nobody is you or the opponent" {
    strangers
    in_lines "load $BATS_TEST_TMPDIR/others.pgn\nforward\nforward\nquit\n" --plain --speech verbose
    has 'Move 1, White: f3.'
    has 'Move 1, Black: e5.'
    lacks ', you:'
    lacks 'the opponent:'
}

@test "a game that ends in mate says so, and nobody is to move" {
    strangers
    in_lines "load $BATS_TEST_TMPDIR/others.pgn\nend\nlines\nexplain\nquit\n" --plain
    [[ "$output" == *$'2... Qh4#\nCheckmate, 0-1.\n> lines\nThere is no move: the game is over.'* ]]
    has '2... Qh4# is mate.'
    printf '1. e4 e5 1/2-1/2\n' > "$BATS_TEST_TMPDIR/short.pgn"
    in_lines "end\nback\nquit\n" analyze --plain --nodes 1000 "$BATS_TEST_TMPDIR/short.pgn"
    [ "$(grep -c '^The game ends here, 1/2-1/2\.' <<< "$output")" -eq 1 ]
}

@test "a threat says whose it is and who gains" {
    in_lines 'threat\nquit\n' analyze --nodes 30000 --plain --fen 'r3k3/8/8/3n4/8/8/3Q4/4K2R w - - 0 1'
    has 'Threat: Black begins with Ra1+'
    has ' for Black.'
}

@test "the board is drawn, told by ranks or by pieces" {
    play 'board\nboard ranks\nboard pieces\nboard files\nquit\n' --fen "$TACTICS"
    has "1 R . . . K . . R"
    has "Rank 4: white pawn e."
    has "Rank 3: empty."
    has "White: king e1, rooks a1 h1, pawns g2 e4."
    has "Black: king e8, pawn d5."
    has "White to move."
    has 'board must be diagram, ranks or pieces, not "files"'
    play 'board\nquit\n' --fen "$TACTICS" --board pieces
    has "White: king e1"
}

@test "what panes show is told in words, too" {
    play 'e4\nmaterial\nopening\ngame\nstrength\nquit\n' --elo 1000
    has "Material is even."
    has "1. e4 "
    has "The opponent is Fallible 1000 casual."
    has "It knows "
    has "It knows a part of "
}

@test "blindfold: peeks are counted and told" {
    play 'board\np n\npeek\nblindfold off\npeek\nblindfold on\nresign\nquit\n' --blindfold
    has "Peek 1."
    has "Peek 2."
    has "Peek 3."
    has "This is not a blindfold game."
    has "Played blindfold with 4 peeks."
    screen_open 80 24 "$FALLIBLE" --elo 800 --no-save --blindfold --ascii
    wait_for "You"
    never "R +N +B +Q"
    type_line peek
    wait_for "Peek 1"
    wait_for "R +N +B +Q"
    type_line e4
    wait_for "1\. e4 +[a-hN]"
    never "R +N +B +Q"
}

@test "copy prints in lines; a FEN or a PGN typed becomes the position or the game" {
    play "copy fen\\n$TACTICS\\nboard\\n1. e4 e5 2. Nf3 Nc6 3. Bb5 1-0\\nl\\ncopy pgn\\ncopy all\\nquit\\n"
    has "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
    has "1 R . . . K . . R"
    has "Last move: white bishop f1 to b5."
    has "3. Bb5"
    has "Expected: copy fen, copy link, copy pgn"
}

@test "on the board copy goes through the terminal, and what is pasted comes in whole" {
    screen_open 80 24 "$FALLIBLE" --elo 800 --no-save
    tmux -L "$SOCKET" set-option -g set-clipboard on
    wait_for "You"
    type_line "copy fen"
    wait_for "Copied to the clipboard"
    [ "$(tmux -L "$SOCKET" show-buffer)" = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1" ]
    printf '[White "Anna"]\n[Black "Bert"]\n[Result "1-0"]\n\n1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0\n' |
        tmux -L "$SOCKET" load-buffer -
    tmux -L "$SOCKET" paste-buffer -p
    wait_for "Qxe5#"
    printf 'Nf3' | tmux -L "$SOCKET" load-buffer -
    tmux -L "$SOCKET" paste-buffer -p
    wait_for "> Nf3"
}

# The bytes that the program sends after "copy link".
link_bytes() { # COMMAND...
    screen_open 80 24 "$@"
    wait_for "You"
    tmux -L "$SOCKET" pipe-pane -o "cat > '$BATS_TEST_TMPDIR/sent'"
    type_line "copy link"
    wait_for "Copied to the clipboard|no clipboard"
    type_line "e4"
    wait_for "1\. e4"
    keys F10
    wait_for "left with 0"
    screen_close
}

@test "copy link shows a hyperlink, unless the terminal or a setting has none" {
    link_bytes TERM=xterm-256color "$FALLIBLE" --elo 800 --no-save
    local address='https://lichess.org/analysis/standard/rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR_w_KQkq_-_0_1'
    grep -qF $'\033]8;;'"$address"$'\033\\lichess.org/analysis\033]8;;\033\\' "$BATS_TEST_TMPDIR/sent"
    link_bytes TERM=xterm-256color "$FALLIBLE" --elo 800 --no-save --links=no
    [ "$(grep -cF $'\033]8;' "$BATS_TEST_TMPDIR/sent")" -eq 0 ]
    [ -z "${SANITIZE:-}" ] || return 0 # on the console ncurses opens libgpm, which leaks 10 bytes
    link_bytes TERM=linux "$FALLIBLE" --elo 800 --no-save
    [ "$(grep -cF $'\033]8;' "$BATS_TEST_TMPDIR/sent")" -eq 0 ]
}

@test "a hyperlink leaves the screen as it would be without" {
    local links
    for links in yes no; do
        screen_open 60 18 TERM=xterm-256color "$FALLIBLE" --elo 800 --no-save --links=$links
        wait_for "You"
        type_line "copy link"
        wait_for "Copied to the clipboard"
        [ "$links" = no ] || wait_for "lichess.org/analysis"
        [ "$(tmux -L "$SOCKET" display-message -p '#{cursor_x},#{cursor_y}')" = 3,17 ]
        type_line "theme"
        wait_for "Type theme and a name:"
        screen > "$BATS_TEST_TMPDIR/$links"
        screen_close
    done
    diff "$BATS_TEST_TMPDIR/yes" "$BATS_TEST_TMPDIR/no"
}

@test "verbose speech tells the material only when it has changed" {
    play 'Nf3\nNxe5\nquit\n' --seed 3 --speech verbose --fen 'k7/8/8/4p3/4P3/8/8/K5N1 w - - 0 1'
    has "Move 1, Black, the opponent"
    has "White has a knight and a pawn more."
    [ "$(grep -c ' more\.' <<< "$output")" -eq 1 ]
}

@test "verbose speech tells the material once, also when you step, take back or ask for it" {
    local file=$BATS_TEST_TMPDIR/a.pgn
    printf '[Event "x"]\n\n1. e4 d5 2. exd5 Nf6 3. Nc3 Nbd7 4. d4 e6 5. dxe6 fxe6 6. Nf3 *\n' > "$file"
    in_lines 'speech verbose\nforward\nforward\nforward\nforward\nforward\nforward\nback\nback\nforward\nquit\n' \
        analyze --nodes 1000 --plain "$file"
    [ "$(grep -c '^White has a pawn more\.' <<< "$output")" -eq 1 ]
    lacks 'Material is even'
    in_lines 'speech verbose\nforward 5\nforward\nstart\nforward\nquit\n' analyze --nodes 1000 --plain "$file"
    [ "$(grep -c '^White has a pawn more\.' <<< "$output")" -eq 1 ]
    lacks 'Material is even' # the start is known to be even
    in_lines 'speech verbose\nforward 3\nmaterial\nforward\nforward 3\nquit\n' analyze --nodes 1000 --plain "$file"
    [ "$(grep -c '^White has a pawn more\.' <<< "$output")" -eq 1 ]
    play 'Nf3\nNxe5\nundo\nNxe5\nquit\n' --seed 3 --speech verbose --fen 'k7/8/8/4p3/4P3/8/8/K5N1 w - - 0 1'
    [ "$(grep -c ' more\.' <<< "$output")" -eq 1 ]
}

@test "analysis and lists to learn are told in the words chosen, too" {
    printf '[Event "x"]\n\n1. e4 e5 *\n' > "$BATS_TEST_TMPDIR/x.pgn"
    run sh -c 'printf "forward\nquit\n" | timeout 100 "$0" analyze --nodes 30000 --plain --announce piece "$1"' \
        "$FALLIBLE" "$BATS_TEST_TMPDIR/x.pgn"
    [ "$status" -eq 0 ]
    [[ "$output" == *"pawn e2 to e4"* ]]
    run sh -c 'printf "quit\n" | timeout 100 "$0" repertoire --plain --board pieces --color white "$1"' \
        "$FALLIBLE" "$BATS_TEST_TMPDIR/x.pgn"
    [ "$status" -eq 0 ]
    [[ "$output" == *"king e1"* ]]
}

@test "with words every move is told in words, not only those played" {
    play 'announce piece\ne4\nm b1\ngame\nhint\nhint\nhint\ncopy pgn\nquit\n' --seed 3 --color white
    has 'white knight b1: knight b1 to a3; knight b1 to c3'
    has '1. pawn e2 to e4; '
    grep -qE '^Hint 3 of 4: Play 2\. (pawn|knight|bishop|queen|king)( [a-h1-8])? (to|takes on) [a-h][1-8]\.$' <<< "$output"
    has '1. e4 ' # a PGN stays one
    play 'words\nanalyze\nlines\nexplain\nquit\n' --fen '6k1/5ppp/8/8/8/8/8/4R1K1 w - - 0 1'
    has 'White mates in 1, depth'
    has 'rook to e8, checkmate'
    lacks 'Re8'
    lacks '#1'
}

@test "the review tells what a mistake cost in words" {
    play 'f3\ng4\nresign\nreview\nreview scores\nquit\n' --elo 800 --seed 3 --color white
    has 'Your 2. g4?? allowed mate in 1; the turning point.'
    has '2. g4?? Black mates in 1'
    lacks '#-1'
    lacks 'for you'
}

@test "a position to solve is told by pieces to who listens, or as the board was chosen" {
    printf '6k1/5ppp/8/8/8/8/8/4R1K1 w - - bm Re8; id "mate";\n' > "$BATS_TEST_TMPDIR/mate.epd"
    solve() { in_lines "$1" puzzles --plain "${@:2}" "$BATS_TEST_TMPDIR/mate.epd"; }
    solve 'quit\n' --speech verbose
    has 'White: king g1'
    lacks '  a b c d e f g h'
    solve 'quit\n' --speech verbose --board diagram
    has '  a b c d e f g h'
    play 'board pieces\nboard\nquit\n'
    [ "$(grep -c '^White: king e1' <<< "$output")" -eq 2 ]
    play 'speech verbose\nboard\nboard diagram\nboard\nquit\n'
    [ "$(grep -c '^White: king e1' <<< "$output")" -eq 1 ]
    [ "$(grep -c '^  a b c d e f g h' <<< "$output")" -eq 2 ]
}

@test "after a move of an exercise a spoken board is not told again, a diagram is drawn again" {
    in_lines 'endgames 2\nKb2\nquit\n' --plain --speech verbose
    has 'The opponent plays 1... K'
    [ "$(grep -c '^White: king' <<< "$output")" -eq 1 ]
    in_lines 'endgames 2\nKb2\nquit\n' --plain
    has 'The opponent plays 1... K'
    [ "$(grep -c '^  a b c d e f g h' <<< "$output")" -eq 2 ]
}

@test "during an exchange the balance is told when it is over" {
    play 'Qxg7\nKb1\nquit\n' --speech verbose --announce piece --fen '7k/6p1/8/8/8/6Q1/P7/K7 w - - 0 1'
    has 'king h8 takes queen on g7'
    has 'White has a pawn more.'
    [ "$(grep -c ' more\.' <<< "$output")" -eq 1 ]
}

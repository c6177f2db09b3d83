# The board in a real terminal: typing, clicking, resizing, and the resulting screens.

load terminal

board() { screen_open 80 24 "$FALLIBLE" play --elo 600 --seed 7 --no-save --book none "$@"; }

@test "a move typed is on the board and in the list, and is answered" {
    board
    wait_for '▸You'
    type_line e4
    wait_for '1\. e4 +[a-hNBRQKO]'
    wait_for '^ 4 +♙'
    screen | grep -q 'a   b   c   d   e   f   g   h'
}

@test "an illegal move says why and stays for editing" {
    board
    wait_for '▸You'
    type_line Ke2
    wait_for 'illegal'
    screen | grep -qE '^ > Ke2'
    keys BSpace BSpace BSpace
    type_line e4
    wait_for '1\. e4 '
}

@test "an ambiguous move names the moves it may be" {
    board --fen "'4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1'"
    wait_for '▸You'
    type_line Nd2
    wait_for 'ambiguous.*Nbd2.*Nfd2'
    screen | grep -qE '^ > Nd2'
}

@test "Tab completes what is legal and shows the choices" {
    board
    wait_for '▸You'
    keys -l Nf
    keys Tab
    wait_for '^ > Nf3'
    keys C-u
    keys -l N
    keys Tab
    wait_for 'Na3.*Nh3'
}

@test "Tab knows the arguments of commands" {
    board
    wait_for '▸You'
    keys -l 'theme gre'
    keys Tab Tab
    wait_for 'green grey'
    keys C-u
    keys -l 'suite w'
    keys Tab
    wait_for '^ > suite wac'
    keys C-u
    keys -l 'draw Nf'
    keys Tab
    wait_for '^ > draw Nf3'
}

@test "history comes back with the arrow key" {
    board
    wait_for '▸You'
    type_line 'elo 900'
    wait_for 'Fallible 900'
    keys Up
    wait_for '^ > elo 900'
    # A history line that was edited and abandoned is unchanged.
    keys BSpace Down Up BSpace
    wait_for '^ > elo 9$'
    keys C-c
    wait_for '^ >$'
    keys Up
    wait_for '^ > elo 900$'
}

@test "accented letters in the entry line are one cell each" {
    board
    wait_for '▸You'
    keys -l 'äöé€x'
    wait_for '^ > äöé€x'
    keys Left BSpace
    wait_for '^ > äöéx'
}

@test "a click shows where a piece may go, a second one moves it" {
    board
    wait_for '▸You'
    click g1
    wait_for '\[♘\]'
    screen | grep -q '•'
    click f3
    wait_for '1\. Nf3'
}

@test "a click that arrives whole, as over a network, is one" {
    board
    wait_for '▸You'
    local place
    place=$(printf '\\%03o\\%03o' $((33 + 3 + 6 * 4 + 1)) $((33 + 1 + 7 * 2)))
    keys -l "$(printf "\033[M $place\033[M#$place")"
    wait_for '\[♘\]'
}

@test "a click that is no legal move says why" {
    board --fen "'4r2k/8/8/8/8/8/4N3/4K3 w - - 0 1'"
    wait_for '▸You'
    click e2
    wait_for 'cannot move: it is blocked or pinned'
    click e1
    wait_for '\[♔\]'
    click e3
    wait_for 'e1e3 is illegal'
}

@test "the cursor on the board moves a piece" {
    board
    wait_for '▸You'
    keys -l Nf # is cleared
    wait_for '> Nf$'
    keys F7
    wait_for '>♙<'
    keys Enter
    wait_for '•'
    keys Up Up Enter
    wait_for '1\. e4'
}

@test "a promotion by mouse asks for the piece" {
    board --fen "'8/P3k3/8/8/8/8/8/4K3 w - - 0 1'"
    wait_for '▸You'
    click a7
    wait_for '\[♙\]'
    click a8
    wait_for 'Promote to'
    keys n
    wait_for '1\. a8=N'
}

@test "help opens over the slider and goes back to it" {
    screen_open 80 24 "$FALLIBLE" play --seed 7 --no-save
    wait_for '1400  club'
    keys Right
    wait_for '1425  club'
    keys F1
    wait_for '─ Help ─'
    keys Escape
    wait_for '1425  club'
    keys F1
    wait_for '─ Help ─'
    keys C-c
    wait_for '1425  club'
    keys Enter
    wait_for 'Fallible 1425'
}

@test "a level typed on the slider is taken to the nearest step" {
    screen_open 80 24 "$FALLIBLE" play --seed 7
    wait_for 'Type a rating or use ← and →'
    keys -l 146
    wait_for ' 146_'
    keys BSpace
    wait_for ' 14_'
    keys -l 60
    wait_for ' 1450 '
    keys -l 700
    wait_for ' 700 '
    keys -l 26
    keys Enter # is not a level yet: given up
    wait_for ' 700 '
    keys Enter
    wait_for 'Fallible 700'
}

@test "the slider says how many mates in one a beginner finds" {
    FALLIBLE_METHOD=human FALLIBLE_SCALE=lichess-rapid screen_open 80 24 "$FALLIBLE" play --seed 7 --no-save
    wait_for 'Type a rating or use ← and →'
    keys -l 800
    wait_for 'finds 37 % of the mates'
    keys -l 400
    wait_for '24 % of the mates'
}

@test "the slider moves by 25 and 100, and Enter plays" {
    screen_open 80 24 "$FALLIBLE" play --seed 7 --no-save
    wait_for '1400  club'
    wait_for 'Slips  .* every [0-9]+(st|nd|rd|th) move|Slips  .* every [a-z]+ move'
    keys Tab
    wait_for '[0-9] positions a move, about depth [0-9]'
    keys Right
    wait_for '1425  club'
    keys PPage
    wait_for '1525'
    keys NPage NPage Left
    wait_for '1300  club'
    keys End
    wait_for '● *full|●full'
    keys Home
    wait_for '200  beginner'
    keys Enter
    wait_for 'Fallible 200 beginner'
    keys F5
    wait_for 'Opponent'
    keys Escape
    wait_for '▸You'
}

@test "a hint comes a rung at a time, the move on the third only" {
    board --fen "'6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1'"
    wait_for '▸You'
    keys F3
    wait_for '│ 1 '
    never 'Ra8'
    keys F3
    wait_for '│ 2 '
    never 'Ra8'
    keys F3
    wait_for '│ 3 .*Ra8'
    never 'Hint' # the line below the board says nothing twice
    keys Escape
    wait_gone '─ hint ─'
}

@test "all four hints fit on a screen of 80x24" {
    screen_open 80 24 "$FALLIBLE" play --no-save --color black \
        --fen "'2r3k1/1p1b1pb1/1qn3p1/pN1p2Pp/P3r1nP/1NP3B1/1P2BPR1/R2Q2K1 b - - 0 1'"
    wait_for '▸You'
    keys F3 F3 F3 F3
    wait_for '│ 4 '
    wait_for '│ 1 [A-Z]' 1
    wait_for '│ 2 (Look at|White wants)' 1
    wait_for '│ 3 Play 1\.\.\.' 1
}

@test "in the smallest terminal the last hint is read to its end" {
    screen_open 40 16 "$FALLIBLE" play --no-save --fen "'4r1k1/pp3p1p/6p1/2p5/2Pp4/1P1P1NP1/P4P1P/4R1K1 w - - 0 25'"
    wait_for '▸You'
    keys F3 F3
    wait_for "2 Look at Black's"
    keys F3 F3
    wait_for '4 25\.Rxe8\+'
    screen | tr -s ' \n' ' ' | grep -qE '4 25\.Rxe8\+.*undefended.*rook.*\.'
}

@test "a comment without blanks is shown to its end, and a small analysis names its own keys" {
    cd "$BATS_TEST_TMPDIR"
    printf '[Result "1-0"]\n\n1. e4 {%s終} e5 1-0\n' "$(printf '王%.0s' $(seq 40))" > chinese.pgn
    screen_open 80 24 "$FALLIBLE" analyze --nodes 30000 chinese.pgn
    wait_for 'analysis'
    keys Right
    wait_for '王終}'
    screen_close
    screen_open 40 16 "$FALLIBLE" analyze --nodes 30000 chinese.pgn
    wait_for 'F2 debug  F5 level'
    not_on_screen 'F9'
    not_on_screen 'F6'
}

@test "what is typed after a refused move takes its place" {
    board
    wait_for '▸You'
    type_line Ke2
    wait_for 'illegal'
    screen | grep -qE '^ > Ke2'
    keys -l e
    wait_for '^ > e$'
    keys -l 4
    keys Enter
    wait_for '1\. e4 '
}

@test "a line that the screen refuses stays to be corrected, too" {
    board
    wait_for '▸You'
    type_line 'level 5'
    wait_for 'Expected: elo N'
    wait_for '^ > level 5$'
    type_line 'theme pink'
    wait_for 'Type theme and a name: '
    wait_for '^ > theme pink$'
}

@test "what is typed after a refused move takes its place, a hint between them or not" {
    board
    wait_for '▸You'
    type_line Ke2
    wait_for 'illegal'
    keys F3
    wait_for 'F3 says more'
    screen | grep -qE '^ > Ke2'
    type_line e4
    wait_for '1\. e4 '
}

@test "Home and End are known whatever the terminal is called, PgDn types nothing" {
    screen_open 80 24 TERM=xterm "$FALLIBLE" play --elo 600 --no-save
    wait_for '▸You'
    keys -l abc
    keys Home
    keys -l X
    keys NPage End
    keys -l Y
    wait_for '^ > XabcY'
}

@test "a key that the terminal has no name for types nothing and chooses nothing" {
    board --fen "'8/P3k3/8/8/8/8/8/4K3 w - - 0 1'"
    wait_for '▸You'
    keys -l ab
    keys -H 1b 5b 33 34 7e 1b 5b 31 3b 39 5a # Esc [ 34 ~, Esc [ 1 ; 9 Z
    keys -H 1b 5b 31 3b                      # one that comes in two pieces
    sleep 0.2
    keys -H 39 52
    keys -l cd
    wait_for '^ > abcd$'
    keys C-u
    type_line a8
    wait_for 'Promote to'
    keys -H 1b 5b 31 3b 39 52 # Esc [ 1 ; 9 R
    keys n
    wait_for '1\. a8=N'
}

@test "what can be typed is listed by what it is for" {
    board
    wait_for '▸You'
    type_line help
    wait_for '│ Moves'
    keys NPage NPage NPage NPage
    wait_for '│ The game'
    keys NPage
    wait_for '│ The opponent'
    keys End
    wait_for 'quit  '
    keys Escape
    wait_for '▸You'
}

@test "a move typed too early is refused only until the opponent has moved" {
    board
    wait_for '▸You'
    type_line e4
    type_line d4
    wait_for '1\. e4 +[a-hNBRQKO]'
    wait_for '▸You'
    wait_gone 'illegal now'
}

@test "a word that is nothing is not called notation" {
    board
    wait_for '▸You'
    type_line plugh
    wait_for 'plugh is neither a move nor a command'
}

@test "a pawn move to the last rank asks for the piece" {
    board --fen "'8/P3k3/8/8/8/8/8/4K3 w - - 0 1'"
    wait_for '▸You'
    type_line a8
    wait_for 'Promote to'
    keys r
    wait_for '1\. a8=R'
}

@test "a piece chosen can be dragged as well" {
    board
    wait_for '▸You'
    click g1
    wait_for '\[♘\]'
    keys -l "$(printf '\033[M =0')" # pressed on g1, released on f3
    keys -l "$(printf '\033[M#9,')"
    wait_for '1\. Nf3'
    wait_for '▸You'
}

@test "a new game in the middle of one is asked about" {
    board
    wait_for 'You have white\. Type a move'
    type_line e4
    wait_for '1\. e4 +[a-hNBRQKO]'
    keys F9
    wait_for 'Give it up and start another\? y/n'
    keys n
    wait_gone 'Give it up'
    screen | grep -q '1\. e4'
    type_line rematch
    wait_for 'Give it up and start another\? y/n'
    keys y
    wait_for 'A new game against Fallible 600'
    never '1\. e4'
}

@test "resign in the middle of a game is asked about" {
    board
    wait_for 'You have white\. Type a move'
    type_line e4
    wait_for '1\. e4 +[a-hNBRQKO]'
    type_line resign
    wait_for 'Resign this game\? y/n'
    keys Enter
    wait_for 'Resign this game\? Please answer y or n'
    keys n
    wait_gone 'Resign this game'
    never '0-1'
    type_line resign
    wait_for 'Resign this game\? y/n'
    keys y
    wait_for '0-1.*Type review'
}

@test "an offer of a draw in the middle of a game is asked about" {
    board
    wait_for 'You have white\. Type a move'
    type_line e4
    wait_for '1\. e4 +[a-hNBRQKO]'
    type_line draw
    wait_for 'Offer a draw\? .*y/n'
    keys n
    wait_gone 'Offer a draw'
    never '1/2-1/2'
}

@test "a move typed at a question neither vanishes nor answers it" {
    screen_open 80 24 "$FALLIBLE" play --elo 1400 --seed 7 --color white
    wait_for '▸You'
    type_line e4
    wait_for '1\. e4 +[a-hNBRQKO]'
    keys F10
    wait_for 'left with 0'
    screen_close
    screen_open 80 24 "$FALLIBLE" play --elo 1000 --seed 7 --color white
    wait_for 'Go on\? y/n'
    type_line Nf3
    wait_for 'Please answer: y continues the unfinished'
    screen | grep -q '^ > Nf3'
    keys Enter
    wait_for 'Please answer'
    keys n
    wait_for 'Fallible 1000'
    never '1\. e4'
    screen | grep -q '^ > Nf3'
    keys Enter
    wait_for '1\. Nf3 +[a-hNBRQKO]'
    keys F9
    wait_for 'Leave it for later and start another\? y/n'
    type_line d4
    wait_for 'Leave it for later and start'
    wait_for 'd4 waits until you answer$'
    screen | grep -q '^ > d4'
    type_line c4
    wait_for 'c4 waits until you answer, instead of d4'
    keys Enter # says once more what is needed
    wait_for 'c4 waits until you answer$'
    keys n
    wait_gone 'Leave it'
    screen | grep -q '1\. Nf3'
    keys Enter
    wait_for '2\. c4'
}

@test "keys that do nothing while a question is open say that it waits for an answer" {
    screen_open 80 24 "$FALLIBLE" play --elo 600 --seed 7 --color white
    wait_for '▸You'
    type_line e4
    wait_for '1\. e4 +[a-hNBRQKO]'
    type_line resign
    wait_for 'Resign this game\? y/n'
    local key
    for key in F2 F5 Tab Up; do
        keys "$key"
        wait_for '^ Resign this game\? Please answer y or n$'
        never '─ debug|slider'
        keys -l x # shows the question alone again
        wait_for '^ Resign this game\? y/n$'
        keys Tab # would list what begins with x, or with nothing
        keys BSpace
        wait_for '^ Resign this game\? y/n$'
        wait_for '^ >$'
    done
    keys -l re
    keys Tab Tab
    wait_for '^ Resign this game\? y/n$'
    keys BSpace BSpace n
    wait_gone 'Resign this game'
    never 'Please answer'
}

@test "a key that is no answer asks for the piece, and Esc then leaves no such request behind" {
    screen_open 80 24 "$FALLIBLE" play --elo 600 --no-save --fen "'8/P6k/8/8/8/8/8/K7 w - - 0 1'"
    wait_for '▸You'
    type_line a8
    wait_for 'Promote to: q queen'
    keys F5
    wait_for 'Choose the piece first'
    keys Escape
    wait_gone 'Choose the piece first'
}

@test "who asks why the game was lost reads where it turned, and the key of the review" {
    screen_open 80 24 "$FALLIBLE" play --elo 2000 --seed 3 --color white --no-save
    wait_for '▸You'
    type_line f3
    wait_for '1\. f3 +[a-hNBRQKO]'
    wait_for '▸You'
    type_line g4
    wait_for 'You lost by checkmate'
    wait_for 'The game turned at'
    keys Escape
    wait_gone 'You lost by checkmate'
    for line in 'why did I lose' why 'what did I do wrong?'; do
        type_line "$line"
        wait_for '^ The game turned at 2\.g4\?\?: .*F8'
        type_line flip
        wait_gone 'The game turned at'
    done
}

@test "any line typed at a question waits and is named, but not the command that it is about" {
    printf '1. d4 d5 *\n' > "$BATS_TEST_TMPDIR/a.pgn"
    screen_open 80 24 "sh -c 'cd $BATS_TEST_TMPDIR &&
        exec $FALLIBLE play --elo 600 --seed 7 --book none --color white'"
    wait_for '▸You'
    type_line e4
    wait_for '1\. e4 +[a-hNBRQKO]'
    type_line resign
    wait_for 'Resign this game\? y/n'
    type_line resign # again, instead of an answer
    wait_for '^ Resign this game\? Please answer y or n'
    wait_for '^ >$'
    keys n
    wait_gone 'Resign this game'
    keys Enter
    sleep 0.5
    never 'Resign this game'
    keys -l resign # waits while the question of another key is answered
    keys F9
    wait_for 'start another\? y/n'
    keys n
    wait_for '^ resign is still waiting: press Enter to enter it'
    keys Enter
    wait_for 'Resign this game\? y/n'
    type_line 'load a.pgn'
    wait_for '^ Resign this game\? Please answer y or n; load a\.pgn waits until you answer$'
    keys n
    wait_for '^ load a\.pgn is still waiting'
    keys Enter
    wait_for 'Leave it for later and open another\? y/n'
    keys y
    wait_for '1\. d4 +d5'
}

@test "a line that would be refused is refused without a question" {
    board
    wait_for '▸You'
    type_line e4
    wait_for '1\. e4 +[a-hNBRQKO]'
    echo nonsense > "$BATS_TEST_TMPDIR/bad.txt"
    type_line 'load nosuch.pgn'
    wait_for '^ nosuch.pgn: No such file'
    type_line "load $BATS_TEST_TMPDIR/bad.txt"
    wait_for 'move 1\. nonsense is illegal'
    type_line 'recent 4'
    wait_for '^ You have fewer finished games than that'
    type_line 'fen 8/8'
    wait_for '^ Expected 8 ranks, found 2\.'
    type_line 'new purple'
    wait_for '^ Expected: new'
    type_line 'resign now'
    wait_for '^ Type only resign'
}

@test "recent, load and fen ask before they leave a game that goes on" {
    printf '[White "Anna"]\n[Black "Bernd"]\n[Result "1-0"]\n\n1. f4 e5 2. g4 1-0\n' > "$BATS_TEST_TMPDIR/one.pgn"
    screen_open 80 24 "$FALLIBLE" play --elo 600 --seed 7 --book none --color white
    wait_for '▸You'
    type_line e4
    wait_for '1\. e4 +[a-hNBRQKO]'
    type_line resign
    keys y
    wait_for 'r review'
    keys Escape
    type_line 'new white'
    wait_for 'A new game against'
    type_line d4
    wait_for '1\. d4 +[a-hNBRQKO]'
    type_line games
    wait_for 'recent for your own'
    for line in recent "load $BATS_TEST_TMPDIR/one.pgn" 'fen 8/8/8/8/8/4k3/4p3/4K3 w - - 0 1'; do
        type_line "$line"
        wait_for 'This game is not over\. Leave it for later and (open another|start another)\? y/n'
        keys n
        wait_gone 'Leave it for later and'
        on_screen '1\. d4'
    done
    type_line recent
    wait_for 'open another\? y/n'
    keys y
    wait_for 'You lost to Fallible 600'
    wait_for '1\. e4 +[a-hNBRQKO]'
}

@test "after the game one key plays again, and the slider begins one" {
    board
    wait_for '▸You'
    type_line e4
    wait_for '1\. e4 +[a-hNBRQKO]'
    type_line resign
    keys y
    wait_for '0-1.*Type review'
    keys Escape # closes the panel
    wait_for 'F9 again'
    keys F9
    wait_for '1\. [a-hNBRQKO].*◂' # the other colour
    type_line resign
    keys y
    wait_for '1-0'
    keys F5
    wait_for 'Enter play  Esc back'
    keys Right c Enter
    wait_for '1\. [a-hNBRQKO].*◂'
    screen | grep -q 'Fallible 625'
}

@test "the slider remembers the last game's level and clock, and changes the colour" {
    screen_open 80 24 "$FALLIBLE play"
    wait_for 'you white \(c\) +clock none \(t\)'
    keys PPage c t
    wait_for '1500  '
    wait_for 'you black \(c\) +clock 3\+2 \(t\)'
    keys Enter
    wait_for 'Fallible 1500'
    wait_for '1\. [a-hNBRQKO].*◂'
    type_line e6
    type_line resign
    keys y
    wait_for 'you resigned'
    keys F10
    wait_for 'left with 0'
    screen_close
    screen_open 80 24 "$FALLIBLE play"
    wait_for 'you white \(c\) +clock 3\+2 \(t\)' # after a game with black
    screen | grep -q '1500  '
}

@test "the debug pane shows the last decision once it is asked for" {
    board --debug
    wait_for '▸You'
    type_line e4
    wait_for '1\. e4 +[a-hNBRQKO].*◂'
    wait_for 'are hidden'
    keys F2
    wait_for '1\.\.\.'
    wait_for 'random number \.[0-9]+'
    wait_for '▸ [a-hNBRQKO][a-z0-9x+-]+ +[-+][0-9.]+ .*played' # the candidates come first
    wait_for '  PgDn more  '
    never 'seed 7'
    screen | grep -q 'debug: madchess 1/4 PgDn'
    wait_for 'depth [0-9]+ [0-9.kM]+ nodes [0-9.]+ s( [0-9.kM]+/s)? hash [0-9]+%'
    keys NPage
    wait_for 'debug: madchess 2/4'
    wait_for 'seed 7'
    wait_for 'F2 close  PgDn PgUp'
    never 'random number'
    keys NPage
    wait_for 'debug: madchess 3/4'
    screen | grep -qE 'evaluation [-+][0-9.]+ +for white +white black'
    screen | grep -q 'White and Black are equal' # a beginner knows of material alone
    keys NPage
    wait_for 'debug: madchess 4/4 PgUp'
    wait_for 'F2 close  PgUp back'
    screen | grep -qE '[0-9.]+%  positions in the hash table'
    screen | grep -qE '(-|[0-9.]+%)  cutoffs on the first move' # it may have searched a single ply
    keys NPage PPage PPage PPage
    wait_for 'debug: madchess 1/4'
    wait_for 'random number \.[0-9]+'
}

@test "bar shows the evaluation in a game, which then is not rated" {
    screen_open 80 24 "$FALLIBLE" play --elo 600 --seed 7 --color white --theme mono
    wait_for '▸You'
    type_line e4
    wait_for '1\. e4 +[a-hNBRQKO].*◂'
    never '[█░]│'
    type_line bar
    wait_for 'With the evaluation bar this game does not count for your rating\. Show it\? y/n'
    keys n
    wait_gone 'Show it'
    never '[█░]│'
    type_line 'bar on'
    wait_for 'Show it\? y/n'
    keys y
    wait_for 'The evaluation bar is shown\. .*This game no longer'
    [ "$(screen | grep -c '[█░]│')" -eq 16 ]
    type_line bar
    wait_for 'The evaluation bar is hidden'
    never '[█░]│'
    type_line bar # the game does not count any more
    wait_for 'The evaluation bar is shown'
    wait_for '[█░]│'
    type_line 'bar off'
    wait_for 'The evaluation bar is hidden'
    type_line resign
    keys y
    wait_for 'You resigned'
    keys Escape F9
    wait_for '1\. [a-hNBRQKO].*◂'
    never '[█░]│'
    type_line speech
    wait_for 'There is no command speech: it sets how much is said about each move'
    wait_for 'fallible --plain\.'
}

@test "whatever takes a game out of the rating asks first, by key and by command" {
    screen_open 80 24 "$FALLIBLE" play --elo 600 --seed 7 --color white
    wait_for '▸You'
    type_line 'elo full'
    wait_for 'the opponent is Fallible full'
    keys F2 # another key ends the answer
    wait_for 'This game does not count for your rating: the opponent plays at full strength'
    keys F2
    type_line 'elo 600'
    wait_for 'the opponent is Fallible 600'
    type_line e4
    wait_for '1\. e4 +[a-hNBRQKO].*◂'
    keys F5 Enter # the same opponent
    keys F5 Right Enter
    wait_for 'If you change the opponent now, this game does not count'
    keys n
    wait_for 'Enter sets it'
    keys Tab Down Space Enter
    wait_for 'If you change the opponent now'
    keys Escape
    wait_gone 'If you change'
    keys F5
    wait_gone 'Enter sets it'
    for line in 'elo 900' 'level 900' 'preset club' 'method inaccuracy' 'set nodes 500' 'know mobility on' 'seed 4'; do
        type_line "$line"
        wait_for 'If you change the opponent now'
        keys n
        wait_gone 'If you change'
    done
    for line in 'elo 600' 'method madchess'; do # what is not changed is not asked about
        type_line "$line"
        wait_for 'Fallible 600 beginner\.|Method madchess'
        never 'If you change'
    done
    type_line 'elo 9000'
    wait_for 'Expected: elo N'
    keys C-u
    type_line undo
    wait_for 'After a takeback this game does not count'
    keys n
    wait_gone 'After a takeback'
    type_line go
    wait_for 'If the opponent moves for you, this game does not count'
    keys n
    wait_gone 'If the opponent moves'
    never 'no longer counts'
    keys F5 Right Enter y
    wait_for 'This game no longer counts'
    type_line undo
    wait_for 'Taken back'
}

@test "a question about the rating is readable where the panel fills the screen" {
    screen_open 60 18 "$FALLIBLE" play --elo 600 --seed 7 --color white
    wait_for '▸You'
    type_line e4
    wait_for '1\. e4'
    sleep 1
    keys F5 Right Enter
    wait_for 'If you change the opponent now'
    wait_for 'Change it\? y/n'
}

@test "the level stands below its place on the slider" {
    screen_open 80 24 "$FALLIBLE" play --elo 1400 --no-save
    wait_for '▸You'
    keys F5
    wait_for '^│ {34}1400  club'
    keys NPage NPage NPage NPage
    wait_for '^│ {25}1000  casual'
}

@test "in the smallest terminal the debug pane has its candidates and the level on further pages" {
    screen_open 40 16 "$FALLIBLE" play --elo 1000 --seed 7 --no-save \
        --fen "'rnbqkbnr/pppppppp/8/8/8/P6P/1PPPPPP1/RNBQKBNR w KQkq - 0 3'"
    wait_for '▸You'
    wait_for 'F2 debug'
    type_line e4
    wait_for '3\. e4 +[a-hNBRQKO]'
    keys F2
    wait_for '─ 1/3 PgDn ─'
    wait_for 'random number'
    keys NPage
    wait_for '─ 2/3 PgDn ─'
    wait_for '▸ [a-hNBRQKO][a-z0-9x+-]+ +[-+][0-9]'
    keys NPage
    wait_for '─ 3/3 PgUp ─'
    wait_for 'nps [0-9,]+'
}

@test "the debug pane tells the decision of the move shown, also after a take-back" {
    board --debug
    wait_for '▸You'
    type_line e4
    wait_for '1\. e4 +[a-hNBRQKO].*◂'
    keys F2
    wait_for '│ +1\.\.\.'
    type_line d4
    wait_for '2\. d4 +[a-hNBRQKO].*◂'
    wait_for '│ +2\.\.\.'
    keys Left Left
    wait_for '│ +1\.\.\.'
    keys End
    wait_for '│ +2\.\.\.'
    type_line undo
    wait_for 'Taken back'
    wait_for '│ +1\.\.\.'
    wait_for 'random number \.[0-9]+'
}

@test "analysis and back" {
    board
    wait_for '▸You'
    keys F6
    wait_for 'd[0-9]+ +1\. '
    type_line eval # tells the evaluation and stays
    wait_for 'Evaluation: [-+][0-9.]+ for White, depth [0-9]+, with 1\. '
    keys F6
    wait_gone 'analysis 1/5'
}

@test "stepping with an empty line, and back to the game" {
    board
    wait_for '▸You'
    type_line e4
    wait_for '1\. e4 +[a-hNBRQKO].*◂'
    keys Home
    wait_for 'This is an earlier position'
    screen | grep -qE '^ 2 +♙ +♙ +♙ +♙ +♙ +♙ +♙ +♙'
    keys End
    wait_for '1\. e4 +[a-hNBRQKO].*◂'
}

@test "the line of keys lists only keys that work in help, a command's output and a question" {
    screen_open 80 24 "$FALLIBLE" play --elo 1200 --color white --no-save
    wait_for 'F2 debug .*F10 quit'
    keys F1
    wait_for '^ F1 back   : command   F10 quit *$'
    keys -l ':'
    wait_for '^ > :'
    wait_for 'F2 debug .*F10 quit'
    keys Escape
    wait_for '^ > *$'
    type_line 'fallible levels'
    wait_for 'Esc back'
    wait_for '^ F1 help   F10 quit *$'
    keys Escape
    wait_for 'F2 debug .*F10 quit'
    type_line e4
    wait_for '▸You'
    wait_for 'e4 +[a-hNBRQKO]'
    type_line resign
    wait_for '^ y yes   n or Esc no   F10 quit *$'
    keys n
    wait_for 'F2 debug .*F10 quit'
}

@test "flip, help, a theme and an unknown one" {
    board
    wait_for '▸You'
    keys F4
    wait_for 'h   g   f   e   d   c   b   a'
    type_line F4
    wait_for 'a   b   c   d   e   f   g   h'
    keys F1
    wait_for '│ The game.*'
    keys Escape
    wait_gone '│ The game.*'
    type_line F3
    wait_for '─ hint ─'
    type_line f3
    wait_for '1\. f3'
    type_line 'theme mono'
    wait_for '░'
    type_line 'theme nonsense'
    wait_for 'Type theme and a name: .*mono'
}

@test "resigning ends the game and new starts again" {
    board
    wait_for '▸You'
    type_line resign # also before the first move
    wait_for 'Resign this game\? y/n'
    keys n
    wait_gone 'Resign this game'
    on_screen '▸You'
    type_line resign
    type_line y # an Enter after it is no rematch
    wait_for '0-1 .*the game is not saved'
    wait_for 'F9 again'
    type_line new
    wait_for '▸You'
    never '0-1'
}

@test "every size: large, compact, too small, and back without a wrong cell" {
    board --time 60+0
    wait_for '▸You'
    keys F4
    wait_for 'h   g   f   e   d   c   b   a'
    before=$(screen | sed 's/[0-9:.]*59:[0-9.]*\|1:00:00//g')
    tmux -L "$SOCKET" resize-window -x 120 -y 40
    wait_for 'average$'
    tmux -L "$SOCKET" resize-window -x 40 -y 16
    wait_for ' h g f e d c b a'
    tmux -L "$SOCKET" resize-window -x 30 -y 10
    wait_for 'Too small'
    tmux -L "$SOCKET" resize-window -x 80 -y 24
    wait_for 'h   g   f   e   d   c   b   a'
    sleep 0.3
    after=$(screen | sed 's/[0-9:.]*59:[0-9.]*\|1:00:00//g')
    [ "$before" = "$after" ]
}

@test "a thousand resizes leave a perfect board" {
    board
    wait_for '▸You'
    wait_for '^ > *$' # the last row that is drawn
    before=$(screen)
    for step in $(seq 1000); do
        printf 'resize-window -x %d -y %d\n' $((30 + step * 37 % 140)) $((8 + step * 23 % 50))
    done > "$BATS_TEST_TMPDIR/storm"
    tmux -L "$SOCKET" source-file "$BATS_TEST_TMPDIR/storm"
    tmux -L "$SOCKET" resize-window -x 80 -y 24
    for _ in $(seq 100); do # until the last sizes are drawn
        [ "$before" = "$(screen)" ] && break
        pause 100
    done
    [ "$before" = "$(screen)" ]
    type_line d4
    wait_for '1\. d4 '
}

@test "nothing beyond ASCII in the C locale, with --ascii, and pieces as letters on a console" {
    screen_open 80 24 LC_ALL=C "$FALLIBLE" play --elo 600 --no-save
    wait_for '>You'
    screen | grep -qE '^ 8  r   n   b   q   k'
    only_ascii
    screen_close
    board --ascii
    wait_for '>You'
    only_ascii
    screen_close
    screen_open 80 24 TERM=linux "$FALLIBLE" play --elo 600 --no-save
    wait_for '^ 8  r   n   b   q   k'
}

@test "NO_COLOR: no colour is sent, and dark squares are shaded" {
    screen_open 80 24 NO_COLOR=1 "$FALLIBLE" play --elo 600 --no-save
    wait_for '♜  ░♞░░'
    colours=$(tmux -L "$SOCKET" capture-pane -e -p |
        grep -cE $'\033\\[[0-9;]*(3[0-7]|4[0-7]|38;|48;)' || true)
    [ "$colours" -eq 0 ]
}

# The lowest contrast (WCAG, in tenths) of a piece or mark with its square.
least_contrast() {
    tmux -L "$SOCKET" capture-pane -e -p | sed -n '2,17p' | LC_ALL=C awk "$COLOURS"'
        BEGIN { least = 999 }
        {
            count = split($0, runs, "\033\\[")
            for (i = 2; i <= count; i++) {
                look(runs[i])
                if (text == "" || fg == "" || bg == "") continue
                a = light(fg) + .05; b = light(bg) + .05
                ratio = a > b ? a / b : b / a
                if (ratio < least) least = ratio
                seen++
            }
        }
        END { print (seen >= 15 ? int(least * 10) : 0) }'
}

@test "in every theme pieces and marks stand out from their squares" {
    board --fen "'r3k2r/ppp2ppp/8/3Q4/8/2q5/PPP2PPP/RNB1K2R w KQkq - 0 1'"
    wait_for '!♔!'
    for theme in wood green blue grey; do
        type_line "theme $theme"
        sleep 0.3
        click b1
        wait_for '\[♘\]'
        least=$(least_contrast)
        echo "$theme: $least tenths"
        [ "$least" -ge 45 ]
        keys Escape
        wait_gone '\[♘\]' # or the next key would be Alt with it
    done
}

# The lowest contrast (in tenths) of the white and black shapes on large squares with what is behind
# them, and the number of cells of each.
shape_contrast() {
    tmux -L "$SOCKET" capture-pane -e -p | LC_ALL=C awk "$COLOURS"'
        BEGIN { least = 999 }
        {
            count = split($0, runs, "\033\\[")
            for (i = 2; i <= count; i++) {
                look(runs[i])
                if (text == "" || bg == "" || bg == "x" || (fg != 231 && fg != 16)) continue
                a = light(fg) + .05; b = light(bg) + .05
                ratio = a > b ? a / b : b / a
                if (ratio < least) least = ratio
                seen[fg]++
            }
        }
        END { print (seen[231] >= 20 && seen[16] >= 20 ? int(least * 10) : 0) }'
}

@test "on large squares pieces are shapes that stand out in every theme" {
    local size theme least
    for size in 120x40 160x45 200x60; do
        FALLIBLE_PIECES=auto screen_open "${size%x*}" "${size#*x}" TERM=xterm-256color "$FALLIBLE" play --elo 600 \
            --no-save --fen "'r3k2r/ppp2ppp/8/3Q4/8/2q5/PPP2PPP/RNB1K2R w KQkq - 0 1'"
        wait_for '▸You'
        wait_for '[▟▙▜▛]'
        never '^ +[1-8]? +[^│]*(♔|♕|♖|♗|♘|♙|♚|♛|♜|♝|♞|♟)' # the lines of the players have the material
        for theme in wood green blue grey; do
            type_line "theme $theme"
            sleep 0.3
            least=$(shape_contrast)
            echo "$size $theme: $least tenths"
            [ "$least" -ge 45 ]
        done
        screen_close
    done
}

# The lowest contrast (in tenths) of the arrows with what is behind them.
arrow_contrast() {
    tmux -L "$SOCKET" capture-pane -e -p | LC_ALL=C awk "$COLOURS"'
        BEGIN { least = 999 }
        {
            count = split($0, runs, "\033\\[")
            for (i = 2; i <= count; i++) {
                look(runs[i])
                if (text == "" || bg == "" || bg == "x" || (fg != 18 && fg != 52 && fg != 159 && fg != 230)) continue
                a = light(fg) + .05; b = light(bg) + .05
                ratio = a > b ? a / b : b / a
                if (ratio < least) least = ratio
                seen[fg]++
            }
        }
        END { print (seen[18] && seen[52] && seen[159] && seen[230] ? int(least * 10) : 0) }'
}

@test "arrows stand out in every theme" {
    local theme least analyst=$BATS_TEST_TMPDIR/analyst
    cat > "$analyst" <<'SH'
#!/bin/sh
while read -r word _; do
    case $word in
        uci) printf 'id name Analyst\nuciok\n' ;;
        isready) echo readyok ;;
        go) echo 'info depth 12 multipv 1 score cp 300 nodes 1 time 1 pv a2a8 g8h7' ;;
        stop) echo 'bestmove a2a8' ;;
        quit) exit 0 ;;
    esac
done
SH
    chmod +x "$analyst"
    FALLIBLE_PIECES=auto screen_open 120 40 TERM=xterm-256color "$FALLIBLE" analyze --nodes 30000 --engine "$analyst" \
        --fen "'b5k1/5pp1/7p/8/8/8/R4P2/5K1Q w - - 0 1'"
    wait_for 'threat  Bxh1'
    for theme in wood green blue grey; do
        type_line "theme $theme"
        sleep 0.3
        least=$(arrow_contrast)
        echo "$theme: $least tenths"
        [ "$least" -ge 45 ]
    done
}

@test "the command pieces changes how pieces are drawn" {
    FALLIBLE_PIECES=auto screen_open 120 40 TERM=xterm-256color "$FALLIBLE" play --elo 600 --no-save
    wait_for '[▟▙▜▛]'
    type_line 'pieces letters'
    wait_for '^ 1 +R +N +B +Q +K'
    type_line 'pieces outline'
    wait_for '^ 1 +♖ +♘ +♗ +♕ +♔'
    type_line pieces
    wait_for 'Type pieces and a name: auto figures outline letters \(now: outline\)'
    type_line 'pieces fancy'
    wait_for 'pieces must be auto, figures, outline or letters, not "fancy"'
    keys C-u
    keys -l 'pieces fi'
    keys Tab
    wait_for '> pieces figures'
    keys Enter
    wait_for '^ 1 +♜ +♞ +♝ +♛ +♚'
}

@test "at 120x40 no pane opens by itself" {
    screen_open 120 40 "$FALLIBLE" play --elo 600 --no-save
    wait_for '▸You'
    never '─ (hint|debug)'
    keys F2
    wait_for '─ debug'
    keys F3
    wait_for '─ hint'
    keys F2
    wait_gone '─ debug'
}

@test "a game from a file that is played to its end here has the panel of the end" {
    printf '[White "You"]\n[Black "Bernd"]\n[Result "*"]\n\n1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 *\n' > "$BATS_TEST_TMPDIR/half.pgn"
    board
    wait_for '▸You'
    type_line "load $BATS_TEST_TMPDIR/half.pgn"
    wait_for '3\. Bc4'
    type_line 'Qxf7#'
    wait_for '─ You won by checkmate'
    wait_for 'not counted: the game comes from a file'
    wait_for 'accuracy +you [0-9]+ %'
    keys Escape
    wait_gone '─ You won by checkmate'
    printf '[White "You"]\n[Black "Bernd"]\n[Result "1-0"]\n\n1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n' > "$BATS_TEST_TMPDIR/whole.pgn"
    type_line "load $BATS_TEST_TMPDIR/whole.pgn"
    wait_for 'You - Bernd, 1-0'
    type_line result
    wait_for 'You have not finished a game in this session'
}

@test "shapes give way to figures and letters" {
    FALLIBLE_PIECES=auto screen_open 120 40 NO_COLOR=1 "$FALLIBLE" play --elo 600 --no-save
    wait_for '♜.*♚'
    screen_close
    FALLIBLE_PIECES=auto screen_open 120 40 TERM=linux "$FALLIBLE" play --elo 600 --no-save
    wait_for '^ 8 +r +n +b +q +k'
    screen_close
    FALLIBLE_PIECES=letters screen_open 120 40 "$FALLIBLE" play --elo 600 --no-save
    wait_for '^ 8 +r +n +b +q +k'
    screen_close
    FALLIBLE_PIECES=figures screen_open 120 40 TERM=xterm-256color "$FALLIBLE" play --elo 600 --no-save
    wait_for '^ 1 +♜ +♞ +♝ +♛ +♚'
    screen_close
    FALLIBLE_PIECES=auto screen_open 80 24 TERM=xterm-256color "$FALLIBLE" play --elo 600 --no-save
    wait_for '^ 1 +♜ +♞ +♝ +♛ +♚'
}

# Foreground and background of the first GLYPH in a line of a capture.
last_colours() { # LINE GLYPH CAPTURE
    sed -n "$1p" <<< "$3" | sed "s/$2.*//" | grep -oE $'\033\\[[0-9;]*m' | tr -d $'\033[m' | tr ';' '\n' |
        awk '/^3[0-7]$/ { fg = $0 } /^4[0-7]$/ { bg = $0 } /^0?$/ { fg = bg = "" } END { print fg, bg }'
}

@test "with eight colours a piece stands on a chip of its own colour" {
    screen_open 80 24 TERM=screen "$FALLIBLE" play --elo 600 --no-save
    wait_for '▸You'
    type_line theme
    wait_for 'now: blue' # whose squares are neither black nor white
    for theme in wood green blue grey; do
        type_line "theme $theme"
        sleep 0.3
        cells=$(tmux -L "$SOCKET" capture-pane -e -p)
        # a8: a black rook, white on black; a1: a white one, black on white.
        [[ $(last_colours 2 ♖ "$cells") = "37 40" ]]
        [[ $(last_colours 16 ♖ "$cells") = "30 47" ]]
    done
}

@test "? lists the commands" {
    board
    wait_for '▸You'
    type_line '?'
    wait_for 'e4 Nf3 g1f3'
    keys NPage NPage NPage NPage
    wait_for 'undo +take back your last move'
    keys NPage
    wait_for 'elo N.*set the opponent.s rating'
    keys Escape
    wait_for '▸You'
}

@test "TERM=dumb gets lines of text" {
    screen_open 80 24 TERM=dumb "$FALLIBLE" play --elo 600 --seed 7 --no-save
    wait_for '^1\. > *$'
    type_line e4
    wait_for '^2\. > *$'
    screen | grep -qE '^1\.\.\. [a-hNBRQKO]'
}

@test "a suite runs in a pane and shows a position" {
    [ -e puzzles/bk.epd ] || skip "no puzzles/bk.epd"
    board
    wait_for '▸You'
    type_line 'suite bk'
    wait_for 'solved 0|solved [0-9]+'
    wait_for '[1-9][0-9]* / 24'
    keys Enter
    wait_for 'wanted  '
    keys Down Down
    wait_for ' 2q1rr1k/3bbnnp/p2p1pp1/2pPp3/PpP1P1P1/$' # no rank is broken
    wait_for ' 1P2BNNP/2BQ1PRK/7R b - - 0 1$'
    keys Escape Escape
    wait_for '▸You'
    wait_for 'bk: Fallible .* solved [0-9]+ of [1-9][0-9]*\.' # nothing else keeps the result
}

@test "the pane of a suite says what kept a level from a move" {
    cat > "$BATS_TEST_TMPDIR/level.epd" <<'EPD'
6k1/5ppp/8/8/8/8/8/4R1K1 w - - bm Kf1; id "wrong";
6k1/5ppp/8/8/8/8/8/4R1K1 w - - bm Re8#; id "mate";
r3k3/8/8/3N4/8/8/8/4K3 w - - bm Nc7+; id "fork";
EPD
    board
    wait_for '▸You'
    type_line "suite $BATS_TEST_TMPDIR/level.epd 600"
    wait_for 'Fallible 600 engine Elo \(madchess\)   1 s per position'
    wait_for '3 / 3'
    keys -l w
    wait_for 'none of [0-9]+ changes to the level helps'
    keys Escape Down Down
    wait_for '▸ fork'
    keys -l w
    wait_for 'found with: '
    wait_for 'all changes at once'
    keys Escape Escape
    wait_for '▸You'
}

@test "help opens over a suite and goes back to it" {
    [ -e puzzles/bk.epd ] || skip "no puzzles/bk.epd"
    board
    wait_for '▸You'
    type_line 'suite bk'
    wait_for 'solved [0-9]+'
    keys F1
    wait_for '─ Help ─'
    keys Escape
    wait_for 'solved [0-9]+'
    keys Escape
    wait_for '▸You'
}

@test "a suite that Ctrl-C closed does not run on unseen" {
    [ -e puzzles/bk.epd ] || skip "no puzzles/bk.epd"
    [ -d /proc/self/task ] || skip "threads cannot be counted here"
    board
    wait_for '▸You'
    local tasks running left=100
    tasks=/proc/$(program_pid)/task
    type_line 'suite bk'
    wait_for '[1-9][0-9]* / 24'
    running=$(find "$tasks" -mindepth 1 -maxdepth 1 | wc -l)
    keys C-c
    wait_for '▸You'
    until [ "$(find "$tasks" -mindepth 1 -maxdepth 1 | wc -l)" -lt "$running" ]; do
        left=$((left - 1))
        [ "$left" -gt 0 ]
        sleep 0.1
    done
}

@test "SIGTERM leaves the terminal as it was" {
    board
    wait_for '▸You'
    kill -TERM "$(program_pid)"
    wait_for 'left with 143'
    wait_for '^0$'
}

@test "a crash leaves the terminal as it was" {
    board
    wait_for '▸You'
    kill -ABRT "$(program_pid)"
    wait_for 'left with 134'
    wait_for '^0$'
    never '♜'
}

@test "quit and F10 leave with 0" {
    board
    wait_for '▸You'
    type_line quit
    wait_for 'left with 0'
    wait_for '^0$'
}

@test "a game cut off by kill -9 is offered again" {
    screen_open 80 24 "$FALLIBLE" play --elo 600 --seed 7
    wait_for '▸You'
    type_line e4
    wait_for '1\. e4 +[a-hNBRQKO].*◂'
    kill -KILL "$(program_pid)"
    wait_for 'left with 137'
    tmux -L "$SOCKET" respawn-window -k \
        "env LC_ALL=C.UTF-8 XDG_DATA_HOME=$XDG_DATA_HOME $FALLIBLE play --elo 600"
    wait_for 'Go on\? y/n'
    keys y
    wait_for '1\. e4 +[a-hNBRQKO]'
}

@test "suspended and continued" {
    board
    wait_for '▸You'
    pid=$(program_pid)
    kill -STOP "$pid"
    kill -CONT "$pid"
    sleep 0.3
    type_line e4
    wait_for '1\. e4 '
    screen | grep -q 'F1 help'
}

@test "idle costs nothing: not a byte is written, no time is spent" {
    board
    wait_for '▸You'
    pid=$(program_pid)
    # The position is scored for the review first, which may take long on a busy machine.
    before=-1
    for _ in $(seq 60); do
        spent=$(awk '{print $14 + $15}' "/proc/$pid/stat")
        [ "$spent" != "$before" ] || break
        before=$spent
        sleep 1
    done
    written=$(awk '/^wchar/ {print $2}' "/proc/$pid/io")
    sleep 2
    [ "$(awk '{print $14 + $15}' "/proc/$pid/stat")" -le $((before + 1)) ]
    [ "$(awk '/^wchar/ {print $2}' "/proc/$pid/io")" = "$written" ]
}

# For slow lines: a clock tick and a move only write what changed, not the whole screen of more than
# 4,000 bytes.
@test "a move and a running clock cost few bytes" {
    board --method madchess --time 3+0 --debug
    wait_for '▸You'
    type_line e4 # the clock runs from the second move on
    wait_for '1\. e4 +[a-hNBRQKO].*◂'
    sleep 1
    pid=$(program_pid)
    written() { awk '/^wchar/ {print $2}' "/proc/$pid/io"; }
    before=$(written)
    sleep 3
    ticks=$(($(written) - before))
    before=$(written)
    type_line Nc3
    wait_for '2\. Nc3 +[a-hNBRQKO].*◂'
    move=$(($(written) - before))
    echo "3 s of clock: $ticks bytes; a move and its answer: $move bytes"
    [ "$ticks" -gt 0 ]
    [ "$ticks" -lt 400 ]
    [ "$move" -lt 1500 ]
}

# The other engine runs outside the terminal: it gets the FEN of the board, and its answer is typed. Its
# strength is limited, too, to make an even game.
# bats test_tags=long
@test "a whole game at 1400, played through the terminal until it ends" {
    screen_open 80 24 "$FALLIBLE" play --elo 1400 --seed 7 --time 1+0 --no-save
    wait_for '▸You'
    coproc UCI { "$FALLIBLE" uci; }
    echo 'uci' >&"${UCI[1]}"
    local moves=0 fen line best
    while [ $moves -lt 250 ]; do
        keys Escape # an answer would hide the result
        sleep 0.1
        wait_for '▸You|Type review'
        if screen | grep -q 'Type review'; then
            break
        fi
        type_line fen
        wait_for '[/0-9a-zA-Z]+ w [-KQkq]+ [-a-h1-8]+ [0-9]+ [0-9]+' 10 || continue
        fen=$(screen | sed -n '21,23p' | tr '\n' ' ' |
            grep -oE '[1-8pnbrqkPNBRQK]+(/[1-8pnbrqkPNBRQK]+){7} w [-KQkq]+ [-a-h1-8]+ [0-9]+ [0-9]+')
        [ -n "$fen" ]
        printf 'position fen %s\ngo nodes 20000\n' "$fen" >&"${UCI[1]}"
        best=
        while [ -z "$best" ] && read -r -t 20 line <&"${UCI[0]}"; do
            case $line in bestmove*) best=${line#bestmove }; best=${best%% *} ;; esac
        done
        [ -n "$best" ]
        type_line "$best"
        moves=$((moves + 1))
        wait_for '▸Fallible|Type review|▸You.*'
        never 'illegal'
    done
    screen
    [ $moves -ge 10 ]
    screen | grep -qE '(1-0|0-1|1/2-1/2)  .*Type review'
    kill "$UCI_PID" 2>/dev/null || true
}

@test "the opponent's panel and the debug page say what a player understands" {
    export FALLIBLE_METHOD=human FALLIBLE_SCALE=lichess-rapid
    screen_open 80 24 "$FALLIBLE" play --elo 1450 --seed 3 --time 10+5 --no-save
    wait_for '▸You'
    keys F5
    wait_for 'Clock +thinks about 13 s a move'
    keys Escape
    wait_gone 'Clock +thinks'
    type_line h4
    wait_for '1\. h4 +[a-hNBRQKO].*◂'
    keys F2
    wait_for 'imitates play it|players it imitates'
    never 'on Lichess play it'
    keys NPage
    wait_for '1450: imitates players rated [0-9]+ in'
}

@test "the piece of a promotion may be typed as a word or with the move, also for the b-pawn" {
    for answer in b8=q queen Q; do
        board --fen "'8/1P2k3/8/8/8/8/8/4K3 w - - 0 1'"
        wait_for '▸You'
        type_line b8
        wait_for 'Promote to'
        type_line "$answer"
        wait_for '1\. b8=Q'
        wait_for '^ >$'
        never 'neither a move'
        screen_close
    done
    board
    wait_for '▸You'
    type_line e4
    wait_for '1\. e4 +[a-hNBRQKO].*◂'
    type_line resign
    wait_for 'Resign this game'
    type_line no
    wait_gone 'Resign this game'
    wait_for '^ >$'
    never 'neither a move'
}

@test "a question stays whole while a long line waits for its answer" {
    screen_open 80 24 "$FALLIBLE" play --elo 1200 --method madchess --seed 7 --color white
    wait_for '▸You'
    type_line e4
    wait_for '1\. e4 +[a-hNBRQKO]'
    type_line 'set MoveError 40'
    wait_for 'Change it\? y/n'
    type_line 'set BlunderError 200'
    wait_for 'Change it\? Please answer y or n; set BlunderError 200 waits until you answer'
    type_line 'set BlunderPercent 20' # the words about both lines do not fit
    wait_for 'Change it\? Please answer y or n\.'
    screen | grep -q '^ > set BlunderPercent 20'
}

#!/usr/bin/env bats
# Importing and solving puzzles, with --plain and on the board, and the deck afterwards.

load terminal

setup() {
    own_home
    file=$BATS_TEST_TMPDIR/some.csv
    cat > "$file" <<CSV
PuzzleId,FEN,Moves,Rating,RatingDeviation,Themes
twomates,6k1/5ppp/8/p7/8/8/8/1R2R1K1 b - - 0 1,a5a4 e1e8,600,80,mate mateIn1
queen,6k1/5ppp/8/p2q4/8/2N5/5PPP/3R2K1 b - - 0 1,a5a4 c3d5,900,80,hangingPiece
inTwo,6k1/3q1p1p/p1p3p1/4P3/P7/1Pp5/2Q2PPP/6K1 w - - 0 26,c2c3 d7d1 c3e1 d1e1,1200,80,mate mateIn2
CSV
}

puzzles() { in_lines "$1" puzzles "${@:2}"; } # INPUT OPTION...
@test "a file is imported line by line, what is wrong is named, the rest is kept" {
    printf 'bad,8/8/8/8,e2e4 e7e5,1500,80,short\nodd,6k1/5ppp/8/p7/8/8/8/1R2R1K1 b - - 0 1,a5a4,600,80,mate\n' >> "$file"
    run "$FALLIBLE" puzzles import "$file"
    [ "$status" -eq 1 ]
    has 'some.csv:5:5: FEN "8/8/8/8": expected 8 ranks, found 4'
    has 'some.csv:6:43: expected an even number of moves'
    has '3 puzzles, 2 lines left out'
    run "$FALLIBLE" puzzles import "$BATS_TEST_DIRNAME/puzzles.bats"
    [ "$status" -eq 2 ]
    has 'puzzles.bats:1:1: expected a line with the names of the columns'
    run "$FALLIBLE" puzzles --themes
    [[ "$output" =~ 'mate in 2 ' && "$output" =~ 'hanging piece ' ]]
    lacks 'mateIn2'
    for theme in 'mate in 2' mate-in-2 mateIn2; do
        puzzles '' --theme "$theme" --count 1
        has 'inTwo'
    done
}

@test "a second mate in one counts" {
    "$FALLIBLE" puzzles import "$file"
    puzzles 'Rb8\n' --theme mateIn1 --count 1
    [ "$status" -eq 0 ]
    has 'A new puzzle, twomates, rated 600 (near your puzzle rating of 1500, theme mate in 1). Black just played a4.'
    has 'Right: 2. Rb8# is as good as 2. Re8#.'
    has 'Your puzzle rating: 15'
    has 'All done: 1 of 1 solved.'
}

@test "a trade that misses the queen is not called a loss" {
    sed -n 1p "$file" > "$BATS_TEST_TMPDIR/trade.csv"
    echo 'trade,6k1/5ppp/8/p2q3b/8/2N5/4BPPP/6K1 b - - 0 1,a5a4 c3d5,700,80,hangingPiece' >> "$BATS_TEST_TMPDIR/trade.csv"
    "$FALLIBLE" puzzles import "$BATS_TEST_TMPDIR/trade.csv"
    puzzles 'Bxh5\nskip\n' --count 1
    has 'Not 2. Bxh5: it leaves you '
}

@test "a puzzle skipped is told to its end, from where it stands" {
    "$FALLIBLE" puzzles import "$file"
    puzzles 'skip\n' --theme mateIn2 --count 1
    has 'The solution was 26... Qd1+ 27. Qe1 Qxe1#.'
    puzzles 'skip\n' --theme hangingPiece --count 1
    has 'The move was 2. Nxd5.'
}

@test "a move that wins as much counts, another is wrong; what was missed comes back in review" {
    "$FALLIBLE" puzzles import "$file"
    puzzles 'h3\nRxd5\n' --rating 800-1000 --count 1
    [ "$status" -eq 0 ]
    has 'Not 2. h3: it leaves you '
    has 'Right: 2. Rxd5 is as good as 2. Nxd5.'
    has 'Added to your deck.'
    run sh -c 'printf "Nxd5\n" | timeout 60 "$0" review' "$FALLIBLE"
    [ "$status" -eq 0 ]
    has 'Position 1 of 1. Puzzle queen'
    has 'Puzzle queen, rated 900, which you missed on '
    has 'Right: 2. Nxd5. You had played h3. You will see it again on '
    run "$FALLIBLE" review
    has 'Nothing is due. The next position is due '
    run "$FALLIBLE" stats
    has 'Deck: 1 position, 0 due'
    has 'Puzzles: 1 tried, your rating '
    has 'Trained: 2 today; 1 day in a row (longest: 1)'
    has "  $(date +%F)     2 ########################################"
    [[ "$output" =~ $(date +%F)\ +2\ +50%\ +[0-9]+\ +0\ +-\ +- ]]
    run env FALLIBLE_GOAL=2 "$FALLIBLE" stats
    has 'Trained: 2 today, your goal of 2 was reached on 1 of 14 days;'
    has "  $(date +%F)     2* #"
    run "$FALLIBLE" stats --json --goal 3
    has '"goal": 3,'
    has '"days": [2, 0, 0,'
    has '{"trained": 2, "at_once": 1, '
}

@test "the first puzzles begin near the rating of the opponent, or near yours" {
    "$FALLIBLE" puzzles import "$file"
    export FALLIBLE_SCALE=lichess
    in_lines 'e4\nresign\npuzzles\nstop\nquit\n' play --plain --elo 900 --time none --color white
    has '(near 900, the rating of your opponent)'
    puzzles 'stop\n' # follows the last game
    has '(near 900, the rating of your opponent)'
    FALLIBLE_SCALE=chess.com FALLIBLE_RATING=900 puzzles 'stop\n'
    [[ $output =~ '(near 1'[0-9]+', your rating on Lichess'"'"'s scale)' ]]
    FALLIBLE_RATING=1800 puzzles 'skip\nstop\n'
    has '(near 1800, your rating)'
    puzzles 'stop\n'
    has '(near your puzzle rating of 1'
}

@test "a wrong move and quit is an attempt; quit without one is none" {
    "$FALLIBLE" puzzles import "$file"
    puzzles 'quit\n' --rating 800-1000
    run "$FALLIBLE" stats
    has 'Deck: 0 positions'
    puzzles 'h3\nquit\n' --rating 800-1000
    run "$FALLIBLE" stats
    has 'Deck: 1 position, 1 due'
    has 'Puzzles: 1 tried, your rating '
    puzzles '' --rating 800-1000
    [ "$status" -eq 1 ]
    run sh -c 'printf "h3\nquit\n" | timeout 60 "$0" review' "$FALLIBLE"
    has 'Position 1 of 1. Puzzle queen'
    run "$FALLIBLE" review
    has 'Nothing is due. '
}

@test "a longer puzzle goes on with the opponent's answer" {
    echo 'again,6k1/5ppp/8/p7/8/8/8/1R2R1K1 b - - 0 1,a5a4 e1e8,600,80,mate mateIn1' >> "$file"
    "$FALLIBLE" puzzles import "$file"
    puzzles 'Qd1+\nhint\nQxe1\n' --theme mateIn2
    has 'With a hint the puzzle counts as missed.'
    [ "$status" -eq 0 ]
    has 'Right: 26... Qd1+. The opponent replies 27. Qe1. Find the next move.'
    has 'Hint 1 of 3: '
    has 'Right: 27... Qxe1#. With a hint it counts as missed. Your puzzle rating: '
    has 'There is no further puzzle of this kind.  All done: 0 of 1 solved, 1 more after a hint or a wrong move.'
    puzzles '' --theme mateIn2
    [ "$status" -eq 1 ]
    puzzles 'hint\nRe8\nhint\nstop\n' --theme mateIn1
    has '0 of 2 solved, 1 more after a hint or a wrong move.'
}

@test "the panel of a puzzle names the opponent's newest move" {
    "$FALLIBLE" puzzles import "$file"
    screen_open 80 24 "$FALLIBLE" puzzles --theme mateIn2
    wait_for 'just'
    screen | tr -s ' \n│' ' ' | grep -q 'White just played .*Qxc3'
    type_line Qd1+
    wait_for 'The opponent replies 27. Qe1'
    never 'Qxc3\.'
}

@test "without an import the shipped pack is used; an empty deck says what fills it" {
    [ -e "$(dirname "$FALLIBLE")/puzzles/lichess.csv" ] || skip "no puzzles/ beside the program"
    puzzles 'stop\n' --rating 1000-1100
    [ "$status" -eq 0 ]
    has 'You have not imported puzzles, so these are the '
    has 'Nothing was tried.'
    run "$FALLIBLE" review
    [ "$status" -eq 0 ]
    has 'The deck is empty'
    puzzles 'skip\n\nstop\n' --rating 1000-1100
    has '0 of 1 solved.' # the second puzzle was shown, but not tried
    run "$FALLIBLE" puzzles --rating 1200-
    [ "$status" -eq 2 ]
    has '--rating takes a rating, as in 900, or two, as in 1200-1500, not "1200-"'
}

@test "a suite's best moves, moves to avoid and mates are asked for, in its order and once" {
    cat > "$BATS_TEST_TMPDIR/own.epd" <<EPD
r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR b KQkq - 0 1 am a6; id "scholar";
# a comment
6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1 dm 1;
6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1 c0 "nothing is asked for";
6k1/5ppp/8/p2q4/8/2N5/5PPP/3R2K1 w - - 0 1 bm Rxd5; id "queen";
EPD
    puzzles 'a6\nNf6\nh3\nskip\nNxd5\n' "$BATS_TEST_TMPDIR/own.epd"
    [ "$status" -eq 0 ]
    has 'Position 1 of 3. own scholar, not tried before. Find a better move than a6.'
    has 'Not 1... a6: it leaves you mated in 1; the best move '
    has 'Right: 1... Nf6'
    has 'After a wrong move it counts as missed. Added to your deck. It continues '
    has '. You tried 1... a6 (#-1).'
    has 'Find the mate in 1.'
    has 'Not 1. h3: it leaves you '
    has 'The move was 1. Rd8#. Added to your deck. You tried 1. h3 ('
    has 'Right: 1. Nxd5 is as good as 1. Rxd5.'
    has 'All done: 1 of 3 solved, 1 more after a hint or a wrong move.'
    puzzles '' "$BATS_TEST_TMPDIR/own.epd"
    [ "$status" -eq 1 ]
    has 'you have tried every position'
    run sh -c 'printf "a6\nNf6\nRd8\n" | timeout 60 "$0" review' "$FALLIBLE"
    has 'own scholar, which you missed on '
    has 'Find a better move than a6. Not seen since.'
    has 'Not 1... a6, as before: it leaves you mated in 1; the best move '
    has 'own line 3, which you missed on '
    echo '6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1 dm 1;' > "$BATS_TEST_TMPDIR/hinted.epd"
    puzzles 'hint\nRd8\n' "$BATS_TEST_TMPDIR/hinted.epd"
    has 'Right: 1. Rd8#. With a hint it counts as missed. Added to your deck.'
    echo 'no position at all' > "$BATS_TEST_TMPDIR/bad.epd"
    puzzles '' "$BATS_TEST_TMPDIR/bad.epd"
    [ "$status" -eq 2 ]
    has 'bad.epd:1:'
}

@test "a pack is chosen by ratings, what does not hold is left out, and it reads as a file of puzzles" {
    cat >> "$file" <<CSV
less,6k1/5ppp/8/p2q4/8/2N5/5PPP/3R2K1 b - - 0 1,a5a4 g2g3,900,80,crushing
high,6k1/5ppp/8/p2q4/8/2N5/5PPP/3R2K1 b - - 0 1,a5a4 c3d5,3100,80,crushing
broken,8/8/8/8,e2e4 e7e5,1500,80,short
CSV
    run "$FALLIBLE" puzzles --count 48 --nodes 2000 pack "$file" "$BATS_TEST_TMPDIR/pack.csv"
    [ "$status" -eq 0 ]
    has '6 lines: 1 damaged, 1 outside the ratings'
    has '3 puzzles chosen; the engine rejected 1 more'
    [ "$(cut -d, -f1,4 "$BATS_TEST_TMPDIR/pack.csv" | tail -n +2 | tr '\n' ' ')" = 'twomates,600 queen,900 inTwo,1200 ' ]
    run "$FALLIBLE" puzzles pack "$file" "$BATS_TEST_TMPDIR/pack.csv"
    [ "$status" -eq 2 ]
    has 'pack.csv: the pack cannot be written: File exists'
    run "$FALLIBLE" puzzles import "$BATS_TEST_TMPDIR/pack.csv"
    [ "$status" -eq 0 ]
    has '3 puzzles, 0 lines left out'
}

@test "the board shows the puzzle, why, and what your move came to" {
    "$FALLIBLE" puzzles import "$file"
    screen_open 80 24 "$FALLIBLE" puzzles --theme mate --count 2 --rating 600-1200
    wait_for 'To solve: 1 of 2'
    wait_for 'A new puzzle'
    wait_for '\(.\)' # the opponent's last move
    keys F3
    wait_for 'With a hint the puzzle counts as missed'
    wait_for '─ hint ─'
    type_line skip
    wait_for 'Added to'
    screen | tr -s ' \n' ' ' | grep -q 'Added to your deck\.' # perhaps in two lines
    wait_gone '─ hint ─'
    keys Enter
    wait_for 'To solve: 2 of 2'
    wait_for 'A new puzzle' # and no empty hint in its place
    never '─ hint ─'
    type_line stop
    wait_for '0 of [0-9]+ solved'
    wait_for 'F5 opponent' # home, and not a board that looks like a game
    keys Enter
    wait_for 'A new game against Fallible 1400'
    type_line quit
}

@test "what is solved or skipped stays on the board, to be stepped through, until Enter" {
    "$FALLIBLE" puzzles import "$file"
    screen_open 80 24 "$FALLIBLE" puzzles --count 2 --rating 900-1200
    wait_for 'To solve: 1 of 2'
    solved=Qxe1#
    if on_screen 'A new puzzle, queen'; then
        solved=Nxd5
        type_line Nxd5
    else
        type_line Qd1+
        wait_for 'Find the next move'
        type_line Qxe1#
    fi
    wait_for "Right: .*$solved"
    wait_for 'Press Enter for the next one'
    on_screen 'To solve: 1 of 2'
    type_line Kf1
    wait_for 'Done. Press Enter for the next one.'
    keys Enter
    wait_for 'To solve: 2 of 2'
    wait_for 'Find the move'
    type_line skip
    wait_for '(The move|The solution) was'
    wait_for 'Added to your'
    on_screen '\([♕♘♛♞]\)'
    keys Home
    wait_gone '\([♕♘♛♞]\)'
    keys End
    wait_for '\([♕♘♛♞]\)'
    keys Enter
    wait_for 'All done: 1 of 2 solved\.'
    wait_for 'F5 opponent'
}

@test "Esc in puzzles started from the shell leads home" {
    "$FALLIBLE" puzzles import "$file"
    screen_open 80 24 "$FALLIBLE" puzzles --count 2 --rating 900-1200
    wait_for 'To solve: 1 of 2'
    keys Escape
    wait_for 'F5 opponent'
    wait_for 'Statistics'
    never 'You .*casual'
    keys Escape
    pause 500
    on_screen 'F5 opponent'
}

@test "the pack that ships is read in without a trace on the terminal" {
    [ -e "$(dirname "$FALLIBLE")/puzzles/lichess.csv" ] || skip "no puzzles/ beside the program"
    screen_open 80 24 "$FALLIBLE" puzzles
    wait_for 'To solve: 1 of 10'
    keys F10
    wait_for 'left with 0'
    never 'puzzles'
}

@test "a suite is solved beside the opponent's level" {
    cat > "$BATS_TEST_TMPDIR/beside.epd" <<EPD
6k1/5ppp/8/8/8/8/8/4R1K1 w - - bm Re8#; id "mate";
r3k3/8/8/3N4/8/8/8/4K3 w - - bm Nc7+; id "fork";
EPD
    screen_open 80 24 "$FALLIBLE" puzzles "$BATS_TEST_TMPDIR/beside.epd"
    wait_for 'To solve: 1 of 2'
    type_line Re8
    wait_for 'You took [0-9]+ second'
    wait_for 'finds it\.'
    keys Enter
    wait_for 'To solve: 2 of 2'
    type_line Nc7
    wait_for 'You took [0-9]+ second'
    keys Enter
    wait_for 'Fallible 1400 finds [12] of 2\.  All done: 2 of 2 solved'
}

@test "what would let the level find a move that it misses" {
    cat > "$BATS_TEST_TMPDIR/missed.epd" <<EPD
7k/p7/1R5K/6r1/6p1/6P1/8/8 w - - bm Rb7; id "mate";
6k1/5ppp/8/8/8/8/8/4R1K1 w - - bm Kf1; id "wrong";
EPD
    run sh -c 'printf "skip\nskip\nquit\n" | timeout 60 "$0" puzzles --plain "$1"' "$FALLIBLE" \
        "$BATS_TEST_TMPDIR/missed.epd"
    [ "$status" -eq 0 ]
    has 'finds it 1 times in 100; its most likely mistake is 1. Kxg5.'
    has 'It would find it with: ten times the nodes.'
    has 'its most likely mistake is 1. Re8#.
It would not find it even with all its knowledge, no errors and ten times the nodes.'
    has 'Fallible 1400 finds 0 of 2.'
}

@test "a wrong try is told what it loses, even if the best reply is another move" {
    echo '6k1/R5Np/8/5p2/5P2/5RP1/P2r3n/5BK1 b - - bm Nxf3+; id "knight";' > "$BATS_TEST_TMPDIR/knight.epd"
    printf 'Rxa2\nquit\n' | "$FALLIBLE" puzzles "$BATS_TEST_TMPDIR/knight.epd" > "$BATS_TEST_TMPDIR/out"
    grep -q '^Not 1\.\.\. Rxa2: Rxa2 takes the rook, and it leaves you ' "$BATS_TEST_TMPDIR/out"
}

@test "in the smallest terminals a puzzle says who is to move, and a hint is whole" {
    screen_open 40 16 "$FALLIBLE" puzzles
    wait_for '1/10 (White|Black) to move\.'
    wait_for '^ F3 hint  skip: show  Esc ends  F10 quit$'
    keys F3 F3 F3
    wait_for '3 Play '
    on_screen '1/10 (White|Black) to move\.'
    screen_close
    screen_open 60 18 "$FALLIBLE" puzzles
    wait_for 'To solve: 1 of 10\. (White|Black) to move\.'
    wait_for 'missed\.' # the end of what a hint costs
}

@test "in the program puzzles takes a rating or a range of ratings" {
    for choice in 400 '--rating 400' '--rating 400-600'; do
        in_lines "puzzles $choice\nquit\n" play --plain --elo 800 --color white
        has 'to move.'
        lacks 'no untried puzzle'
    done
    in_lines 'puzzles 9000\nquit\n' play --plain --elo 800 --color white
    has 'Expected a rating of at most 4000, as in 900, or two, as in 1200-1500, not "9000".'
}

@test "a rating and a theme of puzzles go together, on the board and in the shell" {
    for choice in 'fork 900' '900 fork' '--theme fork --rating 900'; do
        in_lines "puzzles $choice\nquit\n" play --plain --elo 800 --color white
        has '(you asked for about 900, theme fork)'
    done
    in_lines "puzzles 1000-1100 mate in 2\nquit\n" play --plain --elo 800 --color white
    has '(you asked for 1000 to 1100, theme mate in 2)'
    in_lines "puzzles fork 900 1000\npuzzles no-such 900-1000\nquit\n" play --plain --elo 800
    has 'Expected one rating, as in fork 900, or two with a hyphen, as in fork 900-1100.'
    has 'There is no theme "no such"; to list the themes, run fallible puzzles --themes.'
    in_lines "puzzles smothered mate 400\npuzzles smothered mate 400-401\nquit\n" play --plain --elo 800
    has 'There is no untried puzzle with this theme and rating.'
    run sh -c 'echo quit | "$0" puzzles --plain --theme fork --rating 900' "$FALLIBLE"
    has '(you asked for about 900, theme fork)'
    run sh -c 'echo quit | "$0" puzzles --plain --rating 3900' "$FALLIBLE" # the nearest
    has '(you asked for about 3900)'
}

@test "a theme that does not exist is named, with the theme that was meant" {
    run "$FALLIBLE" puzzles --plain --theme frok
    [ "$status" -eq 2 ]
    has 'fallible: there is no theme "frok"; did you mean "fork"?'
    lacks 'you have tried'
    in_lines 'puzzles frok\nquit\n' play --plain --elo 800
    has 'There is no theme "frok"; did you mean "fork"?'
    lacks '?.'
}

#!/usr/bin/env bats
# A game with gifts, its review, solving what was missed, the statistics, and restoring the game from its
# PGN.

load terminal

setup() {
    own_home
    # MadChess at 1200, but it may blunder on every move, in a position where its queen hangs, so that
    # gifts do not depend on luck.
    position='rn4k1/pp3pp1/7p/3q4/8/8/PPP2PPP/3RR1K1 w - - 0 1'
    generous=$BATS_TEST_TMPDIR/generous.conf
    awk '/^\[/ { section = $0 }
         section ~ /^.madchess.(blunder_|nodes_)/ && !/^\[/ { next }
         { print }
         $0 == "[madchess.nodes_per_second]" { print "600 = 311" }
         $0 == "[madchess.blunder_chance]" { print "600 = 1024" }
         $0 == "[madchess.blunder_error]" { print "600 = 2000" }' share/madchess.conf > "$generous"
}

play() { in_lines "$1" play --plain "${@:2}"; } # INPUT OPTION...
generous() { # INPUT
    play "$1" --elo 1200 --seed 7 --strength-file "$generous" --fen "$position"
}

matches() {
    if ! printf '%s\n' "$output" | grep -qE -- "$1"; then
        printf 'no line like "%s" in:\n%s\n' "$1" "$output"
        return 1
    fi
}

# Quiet moves that are nearly always legal, so that every gift is missed.
moves='h3\na3\ng3\nb3\n'

@test "a game at 1200 ends in its review: gifts, accuracy, mistakes" {
    generous "${moves}resign\nreview\nreview scores\ntry\nhint\nskip\nstop\nquit\n"
    [ "$status" -eq 0 ]
    has "Type review to see your mistakes"
    matches '^Review: You 0-1 Fallible 1200 casual, [0-9]+ moves?\.$'
    matches '^Gifts: [1-9][0-9]* offered, [0-9]+ taken'
    matches '^[0-9]+\.\.\. [^;]+; you (took it:|played) [0-9]+\. '
    matches '^You: accuracy [0-9.]+%, average loss [0-9.]+ pawns; [0-9]+ inaccurac'
    matches '^1\. h3[?!]* [+-][0-9.]+, [0-9.]+ s\.$'
    matches '^Position 1 of [0-9]+\. A chance you missed: .*\.$'
    # the position is given as it is for a puzzle
    [ "$(printf '%s\n' "$output" | grep -A 10 '^Position 1 of' | tail -n 2)" = $'  a b c d e f g h\nWhite to move.' ]
    has "Hint 1 of 4: "
    matches '^The move was [0-9]+\. .* It continues [0-9]+\.\.\. [^ ]+ [0-9]+\. '
}

@test "a missed gift is solved on the spot, by its best move" {
    generous "${moves}resign\nreview\ntry\nhint\nhint\nhint\nquit\n"
    has "Hint 3 of 4: Play "
    best=$(printf '%s\n' "$output" | sed -n 's/^Hint 3 of 4: Play \(.*\)\.$/\1/p')
    generous "${moves}resign\nreview\ntry\nfrobnicate\n$best\nquit\n"
    has "frobnicate is neither"
    has "Right: "
}

@test "no depth of 127 is shown where a search had nothing more to look at" {
    printf '[White "You"]\n[Black "Bernd"]\n[Result "1-0"]\n\n1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0\n' \
        > "$BATS_TEST_TMPDIR/mate.pgn"
    screen_open 80 24 "$FALLIBLE" analyze --nodes 30000 "$BATS_TEST_TMPDIR/mate.pgn"
    wait_for 'Qxf7#'
    keys F8
    wait_for 'the start'
    keys End Left
    wait_for '3\.\.\. Nf6\?\? +evaluation #1 for you   searched to the end'
    keys q
    type_line 'fen k7/8/1K6/8/8/8/8/7R w - - 0 1'
    wait_for 'Rh8#'
    wait_for 'searched to the end'
    never 'depth 127|d127'
}

@test "messages of the command break between words in a terminal" {
    screen_open 80 24 "'$FALLIBLE' review; '$FALLIBLE' review tests/data/lichess-evals.pgn --names You"
    wait_for 'left with'
    [ "$(screen | head -4)" = "\
The deck is empty. When you review a game, chances you missed and mistakes you
  made are added to it. Puzzles you miss are added too.
fallible: tests/data/lichess-evals.pgn: none of the 12 games is a finished game
  of You; say which name is yours with --names NAME" ]
    run "$FALLIBLE" review
    [ "${#lines[@]}" -eq 1 ]
}

@test "a drill: the opponent lacks one group, the review and the statistics count it, PGN keeps it" {
    input=$(printf 'go\n%.0s' 1 2 3 4 5 6 7 8)
    run sh -c 'printf "%s\nresign\nreview\nsave --full $0/drill.pgn\ndrill nothing\ndrill off\nquit\n" "$1" | timeout 100 "$2" play --plain --elo 1800 --seed 7 --drill king_safety' \
        "$BATS_TEST_TMPDIR" "$input" "$FALLIBLE"
    [ "$status" -eq 0 ]
    has 'Drill: the opponent knows nothing about king safety. Take advantage of that.'
    has 'Drill, king safety: the opponent erred '
    has 'threats minor major'
    has 'The next game is not a drill.'
    grep -q 'FallibleDrill "king_safety"' "$BATS_TEST_TMPDIR/drill.pgn"
    run sh -c 'printf "load $0/drill.pgn\nreview\nnew\nquit\n" | timeout 100 "$1" play --plain --elo 1800 --no-save' "$BATS_TEST_TMPDIR" "$FALLIBLE"
    has 'Drill, king safety: the opponent erred '
    run "$FALLIBLE" stats
    has '  drills: the opponent ignored '
    [[ "$output" =~ king\ safety\ +1\ +[0-9]+\ +[0-9]+\ +\+[0-9.]+ ]]
    run "$FALLIBLE" play --drill cooking
    [ "$status" -eq 2 ]
    has '--drill takes one of pawns N/B R/Q'
}

@test "a game replayed with one thing changed leaves the path, with nothing changed it does not" {
    run sh -c 'printf "e4\nwhatif elo 900\nd4\nresign\nwhatif elo\nwhatif elo 5\nwhatif without mobility\nreview\nquit\n" | timeout 100 "$0" play --plain --elo 1400 --seed 7 --book none' "$FALLIBLE"
    has 'Type whatif after the game, to see what the opponent would have played.'
    has 'Expected: whatif without GROUP'
    has 'elo takes a number from 200 to 2650 (engine Elo), not "5"'
    matches '^Replayed without mobility the opponent (first differs|plays the same).* of 2 moves differ'
    run "$FALLIBLE" replay --list
    [ "$status" -eq 0 ]
    matches '^game 1, .*: you had white against Fallible 1400 engine Elo \(madchess\), 2 moves$'
    run "$FALLIBLE" replay --seed 7
    [ "$status" -eq 0 ]
    has 'With seed 7 the opponent plays the same: none of 2 moves differs.'
    run "$FALLIBLE" replay 1 --elo 600 --json
    [ "$status" -eq 0 ]
    has '{"game": 1, "changed": "at 600 engine Elo", "decisions": 2, "unknown": 0, "departures": ['
    run "$FALLIBLE" replay --elo 1400 --scale lichess
    [ "$status" -eq 0 ]
    matches '^Replayed: game 1, .* against Fallible [0-9]+ Lichess rapid \(madchess\)'
    matches '^At 1400 Lichess rapid the opponent (first differs|plays the same)'
    run "$FALLIBLE" replay 9 --seed 7
    [ "$status" -eq 2 ]
    has 'there is no game 9 that can be replayed'
    run "$FALLIBLE" replay
    [ "$status" -eq 2 ]
    has 'expected one thing to change'
}

@test "refusals: no review while the game goes on, nothing to try before it" {
    play 'review\ntry\nskip\nstop\nquit\n' --elo 1200 --seed 7 --no-save
    [ "$status" -eq 0 ]
    has "There is no finished game"
    has "Type try after the game, to solve what you missed in it."
    has "There is no position to solve"
    has "There is nothing to stop."
}

@test "the game is read back from its PGN with all that was known of it" {
    file=$BATS_TEST_TMPDIR/game.pgn
    generous "${moves}resign\nreview\nsave --full $file\nquit\n"
    first=$(printf '%s\n' "$output" | sed -n '/^Gifts:/,/^Type try/p')
    grep -q '\[%eval ' "$file"
    grep -q '\[%fallible' "$file"
    grep -q '^\[FallibleOpponent "elo=1200 ' "$file"
    play "load $file\nreview\nquit\n" --elo 2000 --seed 9 --no-save
    [ "$status" -eq 0 ]
    [[ "$output" != *"Analysing the game"* ]]
    [ "$(printf '%s\n' "$output" | sed -n '/^Gifts:/,/^Type try/p')" = "$first" ]
}

@test "saved games are clean, and stay the same to the byte when loaded and saved again" {
    cd "$BATS_TEST_TMPDIR"
    generous "${moves}resign\nreview\nsave clean.pgn\nsave --eval eval.pgn\nsave full.pgn --full\ncopy pgn\nquit\n"
    lacks '[%fallible'
    if grep -E 'fallible|eval|^\[Fallible' clean.pgn; then return 1; fi
    grep -q 'was better' clean.pgn
    grep -q '\[%eval ' eval.pgn
    if grep -q '%fallible' eval.pgn; then return 1; fi
    grep -q '\[%fallible' full.pgn
    play 'load clean.pgn\nsave c2.pgn\nload c2.pgn\nsave c3.pgn\nload full.pgn\nsave --full f2.pgn\nload f2.pgn\nsave --full f3.pgn\nload full.pgn\nsave from-full.pgn\nquit\n' --no-save
    cmp clean.pgn c2.pgn
    cmp c2.pgn c3.pgn
    [ "$(grep -c 'deliberate\|human' f2.pgn)" -eq "$(grep -c 'deliberate\|human' full.pgn)" ]
    cmp f2.pgn f3.pgn
    if grep -q 'allible' <(grep -v '^\[\(Event\|White\|Black\) ' from-full.pgn); then return 1; fi
}

@test "fallible stats adds the games up, and scores what was left unscored" {
    run "$FALLIBLE" stats
    [ "$status" -eq 0 ]
    has "You have no finished game yet."
    generous "${moves}resign\nquit\n"
    run "$FALLIBLE" stats
    [ "$status" -eq 0 ]
    has "Your last game"
    matches '^Gifts: [1-9][0-9]* offered, [0-9]+ taken(, [0-9]+ too late to answer)?, [0-9]+% of their value kept$'
    matches '^  (opening|middlegame|endgame) +[1-9]'
    matches '^Accuracy [0-9.]+%, average loss '
    matches '^Deck: [1-9][0-9]* positions?, [1-9][0-9]* due$'
    run "$FALLIBLE" stats --json --games 1
    [ "$status" -eq 0 ]
    printf '%s' "$output" | grep -q '"games": 1,'
    for options in "--games 0" --bogus something; do
        # shellcheck disable=SC2086
        run "$FALLIBLE" stats $options
        [ "$status" -eq 2 ]
    done
}

@test "the board's review: offered after the game, walked, stepped into, tried" {
    screen_open 80 24 "$FALLIBLE" play --elo 1200 --seed 8 --strength-file "$generous" \
        --time 5+3 --fen "'$position'"
    wait_for '▸You .*[0-9]:[0-9]+ *│'
    for move in h3 a3 g3; do
        type_line "$move"
        wait_for "$move +[a-hNBRQKO]"
        wait_for '▸You'
    done
    keys F8
    wait_for 'The review is available after the game'
    type_line resign
    keys y
    wait_for 'r review'
    wait_for 'gifts +[1-9][0-9]* offered: [0-9]+ taken'
    # The numbers after the colon, which may go on in the next line, add up to the one before it.
    screen | sed -n '/gifts  /,/Enter rematch/p' | grep -oE '[0-9]+ [a-z]+' |
        awk '$2 == "offered" { all = $1; next } { sum += $1 } END { exit all != sum }'
    keys F8
    wait_for 'Review   You 0-1 Fallible 1200 casual   3 moves'
    wait_for 'Gifts: [0-9]+ offered.*% of their value kept'
    wait_for 'accuracy   you +[0-9.]+%   Fallible +[0-9.]+% +average loss'
    wait_gone 'analysing the game'
    keys Home
    wait_for 'the start +evaluation [+-][0-9.]+ for you'
    keys Right
    wait_for '1\. h3.* for you   depth [0-9]+'
    for _ in 1 2 3 4; do # past the sentences above the graph
        keys Down
        sleep 0.2
        ! screen | grep -qE '▸ +[0-9]+\.\.\. ' || break
    done
    wait_for '▸ +[0-9]+\.\.\. '
    wait_for '^ [0-9]+\.\.\. .*; (the opponent|you played|you took it:) ' # in full
    keys Enter
    wait_for 'step through the line'
    keys Enter
    wait_for 'F8 returns to the review'
    keys F2
    wait_for ' debug: '
    keys F8
    wait_for 'Gifts: '
    for _ in $(seq 60); do # on a busy machine the review's last searches go on
        keys t
        wait_for 'To solve: 1 of|still being analysed'
        ! on_screen 'To solve' || break
        sleep 1
    done
    wait_for 'To solve: 1 of [0-9]+'
    wait_for 'White to move'
    wait_for '▸You[^:]*│' # the clocks are the game's
    # The debug pane has nothing to show here, so hints are shown in its place.
    keys F3
    wait_for '─ hint ─'
    type_line skip
    wait_for 'The move was 2\. '
    wait_for 'It continues 2\.\.\. '
    wait_for '▸Black'
    keys Right Right # along the line that wins it
    wait_for 'You .*\+[0-9]'
    type_line stop
    wait_for 'Gifts: '
    keys q
    wait_gone 'Gifts: '
}

@test "the review names a better move only after it was tried or asked for" {
    cat > "$BATS_TEST_TMPDIR/quiet.pgn" <<'PGN'
[White "You"]
[Black "Bernd"]
[Result "0-1"]
[SetUp "1"]
[FEN "r1b1kbnr/p4ppp/2p5/4N1q1/4p3/8/PPPP1PPP/RNBQK2R w KQkq - 1 8"]

{[%fallible score=-172 depth=13 nodes=1 line=d2d4]} 8. Nxc6
{[%fallible score=-320 depth=13 nodes=1 line=g5g2]} 8... Qxg2
{[%fallible score=-320 depth=13 nodes=1 line=d1e2]} 0-1
PGN
    screen_open 80 24 "$FALLIBLE" play --elo 1100 --color white --no-save
    wait_for '▸You'
    type_line "load $BATS_TEST_TMPDIR/quiet.pgn"
    wait_for '8\. Nxc6'
    keys F8
    wait_for '8\. Nxc6\?+ .* pawns$|8\. Nxc6\?.* try$'
    keys Down Down
    wait_for '^ 8\. Nxc6\? allowed 8\.\.\.Qxg2; t to find the best move'
    never 'd4 was better'
    screen | grep -qE '^ Your mistakes: 1 .* pawns$'
    keys Enter
    wait_for '8\. Nxc6\? allowed 8\.\.\.Qxg2; 8\.d4 was better'
    keys t
    wait_for 'To solve: 1 of 1'
    type_line skip
    wait_for 'The move was 8\. d4'
    type_line stop
    wait_for '8\. Nxc6\?.*; 8\.d4 was better .* try$'
}

@test "errors too small to be gifts are not called more where there is no gift" {
    cat > "$BATS_TEST_TMPDIR/small.pgn" <<'PGN'
[White "You"]
[Black "Fallible 1200 casual"]
[Result "1-0"]
[FallibleOpponent "elo=1200 method=madchess"]

{[%fallible score=20 depth=13 nodes=500001 line=e2e4]} 1. e4
{[%fallible score=20 depth=13 nodes=500001 line=e7e5]} 1... a6
{[%fallible score=40 depth=13 nodes=500001 line=d2d4 best=e7e5 method=madchess time=0/0
budget=9/0 scores=-20/-40 flags=deliberate, cost=20 random=1]} 2. d4
{[%fallible score=40 depth=13 nodes=500001 line=e7e6]} 1-0
PGN
    run sh -c "printf 'review\nquit\n' | '$FALLIBLE' analyze --plain '$BATS_TEST_TMPDIR/small.pgn'"
    has 'Gifts: 0 offered, 0 taken.'
    has 'The opponent made 1 deliberate error, which gave you no chance.'
}

# Writes a game against method human. Its moves, with their scores, come from standard input.
game_with_human() { # FILE RESULT
    cat > "$1" <<PGN
[White "You"]
[Black "Fallible 1100 novice"]
[Result "$2"]
[FallibleOpponent "elo=1100 method=human nps=2664 player_rating=1452 boldness=80 seed=3"]

PGN
    cat >> "$1"
}

# Full strength does not confirm the first of its two errors.
@test "after a game with human the review and the debug pane say why, of true errors alone" {
    game_with_human "$BATS_TEST_TMPDIR/human.pgn" 1-0 <<'PGN'
{[%fallible score=30 depth=13 nodes=1 line=e2e4]} 1. e4
{[%fallible score=30 depth=13 nodes=1 line=e7e6]} 1... e5
{[%fallible score=35 depth=13 nodes=1 line=g1f3 best=d7d5 method=human time=0/0
budget=9/0 scores=10/-90 range=1452 flags=deliberate, cost=100 random=1
candidates=d7d5:10:in:c57192 e7e5:-90:in:c487369:x0.1]} 2. Nf3
{[%fallible score=30 depth=13 nodes=1 line=b8c6]} 2... Qh4
{[%fallible score=900 depth=13 nodes=1 line=f3h4 best=b8c6 method=human time=0/0
budget=9/0 scores=-30/-900 range=1452 flags=deliberate, cost=870 random=1
candidates=b8c6:-30:in:c900000 d8h4:-900:in:c12:x0.1]} 3. Nxh4
{[%fallible score=900 depth=13 nodes=1 line=g8f6]} 1-0
PGN
    screen_open 80 24 "$FALLIBLE" play --method human --elo 1100 --color white --no-save
    wait_for '▸You'
    type_line "load $BATS_TEST_TMPDIR/human.pgn"
    wait_for '3\. Nxh4'
    keys F8
    wait_for 'Gifts: 1 offered, 1 taken'
    wait_for 'The game turned at 2\.\.\.Qh4\?\?: the opponent put the queen on h4 undefended'
    wait_for 'You did well with 3\.Nxh4: it wins the undefended queen on h4\.'
    keys Down Down Down Down
    wait_for '2\.\.\. Qh4\?\? put the queen on h4 undefended; the opponent overlooked '
    wait_for '2\.\.\.Nc6'
    keys Enter # the claim on a board, from the position in which it begins
    wait_for '2\.\.\.Qh4 *$'
    keys Right
    wait_for '2\.\.\.Qh4 3\.Nxh4'
    keys Left Left
    wait_for '2\.\.\.Qh4 3\.Nxh4'
    keys q
    wait_for 'Gifts: 1 offered, 1 taken'
    keys Enter Enter
    wait_for 'F8 returns to the review'
    keys F2
    wait_for '2\.\.\.Qh4  a human error, cost 870 cp'
    keys Left Left
    wait_for '1\.\.\.e5  a human move'
    ! screen | grep -q 'overlooked'
}

# Reviews a game in which you twice leave the queen to be taken. BEFORE and AFTER are the scores before
# and after the second time.
review_lost_queen() { # BEFORE AFTER
    local game=$BATS_TEST_TMPDIR/queen.pgn
    game_with_human "$game" 0-1 <<PGN
{[%fallible score=30 depth=13 nodes=1 line=e2e4]} 1. e4
{[%fallible score=30 depth=13 nodes=1 line=e7e5]} 1... e5
{[%fallible score=35 depth=13 nodes=1 line=g1f3]} 2. Qh5
{[%fallible score=20 depth=13 nodes=1 line=b8c6]} 2... Nc6
{[%fallible score=20 depth=13 nodes=1 line=f1c4]} 3. Qxe5+
{[%fallible score=-800 depth=13 nodes=1 line=c6e5]} 3... Be7
{[%fallible score=$1 depth=13 nodes=1 line=e5g3 g8f6]} 4. Qxg7
{[%fallible score=$2 depth=13 nodes=1 line=e7f6 g7g3]} 0-1
PGN
    screen_open 80 24 "$FALLIBLE" play --elo 1100 --no-save
    wait_for '▸You'
    type_line "load $game"
    wait_for '4\. Qxg7'
    keys F8
}

@test "t begins at the selected row, try at a move; each row is shown on a board" {
    review_lost_queen 100 -250
    wait_for 'Your mistakes: 2'
    keys Down Down Down # past the sentences to the last mistake
    wait_for '▸•? *4\. Qxg7'
    keys t
    wait_for 'To solve: 1 of 2'
    wait_for 'A blunder of yours: 4\. Qxg7'
    type_line stop
    wait_for 'Your mistakes: 2'
    keys q
    wait_gone 'Your mistakes'
    wait_for '4\. Qxg7\?\?' # the list of moves has the signs, too
    type_line 'try 4'
    wait_for 'To solve: 1 of 2'
    wait_for 'A blunder of yours: 4\. Qxg7'
    type_line stop
    wait_for 'Your mistakes: 2'
    keys q
    wait_gone 'Your mistakes'
    type_line 'try it'
    wait_for 'Type try, or try and the number of a move'
}

@test "a row offers try only where t asks its position; elsewhere t says why not" {
    review_lost_queen -400 -950
    wait_for '3\. Qxe5.* try$'
    wait_for '4\. Qxg7.*-5\.50$'
    wait_for '^ ← → step  ↑ ↓ list  Enter show  t solve them  S save  q back  F10 quit$'
    tmux -L "$SOCKET" resize-window -x 60 -y 18
    wait_for '^ ← → ↑ ↓ Enter  t try  S save  q back  F10 quit$'
    tmux -L "$SOCKET" resize-window -x 80 -y 24
    wait_for 't solve them'
    keys Down Down Down Down # past the sentences to the mistake in a lost position
    wait_for '▸•? *4\. Qxg7'
    wait_gone 't solve'
    keys t
    wait_for 'This position was already lost, so there is no move to find that saves it'
    keys Enter
    wait_for 'step through the line   Enter the game   q back   F10 quit$'
    keys Up
    wait_for 'Enter the game   t try   q back   F10 quit$'
    keys t
    wait_for 'To solve: 1 of 1'
    wait_for 'A blunder of yours: 3\. Qxe5'
    type_line stop
    wait_for 'Your mistakes: 2'
    keys q
    wait_gone 'Your mistakes'
}

@test "the review in ASCII and in a small terminal" {
    screen_open 60 20 "env LC_ALL=C NO_COLOR=1" "$FALLIBLE" play --ascii --elo 1200 --seed 7 \
        --no-save --strength-file "$generous" --fen "'$position'"
    wait_for '>You'
    type_line h3
    wait_for 'h3 +[a-hNBRQKO]'
    type_line resign
    keys y
    wait_for 'Type review'
    keys F8
    wait_for 'Gifts: '
    only_ascii
    keys q
    wait_gone 'Gifts: '
}

@test "rows of the review that are too long for a line are wrapped, or say it in fewer words" {
    screen_open 80 24 "$FALLIBLE" play --elo 1200 --seed 7 --no-save \
        --strength-file "$generous" --fen "'$position'"
    wait_for '▸You'
    for move in h3 a3 g3; do
        type_line "$move"
        wait_for "$move +[a-hNBRQKO]"
        wait_for '▸You'
    done
    type_line resign
    keys y
    wait_for 'r review'
    keys r
    wait_for '3\. g3\?\? .*try'
    wait_gone 'analysing'
    tmux -L "$SOCKET" resize-window -x 48 -y 40
    wait_for 'let you win the queen for a$'
    wait_for '^ +rook'
    tmux -L "$SOCKET" resize-window -x 48 -y 24
    wait_for 'Gifts: '
    wait_for '^ +3\.\.\. Qe6\?\? +let you win material$'
    never '(\.\.\.|…)( *try)?$'
    keys Down Down Down Down # the whole of it when selected
    wait_for 'win the queen for a rook;'
}

@test "in the review of a file a name that is too long loses whole words" {
    cat > "$BATS_TEST_TMPDIR/long.pgn" <<'PGN'
[White "Anna"]
[Black "Fallible 1400 casual"]
[Result "1-0"]

1. e4 {[%eval 0.3]} e5 {[%eval 0.3]} 2. Nf3 {[%eval 0.3]} f6 {[%eval 1.2]} 3. Nxe5 {[%eval 1.1]}
fxe5 {[%eval 3.9]} 4. Qh5+ {[%eval 3.9]} Ke7 {[%eval 6.5]} 1-0
PGN
    screen_open 80 24 "$FALLIBLE" analyze --nodes 30000 "$BATS_TEST_TMPDIR/long.pgn"
    wait_for '─ analysis'
    keys F8
    wait_for '^ +Fallible 1400 +accuracy'
}

@test "the review of a timed game whose longest thought does not fit beside the graph" {
    python3 - > "$BATS_TEST_TMPDIR/timed.pgn" <<'PY'
moves = "e4 e5 Nf3 Nc6 Bc4 Bc5 c3 Nf6 d3 d6 O-O O-O Re1 a6 Bb3 Ba7 h3 h6 Nbd2 Re8".split()
clock = [600.0, 600.0]
print('[White "a"]\n[Black "b"]\n[Result "*"]\n[TimeControl "600"]\n')
for ply, move in enumerate(moves):
    clock[ply % 2] -= 12.3 if ply == 8 else 3
    print(move, "{[%%clk 0:%02d:%04.1f]}" % divmod(clock[ply % 2], 60))
print("*")
PY
    screen_open 80 24 "$FALLIBLE" analyze --nodes 30000 "$BATS_TEST_TMPDIR/timed.pgn"
    wait_for 'Ba7'
    keys F8
    wait_for ' time '
    wait_for '12.3 s'
}

long_game() { # a game that takes a while to analyse
    {
        printf '[White "Anna"]\n[Black "Bert"]\n[Result "1/2-1/2"]\n\n'
        for i in $(seq 1 4 160); do
            printf '%d. Nf3 Nf6 %d. Nc3 Nc6 %d. Ng1 Ng8 %d. Nb1 Nb8\n' "$i" $((i + 1)) $((i + 2)) $((i + 3))
        done
        echo '1/2-1/2'
    } > "$BATS_TEST_TMPDIR/long.pgn"
}

@test "in lines a line that is typed while a game is analysed is answered at once" {
    long_game
    screen_open 100 40 "$FALLIBLE" analyze --nodes 30000 --plain "$BATS_TEST_TMPDIR/long.pgn"
    wait_for 'Type forward, a move'
    type_line review
    wait_for 'Analysing the game: [0-9]+ of 321 positions. Type stop to go on without waiting.'
    type_line stop
    wait_for 'of 321 positions are analysed so far. Type review to wait for the others.'
    never 'There is nothing to stop'
    type_line 'review scores'
    wait_for 'Analysing the game: [1-9][0-9]* of 321'
    type_line material
    wait_for 'Type review scores to wait for the others.'
    wait_for 'Material is even'
}

@test "in lines a review leaves the analysis that it interrupts where it was" {
    long_game
    screen_open 100 40 "$FALLIBLE" --plain
    wait_for 'home >'
    type_line "load $BATS_TEST_TMPDIR/long.pgn"
    wait_for '1\. >'
    type_line review
    wait_for 'Analysing the game: [0-9]+ of 321 positions'
    type_line 'forward 2'
    wait_for '1\.\.\. .*Nf6'
    wait_for '2\. >'
    never 'Home\. Type home'
}

@test "the review shows no accuracy before all positions are analysed" {
    long_game
    screen_open 80 24 "$FALLIBLE" analyze --nodes 30000 "$BATS_TEST_TMPDIR/long.pgn"
    wait_for 'analysis 1/5'
    keys F8
    wait_for 'analysing the game: [1-9][0-9]* of 321'
    wait_for 'Anna +accuracy +- +average loss +- '
}

@test "the review names the whole opening, and its mark hides no digit of a move's number" {
    screen_open 80 24 "$FALLIBLE" analyze --nodes 30000 --game 1 tests/data/lichess-evals.pgn
    wait_for 'F2 debug'
    keys F8
    wait_for '^ +English Opening: Symmetrical Variation, Normal Variation A34'
    wait_for '▲'
    keys Home
    wait_for '^ +▲ +5 +10'
    local step
    for step in {1..19}; do # White's tenth move
        keys Right
    done
    wait_for '10\. e4'
    wait_for '^ +1 +5 +▲ +15'
}

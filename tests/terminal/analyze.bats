# Analysis of games and positions, on the board and with --plain.

load terminal

setup() {
    GAME="$BATS_TEST_TMPDIR/game.pgn"
    cat > "$GAME" <<'PGN'
[Event "First"]
[Site "?"]
[Date "1858.??.??"]
[Round "?"]
[White "Morphy, Paul"]
[Black "Allies"]
[Result "1-0"]

1. e4 e5 2. Nf3 d6 3. d4 Bg4 {[%eval 0.7] weak} (3... exd4 4. Nxd4) 4. dxe5
Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 1-0

[Event "Second"]
[Unknown "kept"]
[Result "*"]

1. d4 {as it was} *
PGN
}

in_file() { tr '\n' ' ' < "$GAME" | grep -qF "$1"; }
analyze() { screen_open "${1:-80}" "${2:-24}" "$FALLIBLE" analyze --nodes 30000 --game 1 "$GAME"; }

@test "a quiet move is called no more than that, and the mate that it allows is named" {
    printf '1. f3 e5 2. g4 *\n' > "$BATS_TEST_TMPDIR/mate.pgn"
    screen_open 120 40 "$FALLIBLE" analyze --nodes 30000 "$BATS_TEST_TMPDIR/mate.pgn"
    wait_for 'Moves'
    keys End
    wait_for 'change +2\. g4 is a quiet move; mate in 1'
}

@test "lines, what stands beside them, and the pages" {
    analyze
    wait_for '1\.e4 e5'
    keys Right Right Right Right Right Right
    wait_for 'change +3\.\.\. Bg4'
    wait_for 'd[0-9]+ +4\. '
    wait_for 'threat '
    keys NPage
    wait_for 'level 2/5'
    keys NPage
    wait_for 'evaluation 3/5'
    wait_for 'white black'
    keys NPage
    wait_for 'tree 4/5'
    keys PPage PPage PPage
    wait_for 'analysis 1/5'
}

@test "the analysis of a position ends where the user wants it to" {
    screen_open 80 24 "$FALLIBLE" analyze --depth 6 --game 1 "$GAME"
    wait_for 'd6 +1\. '
    keys Right
    wait_for 'd6 +1\.\.\. '
    keys NPage
    wait_for 'level 2/5' # by its own searches, meanwhile
    wait_for '%'
    keys PPage
    wait_for 'd6 +1\.\.\. '
    sleep 1
    on_screen 'd6 +1\.\.\. '
    never 'd7 +1\.\.\. '
    apart analyze --engine 'xboard:engine' --nodes 1000
    [ "$status" -eq 2 ]
    [[ $errors == *"no limits but --movetime"* ]]
}

@test "a threat says in whole what it does, with fewer moves in a narrow pane" {
    for size in "60 18" "80 24" "120 40"; do
        # shellcheck disable=SC2086
        screen_open $size "$FALLIBLE" analyze --nodes 30000 \
            --fen "'2r3k1/p4ppp/8/3N4/8/7P/5PP1/6K1 b - - 0 1'"
        wait_for '(a|the) [a-z]+, \+[0-9.]+' 200
        screen | sed 's/.*│//; s/^ [1-8a].\{18\}//' | tr -s ' \n' ' ' | grep -qE ', \+[0-9.]+ for White'
        screen_close
    done
}

@test "a second move that gains less than a pawn is no threat" {
    for fen in 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1' \
        'r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 3 2'; do
        screen_open 80 24 "$FALLIBLE" analyze --nodes 30000 --fen "'$fen'"
        wait_for 'threat  none'
        screen_close
    done
}

@test "the name of the opening takes the width and the lines it needs" {
    printf '1. e4 e5 2. Nf3 Nc6 3. Bc4 Nd4 4. Nxe5 *\n' > "$BATS_TEST_TMPDIR/gambit.pgn"
    screen_open 80 24 "$FALLIBLE" analyze --nodes 30000 "$BATS_TEST_TMPDIR/gambit.pgn"
    keys End
    wait_for 'Italian Game: Blackburne-Kostić Gambit C50$'
    screen_close
    screen_open 120 40 "$FALLIBLE" analyze --nodes 30000 "$BATS_TEST_TMPDIR/gambit.pgn"
    keys End
    wait_for 'Italian Game: +C50'
    wait_for '│ Blackburne-Kostić '
    wait_for '│ Gambit '
}

@test "terms of the evaluation are named in whole, on lines more where they are long" {
    screen_open 80 24 "$FALLIBLE" analyze --nodes 30000 --fen "'8/8/1P6/4k3/8/8/8/K7 w - - 0 1'"
    wait_for 'analysis 1/5'
    keys NPage NPage
    wait_for 'passed pawns the enemy king +[0-9.]+ +0'
    wait_for '│  cannot catch'
}

@test "the level slides, with its bars and who finds the right move" {
    analyze
    wait_for '1\.e4 e5'
    keys F5
    wait_for '● *.*2650 full'
    wait_for '1400 club, madchess \(exact\)'
    wait_for '[0-9]+% █'
    keys NPage Left
    wait_for '1275 .*madchess'
    keys m
    wait_for 'inaccuracy .*\([0-9]+ of 16 tries\)'
    keys Escape
    keys Right
    wait_for '1\.e4◂'
    type_line 'level 2000'
    wait_for '2000 expert'
    wait_for '600 [▁▂▃▄▅▆▇█]' 1800
}

@test "the board marks the best move and the threat, and has a bar" {
    screen_open 80 24 NO_COLOR=1 "$FALLIBLE" analyze --nodes 30000 --fen "'6k1/5ppp/8/2b5/3Q4/8/5PPP/6K1 w - - 0 1'"
    wait_for '\{♕\}' # Qd8+ or Qxc5
    screen | sed -n 2,17p | grep -q '[█░]│' # beside the board
    screen_close
    screen_open 80 24 "$FALLIBLE" analyze --nodes 30000 --fen "'6k1/2b2ppp/8/8/3Q4/7q/5PPP/6K1 w - - 0 1'"
    wait_for 'threat +Qxh2'
    wait_for '~♙~'
    screen_close
    # The side to move at the end is mated, so all of the bar is White's.
    screen_open 80 24 NO_COLOR=1 "$FALLIBLE" analyze --nodes 30000 \
        --fen "'6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1'"
    type_line Rd8
    wait_for '1\. Rd8#◂'
    wait_for '█│'
    never '░│'
}

@test "the debug page shows what each group changes, and changes numbers by the arrows" {
    analyze
    wait_for '1\.e4 e5'
    keys Right Right
    wait_for 'F2 debug'
    keys F2
    wait_for '1\.\.\. e5 debug F2'
    wait_for 'rating 1400  madchess'
    wait_for 'MoveError [0-9]+'
    wait_for '│  knows +switched this time best mark$'
    wait_for 'this time: its random choice. best: how often it plays the best move or one up'
    wait_for 'to 0.10 worse. marks: the group \(a-k\) that decides each move, \* several.'
    wait_for 'as it is +[-+][0-9.]+ +[A-Za-z0-9+=-]+ +[0-9]+%'
    wait_for '  pawns +on +[-+][0-9.]+ +[A-Za-z0-9+=-]+ +[0-9]+%  a$'
    wait_for '  major +[0-9]+% +[-+][0-9.]+ +[A-Za-z0-9+=-]+ +[0-9]+%  k$'
    local before
    before=$(screen | grep -oE 'MoveError [0-9]+')
    keys Down Down Down Down # the rating, the method, nodes, MoveError
    wait_for '▸MoveError'
    keys Right
    wait_gone "$before "
    wait_for 'rating custom '
    keys Up Up Up Up Up # before the first row there is none
    keys Left
    wait_for 'rating 1375 '
    keys Escape
    keys Right
    wait_for '2\. Nf3 debug F2' # the arrows step again
    keys F2
    wait_for 'analysis 1/5'
}

@test "behind the debug page stand all moves of the level, and what the analysis counted" {
    analyze
    wait_for '1\.e4 e5'
    keys F2
    wait_for 'as it is '
    keys PageDown
    wait_for 'its moves, and how often it plays them'
    wait_for '[a-hNBRQK][a-z0-9+=-]+ +[0-9]+%  [a-hNBRQK][a-z0-9+=-]+ +[0-9]+%'
    wait_for 'the strip: what decides each move'
    wait_for ' a pawns +e king +i threats'
    wait_for ' d passed +h structure +\* several'
    keys PageDown
    wait_for 'what the search counted'
    wait_for '[0-9.]+%  cutoffs on the first move'
    keys Right
    wait_for '1\. e4 debug F2'
    keys PageUp PageUp
    wait_for 'as it is '
    keys PageDown PageDown
    wait_for 'what the search counted'
    keys F2
    wait_for 'analysis 1/5'
}

@test "the list of terms ends with the sum of those that do not fit" {
    printf '1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6 4. O-O Nxe4 *\n' > "$BATS_TEST_TMPDIR/spanish.pgn"
    local size
    for size in '120 40' '80 24'; do
        screen_open $size "$FALLIBLE" analyze --nodes 30000 "$BATS_TEST_TMPDIR/spanish.pgn"
        wait_for 'F2 debug'
        keys End
        [ "$size" = '120 40' ] || keys NPage NPage
        wait_for '│? +[0-9]+ more terms +-?[0-9.]+ +-?[0-9.]+'
        screen_close
    done
}

@test "a click switches a group on the debug page, and a strip marks the line" {
    analyze
    wait_for '1\.e4 e5'
    keys F2
    wait_for 'as it is +[+-].*' # the line that comes last, and moves the others down
    wait_for '│  mobility +[0-9]+%.* g$'
    local row
    row=$(screen | grep -n '│  mobility' | cut -d: -f1)
    keys -l "$(printf "\033[M \\$(printf %03o $((33 + 45)))\\$(printf %03o $((32 + row)))")"
    wait_for '│ ▸mobility +off.* g$'
    wait_for '│  [─*a-k]+  here: [a-zA-Z≠,+ 0-9]+$' 900 # every position of the line is marked
}

@test "the strip is in the wider of two panes side by side, with names and many marks" {
    printf '1. Nf3 Nf6 2. Ng1 Ng8 %.0s' {1..12} > "$BATS_TEST_TMPDIR/long.pgn"
    echo '*' >> "$BATS_TEST_TMPDIR/long.pgn"
    screen_open 120 40 "$FALLIBLE" analyze --nodes 30000 "$BATS_TEST_TMPDIR/long.pgn"
    wait_for 'F2 debug'
    keys F2
    wait_for '│.*  [·─*a-k]{15,}  here: [a-zA-Z≠,+ 0-9]+$'
    keys NPage
    wait_for 'the strip: what decides each move'
    wait_for '│.*  [·─*a-k]{15,}  here: [a-zA-Z≠,+ 0-9]+$'
}

@test "the debug page in the smallest and in a tall terminal" {
    analyze 60 18
    wait_for 'F2 debug'
    keys F2
    wait_for 'as it is +[-+]'
    wait_for 'PgDn more'
    wait_for 'move ±[0-9]+'
    wait_for 'blunder ±[0-9]+ in [0-9.]+%'
    wait_for 'knows +passed +on  structure +[0-9]+%' # all groups at once
    wait_for 'pawns +on  king +on  threats +[0-9]+%'
    wait_for 'N≠B +on  location +[0-9]+%  minor +[0-9]+%'
    wait_for 'R,Q +on  mobility +[0-9]+%  major +[0-9]+%'
    wait_for 'as it is [-+][0-9.]+ picks [A-Za-z0-9+=-]+ best [0-9]+%'
    wait_for '^ 1\.e4 e5 2\.Nf3 ' # the moves are below the board
    wait_for '^  [─*a-k]+  here: [a-zA-Z≠,+ 0-9]+$' # in words for the position shown
    keys Up # the last group is chosen
    wait_for ' major off [-+][0-9.]+ picks [A-Za-z0-9+=-]+ best [0-9]+% k$'
    wait_for '▸major'
    wait_for '^ picks: its random choice. best: how often it plays the'
    wait_for 'PgDn names the letters'
    keys Space
    wait_for 'R,Q +on  mobility +[0-9]+% ▸major +off'
    wait_for 'major +on +[-+][0-9.]+ .* k$'
    local row
    row=$(screen | grep -nE 'mobility +[0-9]+%' | cut -d: -f1)
    keys -l "$(printf "\033[M \\$(printf %03o $((33 + 40)))\\$(printf %03o $((32 + row)))")" # a click
    wait_for 'mobility +on .* g$'
    wait_for 'R,Q +on ▸mobility +off'
    keys Up Up Up Up Up Up
    wait_for ' ▸pawns +on  king' # also in the first column
    screen_close
    analyze 40 16
    wait_for 'F2 debug'
    keys F2
    wait_for 'move ±[0-9]+'
    wait_for '^.{21}[a-hNBRQK][a-z0-9+=-]+ [0-9]+%'
    keys Up
    wait_for 'major +▸[0-9]+% +k$'
    wait_for '^ Below each group, if you switch it'
    wait_for '^.{21} [-+][0-9.]+ [a-hNBRQK][a-z0-9+=-]+ +[0-9]+%'
    keys Escape PageDown
    wait_for 'its moves'
    wait_for '↑ ↓ scroll  PgUp PgDn  F2 lines'
    keys Down Down Down Down Down Down
    wait_for '[0-9]+ others'
    keys Down Down Down Down Down Down Down Down Down Down Down Down Down Down
    wait_for ' k major'
    keys PageDown
    wait_for 'what the search'
    wait_for '↓$'
    screen_close
    analyze 120 40
    keys F2
    wait_for 'knows +switched this time best mark'
    wait_for 'major +[0-9]+% .*  k$'
}

@test "Space keeps what was set by hand, and another method says that it is undone" {
    screen_open 80 24 "$FALLIBLE" analyze --nodes 30000 --method madchess --elo 1400
    wait_for 'F10 quit'
    type_line 'set BlunderPercent 90'
    wait_for 'BlunderPercent is now 90'
    keys F2
    wait_for 'rating custom'
    keys Down Down
    wait_for '▸madchess'
    keys Space
    wait_for '^ ← and → change the method\. Only groups are switched on and off'
    never '▸inaccuracy'
    wait_for 'BlunderPercent 90'
    keys Down Space
    wait_for '^ ← and → change the nodes\. Only groups'
    keys Up
    wait_gone 'Only groups'
    keys Right
    wait_for 'What you set by hand is undone'
}

@test "what each group changes, in lines and as JSON" {
    in_lines 'debug\nset MoveError 3\nset nodes many\nset xyz 3\nset xyz\nset mobility off\ndebug\nquit\n' \
        analyze --nodes 30000 --plain --seed 3 --fen 'r3k2r/pppq1ppp/2npbn2/2b1p3/4P3/2NPBN2/PPPQ1PPP/R3KB1R w KQkq - 0 8'
    has 'Rating 1400 (engine Elo), method madchess, nodes '
    has 'As it is: evaluation '
    has ', this time '
    has ', finds the best move or one up to 0.10 worse '
    has 'king_safety 100%; switched off: evaluation '
    has 'Switching these groups changes nothing here: '
    has 'MoveError is now 3.'
    has 'nodes takes a number from 10 to 10000000, not "many"'
    has 'There is no setting xyz. Names: nodes, MoveError, BlunderError, BlunderPercent, OrderBias, RuleCost, pawn_values'
    has 'Expected: set NAME VALUE, where NAME is one of nodes, MoveError, BlunderError, BlunderPercent, OrderBias, RuleCost, pawn_values'
    has 'mobility is now off.'
    has 'MoveError 3, '
    has 'mobility 0%; switched on: evaluation '
    run "$FALLIBLE" analyze --debug --json --nodes 3000 --seed 3 --game 1 "$GAME"
    json 'len(r["positions"]) > 5'
    json 'r["level"]["method"] == "madchess" and r["level"]["elo"] == 1400'
    json 'r["level"]["scale"] == "engine" and r["game"] == 1'
    json 'all(len(p["groups"]) == 11 for p in r["positions"][:5])'
    json 'all(abs(sum(c["chance"] for c in p["candidates"]) - 1) < .01 for p in r["positions"][:5])'
    json 'all("mate" not in c for c in r["positions"][0]["candidates"])'
    json 'all(set(g) >= {"group", "percent", "switched", "evaluation", "chosen", "best", "changes"}
              for p in r["positions"][:5] for g in p["groups"])'
    run "$FALLIBLE" analyze --debug --json --nodes 3000 --fen '6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1'
    json '[c["mate"] for c in r["positions"][0]["candidates"] if c["san"] == "Ra8#"] == [1]'
    run "$FALLIBLE" analyze --debug --nodes 3000 --seed 3 --game 1 "$GAME"
    [[ ${lines[0]} == 'Rating 1400 (engine Elo), method madchess, nodes '*', MoveError '*', seed 3.' ]]
    has '1. e4'
    has 'As it is: evaluation '
    has 'Its moves: '
    has 'mobility 66%; switched off: evaluation '
    run "$FALLIBLE" analyze --debug --tree "$GAME"
    [ "$status" -eq 2 ]
    has '--debug cannot be combined with --tree'
    run "$FALLIBLE" analyze --game 1 --tree "$GAME"
    [ "$status" -eq 2 ]
    has '--tree cannot be combined with --game: give the position with --position'
}

@test "in lines, what each group changes follows the steps until debug off" {
    printf '1. e4 e5 2. Nf3 *\n' > "$BATS_TEST_TMPDIR/game.pgn"
    in_lines 'debug\nforward\nforward\ndebug off\nforward\nquit\n' \
        analyze --nodes 30000 --plain "$BATS_TEST_TMPDIR/game.pgn"
    [ "$(grep -c '^As it is: evaluation ' <<< "$output")" -eq 3 ]
    has 'What switching each group changes is no longer printed.'
    [ "$(grep -c '^Rating 1400' <<< "$output")" -eq 1 ] # after a step, only what is new
    [ "$(grep -c '^From now on, only what has changed' <<< "$output")" -eq 1 ]
    [ "$(grep -Eo '[0-9]\.+ \([a-z_ ]+\)' <<< "$output" | sort | uniq -d)" = '' ]
    [ "$(grep '^Switching these groups' <<< "$output" | uniq -d)" = '' ]
    in_lines 'debug\nforward\ndebug\nset MoveError 3\nforward\nforward\nquit\n' \
        analyze --nodes 30000 --plain "$BATS_TEST_TMPDIR/game.pgn"
    [ "$(grep -c '^Rating 1400' <<< "$output")" -eq 2 ] # debug prints everything
    [ "$(grep -c '^Rating custom' <<< "$output")" -eq 1 ]
    lacks "The opponent's decisions"
}

@test "the pages of the level and of its groups have the same chances, and say from how many tries" {
    local fen='r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 9'
    in_lines 'level\ndebug\nquit\n' \
        analyze --nodes 30000 --plain --fen "$fen" --method noise --elo 1400 --seed 1
    has 'It plays these moves (16 of 16 tries):'
    has 'Its moves, in 16 tries: '
    local first
    first=$(grep -A1 '^It plays these moves' <<< "$output" | tail -1)
    has "Its moves, in 16 tries: ${first%%,*}"
    cd "$BATS_TEST_TMPDIR"
    "$FALLIBLE" analyze --debug --json --fen "$fen" --method noise --elo 1400 --seed 1 > out
    [ "$(grep -o '"exact": false, "tries": 16' out | wc -l)" -eq 1 ]
    "$FALLIBLE" analyze --debug --json --fen "$fen" --method madchess --elo 1400 --seed 1 > out
    grep -q '"exact": true, "candidates"' out
}

@test "how often the level finds the best move is the same each time one asks" {
    cd "$BATS_TEST_TMPDIR"
    printf '1. e4 e5 *\n' > game.pgn
    "$FALLIBLE" analyze --debug --seed 1 game.pgn > first
    "$FALLIBLE" analyze --debug --seed 1 game.pgn > second
    grep -q 'finds the best move or one up to 0.10 worse [0-9]*% of the time' first
    cmp first second
    in_lines 'debug\nlevel 1400\nquit\n' analyze --nodes 30000 --plain --seed 1 game.pgn
    [ "$(grep -c ', the best move$' <<< "$output")" -eq 1 ]
    [ "$(grep '^As it is: ' <<< "$output")" = "$(grep -m 1 '^As it is: ' first)" ]
}

@test "a move that is as good as the best one is marked, too" {
    in_lines 'level 1400\nquit\n' analyze --nodes 30000 --plain --method human --fen '6k1/8/6K1/8/8/8/8/RR6 w - - 0 1'
    has '%, the best move'
    has ', about as good as the best'
}

@test "a tall terminal shows all at once" {
    analyze 120 40
    wait_for '1\.e4 e5'
    keys Right
    wait_for 'level F5'
    wait_for 'd[0-9]+ +1\.\.\. '
    wait_for 'change +1\. e4'
    wait_for 'white black'
}

@test "variations are walked, added, judged, promoted, deleted, and saved in their place" {
    analyze
    wait_for '1\.e4 e5'
    keys Right Right Right Right Right Right
    wait_for 'Bg4◂'
    keys Down
    wait_for 'exd4◂'
    type_line 'mark !'
    wait_for 'exd4!◂'
    type_line 'note the usual move'
    wait_for '\{the usual move\}|\{the usual|usual move\}'
    type_line 'Qxd4'
    wait_for '4\.Qxd4◂'
    keys Up
    wait_for '4\.Nxd4◂'
    type_line 'promote'
    wait_for 'is the main line now'
    type_line 'note opens the centre'
    type_line 'quit'
    wait_for 'not saved'
    type_line 'save'
    wait_for 'Saved in'
    # A change after the save is warned about again.
    type_line 'note opens the middle'
    type_line 'quit'
    wait_for 'not saved'
    type_line 'note opens the centre'
    type_line 'save'
    wait_for 'Saved in'
    type_line 'quit'
    wait_for 'left with 0'
    in_file 'exd4 $1 {the usual move} (3... Bg4 {[%eval 0.7] weak} 4. dxe5'
    in_file '4. Nxd4 {opens the centre} (4. Qxd4)'
    # The other game is unchanged.
    diff <(sed -n '/Second/,$p' "$GAME") - <<'PGN'
[Event "Second"]
[Unknown "kept"]
[Result "*"]

1. d4 {as it was} *
PGN
}

@test "stepping takes a number of moves, and the words next and previous" {
    printf '[White "A"]\n[Black "B"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 1-0\n' > "$BATS_TEST_TMPDIR/a.pgn"
    in_lines 'forward 7\nnext\nPrevious\nback 3\nback 0\nforward x\nstart\nnext 99\nend 2\nedit\nstart\ncancel\nquit\n' \
        analyze --nodes 30000 --plain "$BATS_TEST_TMPDIR/a.pgn"
    [ "$(grep -E '^[0-9]+\.(\.\.)? [NB]' <<< "$output" | tr '\n' ' ')" = "4. Ba4 4... Nf6 4. Ba4 2... Nc6 4... Nf6 " ]
    [ "$(grep -c 'Type back or forward, alone or with a number of moves of either side' <<< "$output")" -eq 2 ]
    has 'Type start or end alone.'
    has 'This is the start of the game.'
    has 'Set up. White to move.'
    in_lines '?\n? all\nquit\n' analyze --nodes 30000 --plain "$BATS_TEST_TMPDIR/a.pgn"
    [ "$(grep -c '^back, forward (or previous, next), start, end: step through' <<< "$output")" -eq 2 ]
    in_lines 'next\nforward 2\nquit\n' puzzles --plain
    [ "$(grep -c 'Solve the position first; then you can step' <<< "$output")" -eq 2 ]
}

@test "as a dialogue" {
    printf '%s\n' forward forward forward forward forward forward threat change back line \
        'line 2' 'mark good move' 'note usual' promote 'delete rest' moves save quit |
        "$FALLIBLE" analyze --nodes 30000 --plain "$GAME" > "$BATS_TEST_TMPDIR/out"
    cat "$BATS_TEST_TMPDIR/out"
    grep -q '^Morphy, Paul - Allies, 1-0' "$BATS_TEST_TMPDIR/out"
    grep -q '^Comment: weak' "$BATS_TEST_TMPDIR/out"
    grep -qE '^Threat: ' "$BATS_TEST_TMPDIR/out"
    # That it develops the bishop is not said if the search sees that 4. dxe5 wins a pawn.
    grep -qE '^3... Bg4 (develops the bishop|is a quiet move)' "$BATS_TEST_TMPDIR/out"
    grep -q '^1: 3... Bg4 (weak)  2: 3... exd4' "$BATS_TEST_TMPDIR/out"
    grep -q '^In a variation' "$BATS_TEST_TMPDIR/out"
    grep -q '3... exd4: good move' "$BATS_TEST_TMPDIR/out"
    in_file 'exd4 $1 {usual} (3... Bg4'
    grep -q 'as it was' "$GAME"
}

@test "the evaluation by term, and the book, in words" {
    printf '%s\n' terms book quit | "$FALLIBLE" analyze --plain --fen '4k3/8/8/8/8/8/PPPP4/4K3 w - - 0 1' > "$BATS_TEST_TMPDIR/out"
    grep -qE '^Evaluation of the position without looking ahead: \+[0-9.]+ for White\.' "$BATS_TEST_TMPDIR/out"
    grep -qE '^[a-z ,]*pawns?[a-z ,]*: White [0-9.]+, Black 0\.00\.$' "$BATS_TEST_TMPDIR/out"
    grep -q '^Opening book: ' "$BATS_TEST_TMPDIR/out"
}

@test "the level in words, with every rating asked" {
    echo 'level 700' | "$FALLIBLE" analyze --plain --fen '6k1/5ppp/8/8/8/8/5PPP/4R1K1 w - - 0 1' \
        > "$BATS_TEST_TMPDIR/out"
    cat "$BATS_TEST_TMPDIR/out"
    grep -q '^Re8# 100%, the best move' "$BATS_TEST_TMPDIR/out"
    grep -q 'best move: 600 100%, 1100 100%, .* 2600 100%\.' "$BATS_TEST_TMPDIR/out"
    grep -q 'every level finds it' "$BATS_TEST_TMPDIR/out"
}

@test "without a terminal one line a position" {
    "$FALLIBLE" analyze --depth 3 "$GAME" > "$BATS_TEST_TMPDIR/out"
    [ "$(wc -l < "$BATS_TEST_TMPDIR/out")" = 14 ]
}

@test "scores beyond five pawns are shown on the scale of Stockfish" {
    local fen="r5k1/1p3pp1/7p/8/8/8/1P1QQPPP/6K1 w - - 0 1" own
    own=$(printf 'position fen %s\ngo depth 4\n' "$fen" | "$FALLIBLE" uci |
        sed -n 's/^info depth 4 .*score cp \([0-9]*\).*/\1/p' | tail -1)
    [ "$own" -gt 900 ]
    local common=$((500 + (own - 500) / 3))
    "$FALLIBLE" analyze --fen "$fen" --depth 4 > "$BATS_TEST_TMPDIR/shown"
    grep -F "+$((common / 100)).$(printf %02d $((common % 100)))" "$BATS_TEST_TMPDIR/shown"
}

@test "another engine analyses in the same pane, and ours again" {
    screen_open 80 24 "$FALLIBLE" analyze --nodes 30000 --game 1 --engine "'$PWD/tests/unit/fake_engine.sh good'" "$GAME"
    wait_for 'Fake good 1/5'
    wait_for '#2 d4 +1\. e4'
    type_line 'engine own'
    wait_for 'analysis 1/5'
    wait_for 'd[0-9]+ +1\. '
    run "$FALLIBLE" analyze --engine /nonexistent-engine --plain "$GAME"
    [ "$status" = 2 ]
    [[ "$output" == *nonexistent-engine* ]]
}

@test "comments without words leave moves as they stand" {
    cat > "$GAME" <<'PGN'
1. e4 {[%eval 0.3] [%clk 0:03:00]} 1... e5 {[%eval 0.2]} 2. Nf3 {[%eval 0.3]} 2... Nc6 {[%eval 0.2]} *

1. e4 {[%eval 0.3]} 1... e5 {[%eval 0.2]} 2. Nf3 {a knight} 2... Nc6 {[%eval 0.2]} *
PGN
    analyze
    wait_for '1\. e4 {3,}e5'
    screen_close
    screen_open 80 24 "$FALLIBLE" analyze --nodes 30000 --game 2 "$GAME"
    wait_for '1\.e4 e5 2\.Nf3 \{a knight\} 2\.\.\.Nc6'
}

@test "a game that is over says so" {
    screen_open 120 40 "$FALLIBLE" analyze --nodes 30000 --fen "'rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3'"
    wait_for 'The game is over: checkmate'
    never 'thinking'
    keys F2
    wait_for 'debug F2'
    wait_for 'The game is over: checkmate'
    never 'as it is'
}

@test "playing on from here, and back with it as a variation" {
    analyze
    wait_for '1\.e4 e5'
    keys Right
    type_line play
    wait_for 'You have black'
    type_line c6
    wait_for '1\. e4 +c6'
    wait_for '2\. [a-hNBRQKO]'
    type_line stop
    wait_for 'as a variation'
    wait_for '\(1\.\.\.c6 2\.'
}

@test "guessing a game's moves, on the board and in lines" {
    analyze
    wait_for '1\.e4 e5'
    type_line 'guess white'
    wait_for "Guess white's moves"
    never '1\.e4'
    type_line e4
    wait_for 'Right: 1\. e4\. The reply was 1\.\.\. e5'
    type_line stop
    wait_for '1 guessed: 1 as played'
    printf '%s\n' 'guess white' e4 a3 stop quit | "$FALLIBLE" analyze --nodes 30000 --plain "$GAME" \
        > "$BATS_TEST_TMPDIR/out"
    cat "$BATS_TEST_TMPDIR/out"
    grep -q '^Right: 1. e4' "$BATS_TEST_TMPDIR/out"
    grep -qE '^2. a3 .*the game.s move 2. Nf3' "$BATS_TEST_TMPDIR/out"
    grep -q '^2 guessed: 1 as played' "$BATS_TEST_TMPDIR/out"
}

@test "only ASCII where the terminal has no more" {
    screen_open 80 24 env LC_ALL=C TERM=linux NO_COLOR=1 "$FALLIBLE" analyze --nodes 30000 --game 1 --ascii "$GAME"
    wait_for '1\.e4 e5'
    keys Right Right Right Right Right Right
    type_line level
    wait_for 'madchess \(exact\)'
    only_ascii
}

@test "the game analysed is reviewed, both players by name, and the analysis goes on after it" {
    cat > "$BATS_TEST_TMPDIR/blitz.pgn" <<'PGN'
[White "Anna"]
[Black "Bert Long"]
[Result "1-0"]
[Termination "Bert Long resigned"]

1. e4 e5 2. Qh5 Nc6 (2... Nf6 3. Qxe5+) 3. Bc4 a6 4. Qxe5+ Nxe5 5. d4 Nxc4 6. b3 Qh4 7. bxc4
Qxf2+ 8. Kxf2 1-0
PGN
    screen_open 80 24 "$FALLIBLE" analyze --nodes 30000 "$BATS_TEST_TMPDIR/blitz.pgn"
    wait_for 'F3 hint  F5 level  F8 review  PgDn more'
    wait_for '1-0 .*F8 reviews the game'
    keys F3 # a hint is seen though the game is over
    wait_for 'Hint 1/4'
    keys Escape F8
    wait_for 'Review   Anna 1-0 Bert Long   8 moves'
    wait_for 'analysing the (game: [0-9]+ of 16 positions|mistakes)'
    until_screen not_on_screen 'analysing the ' 'still there' 600
    wait_for 'Anna +accuracy +[0-9.]+% +average loss +[0-9.]+ +\?! [0-9]+  \? [0-9]+  \?\? [1-9]'
    wait_for 'Bert Long +accuracy +[0-9.]+% +average loss +[0-9.]+ +\?! [0-9]+  \? [0-9]+  \?\? [1-9]'
    wait_for '^  0 ┼.*[▁▂▃▄▅▆▇█]'
    not_on_screen 'Gifts|You |Fallible'
    wait_for 'the start +evaluation [+-][0-9.]+ for white'
    keys Right Right
    wait_for '1\.\.\. e5 +evaluation [+-][0-9.]+ for white'
    keys Down # the next after the move walked to
    wait_for '▸ 3\.\.\. a6\?\?'
    keys Down
    wait_for '▸ 4\. Qxe5\+\?\?'
    keys Right Down
    wait_for '▸ [67]\.\.\. Q'
    keys Up Up Up Up
    wait_for '▸ 3\.\.\. a6\?\?'
    keys Enter # on a board of its own
    wait_for '3\.\.\.a6'
    keys Enter # before it, in the analysis, with the variation that was there
    wait_for 'F8 returns to the review'
    wait_for '3\.Bc4◂'
    wait_for '2\.\.\.Nf6'
    wait_for 'd[0-9]+ +3\.\.\. '
    keys F8
    wait_for '▸ 3\.\.\. a6\?\?'
    keys q
    wait_for 'd[0-9]+ +3\.\.\. '
    type_line review
    wait_for 'Mistakes: [1-9]'
    keys t
    wait_for 'To solve: 1 of [0-9]+'
    wait_for 'A blunder of black: 3\.\.\. a6'
    type_line stop
    wait_for 'Mistakes: [1-9]'
    keys C-c # as any key that leaves it
    wait_gone 'Mistakes: '
    keys Left
    wait_for 'd[0-9]+ +8\. '
}

@test "no review where there is no game, nor while its moves are guessed" {
    screen_open 80 24 "$FALLIBLE" analyze --nodes 30000
    wait_for 'd[0-9]+ +1\. '
    not_on_screen 'F8 review'
    keys F8
    wait_for 'There is no finished game to review'
    type_line e4
    wait_for 'F8 review'
    screen_close
    screen_open 80 24 "$FALLIBLE" analyze --nodes 30000 --game 1 "$GAME"
    wait_for '1\.e4 e5'
    type_line 'guess white'
    wait_for 'guess the move played'
    keys F8
    wait_for 'Type stop first'
}

@test "lines review the game analysed, and what is analysed goes on" {
    in_lines 'review\nforward\nreview scores\nquit\n' analyze --nodes 30000 --plain --game 1 "$GAME"
    [ "$status" -eq 0 ]
    has 'level, review of the game, or ? for help'
    has 'Review: Morphy, Paul 1-0 Allies, 7 moves.'
    has 'Morphy, Paul: accuracy '
    has 'Allies: accuracy '
    lacks 'Gifts'
    has '3... Bg4 +0.70.' # as the file tells it
    has '7. Qb3'
    printf '%s\n' "$output" | grep -q ' for White, depth [0-9]*: 1\.\.\. '
}

@test "a paused clock and that of the move shown both fit beside the analysis" {
    screen_open 120 40 "$FALLIBLE" play --elo 600 --color white --time 5+3
    wait_for 'You have white'
    type_line e4
    wait_for '1\. e4 +[a-hN]'
    keys F6 y
    wait_for 'You +[0-9:]+ \([0-9:]+\) +[0-9.]+ s'
}

@test "the level begins at your own rating" {
    own_home
    export FALLIBLE_SCALE=lichess-rapid
    mkdir -p "$XDG_CONFIG_HOME/fallible"
    echo 'rating = 1800 lichess-rapid' > "$XDG_CONFIG_HOME/fallible/config"
    echo level | "$FALLIBLE" analyze --plain > "$BATS_TEST_TMPDIR/out" 2>&1
    cat "$BATS_TEST_TMPDIR/out"
    grep -q '^1800 ' "$BATS_TEST_TMPDIR/out"
    echo level | "$FALLIBLE" analyze --plain --elo 900 | grep -q '^900 '
}

@test "analysis in a rated game says that the game no longer counts, and whom the level changes" {
    screen_open 80 24 "$FALLIBLE" play --elo 1000 --seed 3
    wait_for '▸You'
    type_line e4
    wait_for '1\. e4 +[a-hNBRQKO].*◂'
    keys F5 Enter # the same opponent: nothing has changed
    keys F6
    wait_for 'If you analyse this game now, it does not count for your rating'
    keys n
    wait_gone 'If you analyse'
    never 'analysis 1/5'
    keys F3
    wait_for 'After a hint this game does not count for your rating\. Take one\? y/n'
    keys Escape
    wait_gone 'After a hint'
    never 'Hint 1/4|no longer counts'
    type_line hint # the words ask, too
    wait_for 'After a hint this game does not count for your rating\. Take one\? y/n'
    keys n
    wait_gone 'After a hint'
    type_line analyze
    wait_for 'If you analyse this game now'
    keys n
    wait_gone 'If you analyse'
    never 'Hint 1/4|no longer counts|analysis 1/5'
    keys F6 y
    wait_for 'analysis 1/5'
    wait_for '^ (Analysing|This game no longer counts for your rating)'
    keys F2
    wait_for 'MoveError|move error'
    keys Down Right
    wait_for 'In your game, too, the opponent is now Fallible 1025'
    keys F6
    wait_for '▸You'
    keys F6
    wait_gone 'In your game, too'
    screen_close
    in_lines 'e4\nanalyze\nlevel 1800\nanalyze\nhint\nquit\n' play --plain --elo 1000 --seed 3
    [ "$(grep -c 'This game no longer counts for your rating.' <<<"$output")" -eq 1 ]
    has 'From its next move on, the opponent is Fallible 1800'
    in_lines 'e4\nanalyze\nanalyze\nundo\nquit\n' play --plain --elo 1000 --seed 3 --odds knight
    lacks 'no longer counts' # it did not count
}

@test "what the analysis of a finished game shows is not the next opponent" {
    screen_open 60 18 "$FALLIBLE" play --elo 1000 --color white --seed 3 --no-save
    wait_for '▸You'
    type_line e4
    wait_for '1\. e4 +[a-hN]'
    type_line resign
    keys y
    wait_for 'Enter rematch'
    keys Escape F6
    wait_for 'analysis 1/5'
    keys F5 Right
    wait_for 'Your next opponent is still'
    wait_for '^ Fallible 1000 '
    wait_for 'm method  p preset  Esc'
    screen_close
    in_lines 'resign\nanalyze\nlevel 1800\nset mobility off\nhome\nquit\n' play --plain --elo 1000 \
        --seed 3 --no-save
    has 'The level shown is now Fallible 1800'
    has 'mobility is now off. Your next opponent is still Fallible 1000'
    has 'Enter: Play again. A 1000'
}

@test "Esc leaves the analysis of a game that goes on, and the tree names F6" {
    screen_open 60 18 "$FALLIBLE" play --elo 1000 --color white --no-save
    wait_for '▸You'
    keys F6
    wait_for 'analysis 1/5'
    keys NPage
    wait_for '[0-9] others +[0-9]+% █'
    keys NPage NPage
    wait_for 'tree 4/5'
    wait_for 'W   D   B +book'
    wait_for 'F6 leave'
    keys Escape
    wait_for 'F6 analyse'
    never 'tree 4/5'
}

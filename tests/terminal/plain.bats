#!/usr/bin/env bats
# fallible play --plain: a game as lines of text, questions, storing, errors.

load terminal

setup() {
    own_home
}

play() { in_lines "$1" play --plain "${@:2}"; } # INPUT OPTION...

@test "a game reads as one fact a line" {
    play 'e4\nl\np n\ns 1\nm d2\nc\nboard\nwords\nd3\nboard\nquit\n' --elo 1400 --seed 7
    [ "$status" -eq 0 ]
    [ "${lines[0]}" = "Fallible 1400 club has black. You have white. Type ? for help." ]
    [ "${lines[1]}" = "1. > e4" ]
    [[ "${lines[2]}" =~ ^1\.\.\.\ [A-Za-z0-9+=-]+$ ]]
    [ "${lines[3]}" = "2. > l" ]
    [[ "${lines[4]}" =~ ^Last\ move:\ black\ (pawn|knight)\ [a-h][78]\ to\ [a-h][56]\.$ ]]
    has "White knights: b1, g1. Black knights: "
    has "Rank 1: white rook a1, white knight b1, white bishop c1, white queen d1,"
    has "white pawn d2: d3, d4"
    has "No clock."
    has "2. pawn d2 to d3"
    has "1 R N B Q K B N R"
    has "White: king e1, queen d1, rooks a1 h1" # with moves in words
    has "  a b c d e f g h"
    has "White: king e1, queen d1, rooks a1 h1, bishops c1 f1, knights b1 g1, pawns a2 b2 c2 f2 g2 h2 d3 e4."
    ! printf '%s' "$output" | grep -q "$(printf '\033')"
}

@test "a pawn may be named in its move; p and c still answer questions" {
    play 'p takes d5\np N\nc\nc takes d5\nundo\npxd5\nquit\n' --elo 1400 --seed 7 --no-save \
        --fen '4k3/8/8/3p4/2P1P3/8/8/4K3 w - - 0 1'
    has "Pxd5 is ambiguous: exd5 or cxd5"
    has "White knights: none. Black knights: none."
    has "No clock."
    has "pxd5 is ambiguous: exd5 or cxd5"
    lacks "cxd5 is"
    play 'pawn e4\npawn takes e7\nquit\n' --elo 1400 --seed 7 --no-save
    has "Pxe7 is illegal: no pawn can capture on e7"
    lacks "not a move in any notation"
}

@test "the same seed gives the same transcript" {
    play 'e4\nNf3\nh3\nquit\n' --elo 800 --seed 7 --no-save
    first=$output
    play 'e4\nNf3\nh3\nquit\n' --elo 800 --seed 7 --no-save
    [ "$output" = "$first" ]
    [ "$status" -eq 0 ]
}

@test "refusals say why and the game goes on" {
    play 'Ke2\nNd2\nNb4\nelo 100\nfrobnicate\nd\nN1d2\n' \
        --fen '4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1' --no-save
    [ "$status" -eq 0 ]
    has "Nd2 is ambiguous"
    has "Nb4 is illegal"
    has "Expected: elo N"
    has "frobnicate is neither"
    has "with --plain, type board to see it"
}

@test "what belongs elsewhere is answered by a sentence that leads on, without keys" {
    cd "$BATS_TEST_TMPDIR"
    play 'explain\nexport --format csv\nexport json\nlevels\nbest-games\nopponent\ne4\nback\nback\ne4\nd4\nresign\nd4\nend\nexplain\n' \
        --elo 1000 --seed 3 --color white --no-save
    [ "$status" -eq 0 ]
    has 'Type analyze first to see what a move does; type hint for help with your next move.'
    grep -A 1 '> explain' <<< "$output" | grep -q '^1\.\.\. [^ ]* [a-z]' # after the game
    has 'Type save and a file name, as in save games.pgn; fallible export writes all'
    [ ! -e json ]
    lacks 'fallible export -o FILE'
    has 'Method madchess: '
    has 'fallible best-games: expected one PGN file'
    has 'The opponent is Fallible 1000 casual. To change it, type easier'
    has 'This is an earlier position. In the game e4 is illegal. Type end to go back to it.'
    has 'This is an earlier position. Type end to go back to the game.' # d4 is legal there and here
    has 'The game is over. Type new for another game'
}

@test "export saves the game of the board and says how to get all games" {
    cd "$BATS_TEST_TMPDIR"
    play 'e4\nresign\nexport one.pgn\nsave two.pgn\nfallible export -o all.pgn\n' --elo 600 --seed 3 --color white
    has 'The game was added to one.pgn. fallible export -o FILE writes all your games.'
    has $'The game was added to two.pgn.\n'
    cmp one.pgn two.pgn
    grep -q '^1\. e4' all.pgn
}

@test "who asks why the game was lost reads where it turned" {
    play 'why did I lose\nf3\ng4\nwhy\nWhat did I do wrong?\nquit\n' \
        --elo 2000 --seed 3 --color white --no-save
    has "The game is not over yet. Ask again or type review after the game."
    [ "$(grep -c 'The game turned at 2.g4??: .* Type review for the whole review.' <<< "$output")" -eq 2 ]
    lacks "Type analyze first"
}

@test "mate is announced and the game can be saved" {
    # After the review, because a save before it lacks what the review says.
    play "Re8\nreview\nsave $BATS_TEST_TMPDIR/game.pgn\nsave $BATS_TEST_TMPDIR/game.pgn\n" \
        --fen '6k1/5ppp/8/8/8/8/8/4R1K1 w - - 0 1'
    [ "$status" -eq 0 ]
    has "The game is over: checkmate, you win (1-0)."
    has "The game is already in $BATS_TEST_TMPDIR/game.pgn."
    [ "$(grep -c '^\[Result "1-0"\]' "$BATS_TEST_TMPDIR/game.pgn")" -eq 1 ]
    grep -q '^\[FEN "6k1/5ppp/8/8/8/8/8/4R1K1 w - - 0 1"\]' "$BATS_TEST_TMPDIR/game.pgn"
    grep -q 'Re8#' "$BATS_TEST_TMPDIR/game.pgn"
    # No unfinished game is offered.
    play 'quit\n'
    [[ "$output" != *Unfinished* ]]
}

@test "a game that went on is in the file once, as it is now; quit says that it is kept" {
    cd "$BATS_TEST_TMPDIR"
    play 'e4\nsave on.pgn\nd4\nsave on.pgn\nsave on.pgn\nquit\n' --elo 600 --seed 3 --color white
    has 'The game was added to on.pgn.'
    has 'Saved in on.pgn, in place of the old version.'
    has 'The game is already in on.pgn.'
    [ "$(grep -c '^\[Event ' on.pgn)" -eq 1 ]
    grep -q '2\. d4' on.pgn
    has 'Your game is kept. Type continue'
    play 'quit\n'
    has 'Type continue to go on with it.'
    play 'e4\nquit\n' --no-save
    lacks 'is kept'
}

@test "on a terminal resign is asked about; a move is no answer, and a script means what it says" {
    screen_open 80 24 "$FALLIBLE" play --plain --no-save --elo 600 --seed 7 --color white
    wait_for '1\. >'
    type_line e4
    wait_for '2\. >'
    type_line resign
    wait_for 'Resign this game\? y/n'
    type_line d4
    wait_for 'd4 waits until you answer\. Resign this game\? Please answer y or n\.'
    type_line flip # no answer either
    wait_for 'flip waits until you answer, instead of d4\. Resign this game\?'
    type_line l # a look at the position needs no answer first
    wait_for 'Last move: black'
    [ "$(screen | grep -c 'Resign this game')" -eq 3 ] # the look does not repeat it
    wait_for '^Please answer y or n\.'
    type_line xyz # could not be carried out after any answer
    wait_for '^xyz is not an answer\. Please answer y or n\.'
    type_line '?'
    wait_for 'y means yes, n and stop mean no'
    type_line n
    wait_for 'Not done: resign'
    wait_for 'flip is still waiting: press Enter to enter it\.'
    type_line ''
    wait_for '^1 .*♖|^1 .*R'
    type_line resign
    wait_for 'Resign this game\? y/n'
    type_line d4
    type_line n
    wait_for 'd4 is still waiting'
    type_line material
    wait_for 'd4 is no longer waiting\.'
    type_line resign
    type_line stop
    wait_for 'Not done: resign'
    keys C-l
    type_line resign
    type_line y
    wait_for 'you resigned'
    never '2\. d4'
    play 'e4\nresign\nno\nspeech\nspeech verbose\n' --no-save --color white
    has 'The game is over: you resigned (0-1).'
    has 'There is no question to answer.' # a script was not asked
    has 'Speech: normal. Type speech normal, speech terse or speech verbose.'
    has $'Speech: verbose.\n'
}

@test "on a terminal eval and hint say that they cost the rating before they do" {
    screen_open 80 24 "$FALLIBLE" play --plain --elo 600 --seed 7 --color white
    wait_for '1\. >'
    type_line e4
    wait_for '2\. >'
    type_line eval
    wait_for 'If you analyse this game now, it does not count for your rating'
    type_line n
    type_line hint
    wait_for 'After a hint this game does not count for your rating'
    type_line n
    never 'no longer counts'
    type_line eval
    type_line y
    wait_for 'This game no longer counts for your rating'
    type_line hint # costs nothing more
    wait_for 'Hint 1 of 4'
}

@test "the name of a key of the screen, typed in capitals, does the same in words" {
    play 'F4\nF5\nF7\nF3\nf3\nNH3\nF10\n' --elo 600 --seed 7 --color white --no-save
    [ "$status" -eq 0 ]
    has '  h g f e d c b a'
    has 'To choose the opponent, type elo and a rating'
    has 'There is no cursor in plain mode.'
    has 'Hint 1 of 4'
    has '1... '
    has '2... '
    lacks '3... '
}

@test "hints climb from the kind of move to the line" {
    play 'hint\nhint\nhint\nhint\nquit\n' --fen '6k1/5ppp/8/8/8/8/8/4R1K1 w - - 0 1' --no-save
    has "Hint 1 of 3: You can mate on the back rank."
    has "Hint 2 of 3: Look at your rook on e1."
    has "Hint 3 of 3: Play 1.Re8#."
    lacks "is mate on the back rank" # which the first hint says already
    play 'hint\nhint\nhint\nhint\nquit\n' --fen '8/8/8/8/4k3/8/8/R3K3 w - - 0 1' --no-save
    has "Hint 4 of 4: 1.K"
}

@test "a killed program loses nothing" {
    mkfifo "$BATS_TEST_TMPDIR/in"
    "$FALLIBLE" play --plain --elo 800 --seed 3 < "$BATS_TEST_TMPDIR/in" \
        > "$BATS_TEST_TMPDIR/out" 3>&- &
    program=$!
    exec 9> "$BATS_TEST_TMPDIR/in"
    printf 'e4\n' >&9
    for _ in $(seq 100); do
        grep -q '^1\.\.\. ' "$BATS_TEST_TMPDIR/out" && break
        sleep 0.1
    done
    answer=$(grep '^1\.\.\. ' "$BATS_TEST_TMPDIR/out")
    # A game that is being played is not offered to another program.
    play 'quit\n'
    [[ "$output" != *Unfinished* ]]
    kill -9 "$program"
    exec 9>&-
    wait "$program" || true
    play 'resume\nresign\n'
    [ "$status" -eq 0 ]
    has "Unfinished game: "
    has "against Fallible 800, move 2"
    has "$answer"
    has "you resigned"
    is_private "$XDG_DATA_HOME/fallible/games.db"
}

@test "quit does not say that a game is kept whose moves another program kept out of the database" {
    mkfifo "$BATS_TEST_TMPDIR/in"
    "$FALLIBLE" play --plain --elo 800 --seed 3 < "$BATS_TEST_TMPDIR/in" \
        > "$BATS_TEST_TMPDIR/out" 2> "$BATS_TEST_TMPDIR/errors" 3>&- &
    program=$!
    exec 9> "$BATS_TEST_TMPDIR/in"
    printf 'e4\n' >&9
    for _ in $(seq 600); do
        ! grep -q '^1\.\.\. ' "$BATS_TEST_TMPDIR/out" || break
        sleep 0.1
    done
    mkfifo "$BATS_TEST_TMPDIR/locked" "$BATS_TEST_TMPDIR/end"
    python3 - "$XDG_DATA_HOME/fallible/games.db" "$BATS_TEST_TMPDIR" <<'P' 9>&- 3>&- &
import sqlite3, sys
database = sqlite3.connect(sys.argv[1], isolation_level=None, timeout=60)
database.execute("BEGIN EXCLUSIVE")
open(sys.argv[2] + "/locked", "w").close()
open(sys.argv[2] + "/end").close()
P
    locker=$!
    : < "$BATS_TEST_TMPDIR/locked"
    printf 'd4\nquit\n' >&9
    exec 9>&-
    wait "$program" || true
    : > "$BATS_TEST_TMPDIR/end"
    wait "$locker"
    cat "$BATS_TEST_TMPDIR/out" "$BATS_TEST_TMPDIR/errors"
    grep -q '^2\.\.\. ' "$BATS_TEST_TMPDIR/out"
    grep -q 'unsaved-.*pgn' "$BATS_TEST_TMPDIR/errors"
    ! grep 'Your game is kept' "$BATS_TEST_TMPDIR/out" || return 1
}

@test "undo, redo and a new game with the other colour" {
    play 'e4\nundo\nredo\nnew black\nquit\n' --elo 600 --seed 1 --no-save
    [[ "$output" =~ 'Taken back: 1. e4, 1... '([a-zA-Z0-9]+)'. Takebacks: 1.' ]]
    has "Played again: 1. e4, 1... ${BASH_REMATCH[1]}."
    has "You have black."
    [ "$status" -eq 0 ]
}

@test "a flag falls while nobody types" {
    for seconds in 2 10 40; do # a busy machine takes its time to start
        run sh -c '(echo e4; sleep "$1"; echo quit) | timeout 90 "$0" play --plain --time 0.01+0 --no-save' "$FALLIBLE" $seconds
        [ "$status" -eq 0 ]
        [[ "$output" != *"lost on time"* ]] || break
    done
    has "The game is over: you lost on time (0-1)."
}

@test "whose time runs out is warned once, and a line half typed stays" {
    screen_open 80 24 "$FALLIBLE" play --plain --no-save --elo 600 --seed 7 --color white --time 0.2+0
    wait_for '1\. >'
    type_line e4
    wait_for '2\. >'
    keys -l Nf
    wait_for '^2\. > Nf$'
    wait_for '^You have [12] seconds? left\.'
    wait_for '^The game is over: you lost on time'
    [ "$(screen | grep -c '^You have')" -eq 1 ]
    [ "$(screen | grep -c '^2\. > Nf')" -eq 2 ] # the line typed is shown again below the warning
    run sh -c '(echo e4; sleep 8; echo quit) | timeout 90 "$0" play --plain --time 0.05+0 --no-save --speech terse' \
        "$FALLIBLE"
    has '1 second'
    lacks 'left'
}

@test "a question about the game ends with the game" {
    screen_open 80 24 "$FALLIBLE" play --plain --elo 600 --seed 7 --color white --time 0.2+0
    wait_for '1\. >'
    type_line e4
    wait_for '2\. >'
    type_line analyze
    wait_for 'Analyse it\? y/n'
    type_line d4
    wait_for 'd4 waits until you answer'
    wait_for '^The game is over: you lost on time'
    wait_for '^The question about analyze is dropped\.'
    wait_for '^d4 is no longer waiting\.'
    type_line y
    wait_for 'There is no question to answer\.'
}

@test "without a terminal a bare fallible plays a demonstration as PGN" {
    run sh -c '"$0" < /dev/null' "$FALLIBLE"
    [ "$status" -eq 0 ]
    [ "${lines[0]}" = '[Event "Fallible demonstration"]' ]
    has '[WhiteElo "1400"]'
    has '[BlackElo "1000"]'
    has ' 10. '
    run sh -c '"$0" play --demo 3 --seed 5 < /dev/null' "$FALLIBLE"
    [ "$status" -eq 0 ]
    has ' 3. '
    [[ "$output" != *" 4. "* ]]
    run sh -c '"$0" play --demo 1 --elo 1400 --scale lichess < /dev/null' "$FALLIBLE"
    [ "$status" -eq 0 ]
    has '[WhiteElo "1400"]'
    run sh -c '"$0" play --demo 1 --elo 1200 --method madchess < /dev/null' "$FALLIBLE"
    has '[White "Fallible 1200"]'
    has '[BlackElo "1200"]'
}

@test "a bare fallible is a UCI engine if a chess program asks first" {
    for first in uci 'uci\r'; do
        run sh -c 'printf "$1\nisready\nposition startpos\ngo depth 3\nquit\n" | timeout 60 "$0"' "$FALLIBLE" "$first"
        [ "$status" -eq 0 ]
        has 'uciok'
        has 'readyok'
        has 'bestmove '
    done
    run sh -c 'printf "ucinewgame\n" | timeout 100 "$0"' "$FALLIBLE"
    [ "${lines[0]}" = '[Event "Fallible demonstration"]' ]
}

@test "bad options end with status 2 and say what was expected" {
    for options in --bogus "--elo 12" "--elo" "--fen x" "--time 5-3" "--seed x" "--threads 0" \
        "--hash 0" "--color green" "--preset nobody" "--book /nonexistent" \
        "--strength-file /nonexistent" "--theme nonesuch" "--demo x" "something"; do
        # shellcheck disable=SC2086
        run "$FALLIBLE" play --plain $options < /dev/null
        echo "$options: $status $output"
        [ "$status" -eq 2 ]
        [ -n "$output" ]
    done
}

@test "adaptive play: the rating is told before and after, and by stats; odds and takebacks count" {
    run "$FALLIBLE" play --plain --adaptive --seed 3 < <(printf '%s\n' e4 resign result 'new white' e4 undo resign)
    [ "$status" -eq 0 ]
    has 'Rating: 1400 to 12'
    has "Your rating: 1400 +- 686 (provisional); this game is rated."
    has "Your rating: 12"
    has "Score so far: 0 of 1."
    has "Not rated: moves were taken back; takebacks: 1."
    run "$FALLIBLE" stats --json
    [[ "$output" == *'"rated": 1,'* ]]
    run "$FALLIBLE" play --plain --odds queen,time --time 5+0 --elo 2000 < <(printf '%s\n' fen resign)
    has "Odds: queen,time. Not rated: the opponent gave odds."
    has "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
    run "$FALLIBLE" play --plain --adaptive --odds queen < <(echo quit)
    has "this game is not rated: the opponent gave odds."
    lacks "Score so far: 0 of 0"
    for arguments in "--odds bishop" "--odds time" "--odds queen --chess960" "--adaptive --elo full"; do
        # shellcheck disable=SC2086
        run "$FALLIBLE" play --plain $arguments < /dev/null
        [ "$status" -eq 2 ] || { echo "$arguments: $status $output"; return 1; }
    done
    in_lines "e4\nresign\nelo 1800\nsave $BATS_TEST_TMPDIR/g.pgn\nreview\nquit\n" play --plain --elo 600 --seed 3
    has 'Review: You 0-1 Fallible 600 beginner'
    grep -qx '\[BlackElo "600"\]' "$BATS_TEST_TMPDIR/g.pgn"
    in_lines 'stats my.pgn\nreview my.pgn\nquit\n' play --plain --elo 600 --no-save
    has "fallible: my.pgn: No such file or directory"
    has "The review of a file needs the whole screen. Type quit, then fallible review my.pgn"
    in_lines 'e4\nresign\nresult\nquit\n' play --plain --elo 600 --seed 3 --no-save
    has "Not rated: the game is not saved."
    lacks "Your rating"
    has "Rating: not counted: the game is not saved."
}

@test "what the board shows of level and side is told in a game, too" {
    [ -e "$(dirname "$FALLIBLE")/share/calibration.tsv" ] || skip "no share beside the program"
    run sh -c 'printf "strength\nflip\nanalyze\nlevel 1000\nsuite nix\ntheme x\nquit\n" |
        timeout 300 "$0" play --plain --elo 1200 --color white --seed 3 --no-save' "$FALLIBLE"
    [ "$status" -eq 0 ]
    has ", plus or minus "
    has "1 R N B K Q B N R"
    has "  h g f e d c b a"
    has "1000"
    has "nix: No such file or directory"
    has "no effect in plain mode"
}

@test "people err, but not on purpose, and maia knows what is played, not what is best" {
    run sh -c 'printf "debug\ne4\nd4\nc3\nquit\n" |
        "$0" play --plain --method human --elo 700 --seed 3 --no-save' "$FALLIBLE"
    [ "$(grep -c '^Chosen by human: ' <<< "$output")" -eq 3 ]
    lacks 'on purpose'
    networks=$(realpath "$BATS_TEST_DIRNAME/../data/maia")
    mkdir -p "$XDG_DATA_HOME/fallible"
    ln -s "$networks" "$XDG_DATA_HOME/fallible/maia"
    run sh -c 'printf "debug\ne4\nquit\n" |
        "$0" play --plain --method maia --elo 1100 --seed 3 --no-save' "$FALLIBLE"
    case $output in *"without zlib"*) skip "built without zlib" ;; esac
    grep -qE '^Chosen by maia: .*\. The most frequent move is [a-hNBRQ][a-h1-8x+]+\.$' <<< "$output"
}

@test "no answer is waited for if the analysis could not be set up" {
    [ -z "${SANITIZE:-}" ] || skip "sanitizers need more address space than that"
    for question in hint 'level 1500' lines threat; do
        run sh -c 'ulimit -v 1500000; printf "%s\nquit\n" "$1" | timeout 20 "$0" analyze --plain --hash 4096' \
            "$FALLIBLE" "$question"
        echo "$output"
        [ "$status" -eq 0 ]
        has "The analysis cannot be started: out of memory"
    done
    run sh -c 'ulimit -v 1500000; printf "hint\nquit\n" | timeout 20 "$0" analyze --plain --hash 4096' "$FALLIBLE"
    has "There is no hint"
}

@test "half a line in the pipe does not hold back what is to be told" {
    [ -d /proc/self/fd ] || skip "no /proc/self/fd"
    cat > "$BATS_TEST_TMPDIR/mortal.sh" <<'END'
#!/bin/sh
# A UCI engine that analyses until the file $1 exists.
while read -r word rest; do
    case $word in
    uci) echo "id name Mortal"; echo "uciok" ;;
    isready) echo "readyok" ;;
    go) while [ ! -e "$1" ]; do sleep 0.1; done; exit 7 ;;
    quit) exit 0 ;;
    esac
done
END
    chmod +x "$BATS_TEST_TMPDIR/mortal.sh"
    # The program is blocked by its full output while the engine ends and half a line arrives, so that
    # it sees the wake-up and the input at the same time.
    cat > "$BATS_TEST_TMPDIR/drive.py" <<'END'
import fcntl, os, select, subprocess, sys, time
program, engine, mark = sys.argv[1:]
out, into = os.pipe()
process = subprocess.Popen([program, "analyze", "--plain"], stdin=subprocess.PIPE, stdout=into)
filler = os.open("/proc/self/fd/%d" % into, os.O_WRONLY | os.O_NONBLOCK)
os.close(into)
said = b""

def say(text):
    process.stdin.write(text)
    process.stdin.flush()

def wait_for(words):
    global said
    end = time.time() + 30
    while words not in said:
        if not select.select([out], [], [], max(0, end - time.time()))[0]:
            print("never said:", words, said.replace(b"x", b""))
            process.kill()
            sys.exit(1)
        said += os.read(out, 65536)

say(b"engine %s %s\n" % (engine.encode(), mark.encode()))
wait_for(b"Mortal is analysing.")
wait_for(b"1. > ")
time.sleep(1)
try:
    while True:
        os.write(filler, b"x" * 512)
except BlockingIOError:
    pass
say(b"fen\n")
time.sleep(1)
open(mark, "w").close()
time.sleep(2)
say(b"eng")
time.sleep(1)
wait_for(b"exit status 7")
said = b""
say(b"ine\nquit\n")
wait_for(b"Fallible is analysing.")
sys.exit(process.wait(30))
END
    run python3 "$BATS_TEST_TMPDIR/drive.py" "$FALLIBLE" "$BATS_TEST_TMPDIR/mortal.sh" \
        "$BATS_TEST_TMPDIR/mark"
    echo "$output"
    [ "$status" -eq 0 ]
}

@test "save refuses an option it does not know, and says when there are no scores to write" {
    cd "$BATS_TEST_TMPDIR"
    play 'save --help\nsave --evl x.pgn\ne4\nsave --eval y.pgn\nquit\n' --elo 1000 --color white --no-save
    has 'There is no option --help. Type save and a file name, as in save games.pgn; the options are --eval and --full.'
    has 'There is no option --evl x.pgn.'
    has 'The game was added to y.pgn, without scores, which are added after the game.'
    [ "$(ls -- *)" = y.pgn ]
}

@test "the options of save need no dashes; in quotation marks a name is a name" {
    cd "$BATS_TEST_TMPDIR"
    play 'save a.pgn --evl\ne4\nsave a.pgn full\nsave eval b.pgn\nsave "our full"\nsave our second\nload "our second" 1\ncopy pgn full\nquit\n' --elo 600 --seed 3 --color white --no-save
    has 'There is no option --evl.'
    has 'The game was added to a.pgn, without scores, which are added after the game.'
    has 'The game was added to b.pgn, without scores'
    has 'The game was added to "our full".'
    has 'The game was added to our second.'
    lacks 'No such file'
    grep -q FallibleOpponent a.pgn
    [ -e b.pgn ] && [ -e 'our full' ] && [ -e 'our second' ]
    [ ! -e 'a.pgn full' ]
    play 'load "our second"\nsave our full\nquit\n' --no-save # there is such a file
    has 'The game is already in our full.'
}

@test "a game without a review is saved without the opponent's opinion of its moves" {
    cd "$BATS_TEST_TMPDIR"
    play 'e4\nNf3\nBc4\nO-O\nd3\nc3\nh3\nNbd2\nresign\nsave one.pgn\ncopy pgn\nsave two.pgn full\nquit\n' --method human --elo 1000 --color white --seed 275636
    has 'The game was added to one.pgn.'
    lacks 'better'
    grep -q '1\. e4' one.pgn
    [ "$(grep -c better one.pgn)" -eq 0 ]
    tr '\n' ' ' < two.pgn | grep -qE 'human error, cost [0-9]+ cp, best '
    "$FALLIBLE" export -o three.pgn
    [ "$(grep -c better three.pgn)" -eq 0 ]
}

@test "the scores of a review are saved with a game of another program" {
    cd "$BATS_TEST_TMPDIR"
    printf '[Event "T"]\n[White "Anna"]\n\n1. e4 {mine [%%clk 0:01:00]} 1... e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0\n' > a.pgn
    play 'load a.pgn\nsave b.pgn eval\nsave c.pgn full\nreview\nsave d.pgn eval\nsave e.pgn full\nsave f.pgn\nload d.pgn\nsave g.pgn eval\nquit\n' --no-save
    has 'The game was added to b.pgn, without scores: review the game first.'
    has 'The game was added to c.pgn, without scores: review the game first.'
    has 'The game was added to d.pgn, with scores.'
    has 'The game was added to e.pgn, with scores.'
    has 'The game was added to f.pgn.'
    grep -qE '1\. e4 \{\[%eval -?[0-9.]+\] mine' d.pgn
    [ "$(grep -o '%eval' d.pgn | wc -l)" -eq 7 ]
    cmp b.pgn c.pgn
    cmp b.pgn f.pgn
    cmp d.pgn e.pgn
    cmp d.pgn g.pgn
}

@test "moves in an analysis prints no tags, clock times or scores" {
    cd "$BATS_TEST_TMPDIR"
    printf '[Event "T"]\n[White "Anna"]\n\n1. e4 {[%%clk 0:01:00]} 1... e5 {[%%eval 0.2] [%%clk 0:01:00]} 2. Nf3 {[%%clk 0:00:59]\nnatural} 2... Nc6 *\n' > a.pgn
    play 'load a.pgn\nanalyze\nmoves\nquit\n' --no-save
    has '1. e4 e5 2. Nf3 {natural} 2... Nc6 *'
    lacks 'Event'
    lacks '[%'
}

@test "elo and level take the names of preset, old ones too" {
    play 'preset club\nelo beginner\nelo strong club\nelo Candidate-Master\nelo club\nelo nobody\nquit\n' --no-save
    [ "$(grep -c 'the opponent is Fallible [0-9]* club\.' <<< "$output")" -eq 2 ]
    grep -q 'the opponent is Fallible [0-9]* beginner\.' <<< "$output"
    grep -q 'the opponent is Fallible [0-9]* strong club\.' <<< "$output"
    [ "$(grep -c 'the opponent is' <<< "$output")" -eq 5 ]
    has 'elo full, or a name as in elo club'
    in_lines 'level casual\nquit\n' analyze --plain --nodes 100
    has ' casual, '
    lacks 'Expected'
}

@test "every switch takes on and off, and nothing else" {
    play 'debug off\ndebug on\nblindfold maybe\nresign-policy x\nanalyze off\nanalyze on\nanalyze off\nbar on\nquit\n' --no-save
    [ "$(grep -c 'decisions are not shown' <<< "$output")" -eq 1 ]
    has "The opponent's decisions are shown."
    has 'Type blindfold on or blindfold off, or blindfold alone.'
    has 'Type resign-policy on or resign-policy off, or resign-policy alone.'
    [ "$(grep -c '^Analysis is off' <<< "$output")" -eq 1 ]
    [ "$(grep -c '^Back to the game' <<< "$output")" -eq 1 ]
    has 'The evaluation bar needs the full screen.'
}

@test "on a terminal lines break between words, but not a FEN" {
    screen_open 60 18 "$FALLIBLE" play --plain --elo 600 --no-save
    wait_for '^1\. > $|^1\. >$'
    type_line help
    wait_for 'hint: help, more$'
    wait_for '^  each time\. undo: take back\.$'
    type_line fen
    wait_for 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1$'
}

#!/usr/bin/env bats
# The UCI protocol, with correct and incorrect input. $FALLIBLE is the program.

setup() {
    FALLIBLE=${FALLIBLE:-$BATS_TEST_DIRNAME/../../fallible}
}

# uci LINE...: sends the lines and sets $output; the engine quits at the end of input.
uci() {
    run timeout $((60 * ${PATIENCE:-1})) "$FALLIBLE" uci < <(printf '%s\n' "$@")
    [ "$status" -eq 0 ]
}

# knot NUMBER ELO: the value of the knot in share/strength.conf.
knot() {
    awk -v section="[madchess.$1]" -v elo="$2" '/^\[/ { here = $0 == section }
        here && $1 == elo { print $3 }' "$BATS_TEST_DIRNAME/../../share/strength.conf"
}

has() {
    grep -qE -- "$1" <<< "$output" || { echo "no line matches: $1"; echo "$output"; return 1; }
}

has_not() {
    ! grep -qE -- "$1" <<< "$output" || { echo "a line matches: $1"; echo "$output"; return 1; }
}

bestmoves() {
    grep -c '^bestmove ' <<< "$output"
}

# Every line is part of UCI, or output of d, eval or perft.
only_protocol() {
    has_not '^(Segmentation|AddressSanitizer|.*runtime error)'
    ! grep -qvE '^(id |option |uciok|readyok|info |bestmove )|^$' <<< "$output" ||
        { echo "not the protocol:"; grep -vE '^(id |option |uciok|readyok|info |bestmove )|^$' <<< "$output"; return 1; }
}

@test "uci lists its name and every option, then uciok" {
    uci uci
    only_protocol
    has '^id name Fallible'
    has '^id author '
    for option in Hash Threads MultiPV 'Move Overhead' Seed 'Nodes Per Second' 'Move Error' \
        'Blunder Error' 'Blunder Chance'; do
        has "^option name $option type spin default [0-9]+ min [0-9]+ max [0-9]+$"
    done
    for option in Ponder UCI_Chess960 UCI_ShowWDL UCI_LimitStrength OwnBook BookBest; do
        has "^option name $option type check default false$"
    done
    has '^option name UCI_Elo type spin default [0-9]+ min 200 max 2650$'
    has '^option name SyzygyPath type string default <empty>$'
    has '^option name BookFile type string default <empty>$'
    has '^option name Clear Hash type button$'
    [ "$(grep -c '^option name Knows .* type check default true$' <<< "$output")" -eq 11 ]
    [ "${lines[-1]}" = uciok ]
}

@test "the output is plain ASCII" {
    uci uci 'debug on' 'position startpos' 'go depth 2'
    ! LC_ALL=C grep -q '[^ -~]' <<< "$output"
}

@test "a search in piped input is finished, with one bestmove" {
    uci 'position startpos' 'go depth 5'
    has '^info depth 5 .* score cp -?[0-9]+ nodes [0-9]+ nps [0-9]+ hashfull [0-9]+ tbhits 0 time [0-9]+ pv [a-h]'
    [ "$(bestmoves)" -eq 1 ]
    [[ "${lines[-1]}" == bestmove* ]]
    only_protocol
}

@test "quit stops an infinite search" {
    uci 'go infinite' quit
    [ "$(bestmoves)" -eq 1 ]
}

@test "the end of input stops an infinite search" {
    uci 'go infinite'
    [ "$(bestmoves)" -eq 1 ]
}

@test "isready is answered while searching, stop ends it, no bestmove comes before stop" {
    uci 'go infinite' isready stop isready
    ready=$(grep -n '^readyok' <<< "$output" | head -n 1 | cut -d: -f1)
    best=$(grep -n '^bestmove' <<< "$output" | cut -d: -f1)
    [ "$ready" -lt "$best" ]
    [ "$(bestmoves)" -eq 1 ]
    [ "${lines[-1]}" = readyok ]
}

@test "an infinite search where there is no move waits for stop all the same" {
    uci 'position fen 7k/6Q1/6K1/8/8/8/8/8 b - - 0 1' 'go infinite' ponderhit isready stop isready
    has '^info depth 0 score mate 0$'
    [ "$(grep -v '^info' <<< "$output")" = $'readyok\nbestmove 0000\nreadyok' ]
    uci 'position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1' 'go ponder wtime 1000 btime 1000' isready ponderhit
    has '^info depth 0 score cp 0$'
    [ "$(grep -v '^info' <<< "$output")" = $'readyok\nbestmove 0000' ]
    uci 'position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1' 'go movetime 50000' 'position startpos' 'go depth 1'
    [ "$(bestmoves)" -eq 2 ]
}

@test "stop and ponderhit out of turn are nobody's end" {
    uci stop ponderhit stop 'go depth 2' ponderhit 'position startpos' stop stop \
        'go infinite' ponderhit ponderhit isready stop stop 'go nodes 100' isready
    [ "$(bestmoves)" -eq 3 ]
    # ponderhit does not end an analysis: readyok comes before its bestmove
    [ "$(grep -nE '^readyok' <<< "$output" | head -n 1 | cut -d: -f1)" -lt \
        "$(grep -nE '^bestmove' <<< "$output" | sed -n 2p | cut -d: -f1)" ]
}

@test "a bare go thinks until it is stopped" {
    uci 'position startpos' go isready stop
    [ "$(grep -vE '^info' <<< "$output" | head -n 1)" = readyok ]
    [ "$(bestmoves)" -eq 1 ]
}

@test "words before a command are skipped" {
    uci 'joho debug on' 'position startpos' '  stopp  isready'
    has '^info string unknown command "joho"$'
    has '^info string position rnbq'
    has '^info string unknown command "stopp"$'
    [ "${lines[-1]}" = readyok ] || [ "${lines[-2]}" = readyok ]
}

@test "a table the memory cannot hold is refused, and the engine plays on" {
    [ "$(getconf _PHYS_PAGES)" -lt $((65536 * 1048576 / $(getconf PAGESIZE))) ] || skip "this machine has the memory"
    uci 'setoption name Hash value 1' 'go depth 4' 'setoption name Hash value 65536' 'go depth 4'
    has '^info string out of memory for 65536 MB'
    [ "$(bestmoves)" -eq 2 ]
    only_protocol
}

@test "the same nodes twice around ucinewgame" {
    uci 'position startpos moves e2e4 c7c5' 'go depth 8' ucinewgame 'position startpos moves e2e4 c7c5' 'go depth 8'
    [ "$(bestmoves)" -eq 2 ]
    # The last report before the move, because a slow machine may report depth 8 more than once.
    nodes=$(awk '/^info depth 8 / { for (i = 1; i < NF; i++) if ($i == "nodes") said = $(i + 1) }
                 /^bestmove/ { print said }' <<< "$output")
    [ "$(wc -l <<< "$nodes")" -eq 2 ]
    [ "$(sort -u <<< "$nodes" | grep -c '[0-9]')" -eq 1 ]
}

@test "node limits and clocks past 32 bits are limits like others" {
    uci 'go nodes 5000000000 depth 3' 'go wtime 5000000000 btime 5000000000 depth 3' 'go movetime 5000000000 depth 3'
    [ "$(grep -cE '^info depth 3 ' <<< "$output")" -ge 3 ]
    [ "$(bestmoves)" -eq 3 ]
}

@test "every go gets its bestmove, whatever is sent meanwhile" {
    uci 'go infinite' 'go depth 3' 'go infinite' 'position startpos moves e2e4' 'go depth 1' \
        'setoption name Hash value 16' 'go ponder wtime 1000 btime 1000' 'ucinewgame' 'go nodes 500'
    [ "$(bestmoves)" -eq 6 ]
    only_protocol
}

@test "finite searches in a row are all finished" {
    uci 'position startpos' 'go depth 6' 'position startpos moves e2e4' 'go depth 6' \
        'ucinewgame' 'go nodes 20000' 'position startpos'
    [ "$(grep -cE '^info depth 6 ' <<< "$output")" -ge 2 ]
    [ "$(bestmoves)" -eq 3 ]
}

@test "options set during a search stop it" {
    uci 'go movetime 50000' 'setoption name MultiPV value 2' isready
    [ "$(bestmoves)" -eq 1 ]
    [ "${lines[-1]}" = readyok ]
}

@test "a ponder search waits for ponderhit" {
    uci 'position startpos moves e2e4 e7e5' 'go ponder movetime 50' isready ponderhit
    [ "$(bestmoves)" -eq 1 ]
    [[ "${lines[-1]}" == bestmove* ]]
}

@test "searchmoves keeps to its moves" {
    uci 'position startpos' 'go depth 4 searchmoves a2a3 h2h3' 'go searchmoves h2h4 depth 3'
    [ "$(grep -cE '^bestmove (a2a3|h2h3)' <<< "$output")" -eq 1 ]
    [ "$(grep -cE '^bestmove h2h4' <<< "$output")" -eq 1 ]
}

@test "an illegal move after searchmoves is told and left out" {
    uci 'position startpos' 'go searchmoves e1g8 h2h4 e7e8q depth 2'
    has 'searchmoves: e1g8 is illegal here$'
    has 'searchmoves: e7e8q is illegal here$'
    has '^info depth 2 '
    has '^bestmove h2h4'
}

@test "a position of 218 moves is searched, in as many lines as there may be" {
    most='position fen R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1'
    uci "$most" 'go depth 12' 'setoption name MultiPV value 64' "$most" 'go depth 2'
    has '^info depth 2 .* multipv 64 score '
    [ "$(bestmoves)" -eq 2 ]
    only_protocol
}

@test "mates are announced in moves" {
    uci 'position fen 6k1/5ppp/8/8/8/8/8/R6K w - - 0 1' 'go depth 4'
    has 'score mate 1 '
    has '^bestmove a1a8'
}

@test "go mate ends when the mate is found" {
    uci 'position fen 6k1/5ppp/8/8/8/8/8/RR5K w - - 0 1' 'go mate 2'
    has 'score mate [12] '
}

@test "MultiPV shows that many lines" {
    uci 'setoption name MultiPV value 3' 'position startpos' 'go depth 4'
    for i in 1 2 3; do has "^info depth 4 .*multipv $i "; done
    has_not 'multipv 4 '
}

@test "UCI_ShowWDL adds chances that make 1000" {
    uci 'setoption name UCI_ShowWDL value true' 'go depth 3'
    has ' wdl [0-9]+ [0-9]+ [0-9]+ nodes'
    awk '/ wdl / { for (i = 1; i < NF; i++) if ($i == "wdl" && $(i+1)+$(i+2)+$(i+3) != 1000) exit 1 }' <<< "$output"
}

@test "castling is written as the mode asks, and understood both ways" {
    castle='position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1'
    uci "$castle" 'go depth 1 searchmoves e1g1' 'setoption name UCI_Chess960 value true' \
        "$castle" 'go depth 1 searchmoves e1h1' "$castle moves e1a1" d
    has '^bestmove e1g1'
    has '^bestmove e1h1'
    has '^Fen: r3k2r/8/8/8/8/8/8/2KR3R b '
}

@test "d shows board, FEN and key; debug echoes every position" {
    uci 'position startpos moves e2e4' d
    has '^Fen: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1$'
    has '^Key: 823C9B50FD114196$'
    has '^4  \. \. \. \. P \. \. \.$'
    uci 'debug on' 'position startpos moves e2e4'
    has '^info string position rnbqkbnr/.* key 823C9B50FD114196 after 1 moves$'
    uci 'debug on' 'position startpos' 'go depth 1' # go does not repeat it
    [ "$(grep -c '^info string position' <<< "$output")" -eq 1 ]
}

@test "a game of 1,200 plies fits on one line" {
    moves=
    for _ in $(seq 300); do moves="$moves g1f3 g8f6 f3g1 f6g8"; done
    uci 'debug on' "position startpos moves$moves" 'go depth 2'
    has 'after 1200 moves$'
    [ "$(bestmoves)" -eq 1 ]
}

@test "limits at the ends of their range are limits like others" {
    local huge word number
    for word in depth nodes movetime wtime btime winc binc movestogo mate; do
        for number in 2147483647 9223372036854775807 -9223372036854775808 99999999999999999999 \
            -99999999999999999999; do
            huge+="go $word $number wtime 1000 btime 1000 depth 2"$'\n'
        done
        huge+="go depth 2 $word"$'\n'
    done
    uci 'position fen 6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1' "$huge"
    [ "$(bestmoves)" -eq $((9 * 6)) ]
    only_protocol
    # A mate in one is found for every value of `go mate`.
    uci 'position fen 6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1' 'go mate 2147483647 depth 12'
    has '^bestmove a1a8'
    [ "$(grep -cE '^info depth (9|1[0-2]) ' <<< "$output")" -eq 0 ]
}

# talk: starts the engine as a coprocess, with the pipes ${engine[0]} and ${engine[1]}.
talk() {
    coproc engine { exec timeout 60 "$FALLIBLE" uci; } 2>/dev/null
    to=${engine[1]} from=${engine[0]}
}

# await PATTERN SECONDS: reads lines up to one that matches; fails if none comes in time.
await() {
    local line until=$((SECONDS + $2))
    while [ "$SECONDS" -le "$until" ]; do
        read -r -t 1 line <&"$from" || continue
        heard+=$line$'\n'
        [[ $line =~ $1 ]] && return 0
    done
    echo "no line matches: $1"
    return 1
}

@test "isready and stop are answered while position and go wait for a search to end" {
    talk
    heard=
    printf '%s\n' 'position startpos' 'go movetime 40000' 'position startpos moves e2e4' \
        'go movetime 40000' ucinewgame 'position startpos moves d2d4' >&"$to"
    sleep 0.3
    echo isready >&"$to"
    await '^readyok' 5
    [[ $heard != *bestmove* ]]
    echo stop >&"$to"
    await '^bestmove' 5
    await '^bestmove' 5
    printf '%s\n' d isready >&"$to"
    await '^Fen: rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b' 5
    await '^readyok' 5
    [ "$(grep -c '^bestmove' <<< "$heard")" -eq 2 ]
    echo quit >&"$to"
}

@test "quit ends the program while position waits for a search to end" {
    uci 'go movetime 40000' 'position startpos' 'go movetime 40000' quit
    [ "$SECONDS" -lt 30 ]
    [ "$(bestmoves)" -ge 1 ]
}

@test "a line without an end is refused and the engine plays on" {
    run timeout 60 "$FALLIBLE" uci < <(head -c 40000000 /dev/zero | tr '\0' 'x'; printf '\ngo depth 1\n')
    [ "$status" -eq 0 ]
    has '^info string skipped a line longer than 16 MB'
    has '^bestmove '
}

@test "perft counts" {
    uci 'go perft 3' 'position fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1' 'go perft 3' quit
    has '^Nodes searched: 8902$'
    has '^Nodes searched: 97862$'
}

@test "debug on explains the evaluation by group and by term, and the sums agree" {
    uci 'debug on' 'position fen r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3' 'go depth 1'
    has '^info string Evaluation: [-+][0-9.]+ for white$'
    [ "$(grep -c '^info string group ' <<< "$output")" -eq 11 ]
    awk '/string Evaluation:/ { whole = $4 } / string group / { groups += $(NF-1) - $NF }
        / string term / { terms += $(NF-1) - $NF }
        function off(a, b) { return a - b > 0.005 || b - a > 0.005 }
        END { exit whole == "" || off(whole, groups) || off(whole, terms) }' <<< "$output" ||
        { echo "$output"; return 1; }
}

@test "Elo sets everything, what is set by hand afterwards stays, options ignore case" {
    uci 'debug on' 'setoption name uci_limitstrength value TRUE' \
        'setoption name UCI_ELO value 600' 'setoption name Seed value 7' 'go depth 1' \
        'setoption name knows KING value true' 'setoption name Move Error value 77' \
        'setoption name blunder  error value 5' 'go depth 1' 'setoption name UCI_Elo value 2600' 'go depth 1'
    speed=$(knot nodes_per_second 600) blunder=$(knot blunder_error 600)
    has "strength 600 beginner, method madchess, $speed nodes/s, move error $(knot move_error 600), blunder error $blunder, blunder chance $(knot blunder_chance 600)/1024, order bias $(knot order_bias 600)%, rule cost $(knot rule_cost 600), seed 7, .* king 0%"
    has "strength by hand, .* $speed nodes/s, move error 77, blunder error $blunder, .* king 100%"
    has 'no option "blunder  error"'
    has "strength 2600 master, .* $(knot nodes_per_second 2600) nodes/s, move error $(knot move_error 2600), .* king 100%"
}

@test "OwnBook plays from our own book, until BookFile names another" {
    [ -e "$(dirname "$FALLIBLE")/share/book.bin" ] || skip "no share/ beside the program"
    uci 'debug on' 'setoption name BookBest value true' 'setoption name OwnBook value true' \
        'position startpos moves e2e4' 'go movetime 1000' \
        'setoption name BookFile value /no/such/book.bin' 'go movetime 1000' \
        'position startpos moves a2a4 h7h5 a4a5' 'go nodes 100' \
        'position startpos' 'go mate 1 nodes 100' 'go nodes 100 searchmoves a2a3'
    [ "$(grep -c '^info string the move is from the book$' <<< "$output")" -eq 2 ]
    has '^bestmove [ec]7[ec]5$'
    has '/no/such/book.bin'
    [ "$(bestmoves)" -eq 5 ]
}

@test "a decision explains itself, and the same seed decides the same" {
    play() {
        uci 'debug on' 'setoption name UCI_LimitStrength value true' \
            'setoption name UCI_Elo value 1000' 'setoption name Seed value 11' \
            'position startpos moves e2e4' 'go movetime 2000' 'position startpos moves d2d4' 'go movetime 2000'
        grep -E '^(bestmove|info string (decision|candidate))' <<< "$output"
    }
    first=$(play)
    second=$(play)
    [ -n "$first" ]
    [ "$first" = "$second" ]
    output=$first
    chance=$(knot blunder_chance 1000 | awk '{ printf "%.3f", $1 / 1024 }')
    has "^info string decision [a-h][1-8][a-h][1-8], random number \.[0-9]{3}, (not )?below \\.${chance#0.}: (a blunder allowed|no blunder); one of "
    has ', best [a-h][1-8][a-h][1-8], gave away [0-9]+ cp( on purpose)?$'
    has '^info string candidate 1 .* in range$'
    [ "$(bestmoves)" -eq 2 ]
}

@test "a weakened engine still mates when it can" {
    uci 'setoption name UCI_LimitStrength value true' 'setoption name UCI_Elo value 600' \
        'setoption name Blunder Chance value 1024' 'setoption name Blunder Error value 10000' \
        'position fen 6k1/5ppp/8/8/8/8/8/R6K w - - 0 1' 'go movetime 3000'
    has '^bestmove a1a8'
}

@test "the clock is kept with almost none left" {
    for clock in 'wtime 25 btime 25' 'wtime 1 btime 1' 'wtime -50 btime 0 winc 0' \
        'wtime 30 btime 30 movestogo 1' 'movetime 0' 'wtime 100'; do
        uci "go $clock"
        [ "$(bestmoves)" -eq 1 ]
    done
}

@test "wrong options are refused with the reason" {
    uci 'setoption name Hash value 0' 'setoption name Hash value lots' \
        'setoption name Threads value 9999999999999999999999' 'setoption name MultiPV' \
        'setoption name Ponder value maybe' 'setoption name Nonsense value 1' 'setoption' \
        'setoption value 3' 'setoption name' 'setoption name UCI_Elo value 199' \
        'setoption name BookFile value /no/such/book.bin' 'setoption name OwnBook value true' isready
    has 'Hash takes a number from 1 to 65536, not "0"'
    has 'Hash takes a number from 1 to 65536, not "lots"'
    has 'Threads takes a number from 1 to 256, not "9999'
    has 'MultiPV takes a number'
    has 'Ponder takes true or false, not "maybe"'
    has 'no option "Nonsense"'
    has 'expected setoption name'
    has 'UCI_Elo takes a number from 200 to 2650'
    has '/no/such/book.bin'
    only_protocol
    [ "${lines[-1]}" = readyok ]
}

@test "wrong positions and moves are refused with the reason" {
    uci 'debug on' position 'position fen' 'position fen 8/8/8/8/8/8/8/8 w - - 0 1' \
        'position fen rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1' \
        'position startpos moves e2e4 e2e4 e7e5' d
    has 'expected position startpos'
    has 'FEN, column [0-9]+: '
    has 'move 2, e2e4, is illegal here'
    has '^Fen: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1$'
}

@test "wrong limits are refused with the reason and the search goes on" {
    uci 'go depth' 'stop' 'go depth two nodes 100' 'go depth 99999999999999999999 nodes 100' \
        'go searchmoves e2e5 nodes 100' 'go fast nodes 100' 'go depth -3' 'go nodes -1'
    has 'go depth needs a whole number, not ""'
    has 'go depth needs a whole number, not "two"'
    has 'searchmoves: expected a legal move'
    has 'unknown parameter of go: "fast"'
    [ "$(bestmoves)" -eq 7 ]
}

@test "garbage is answered, not died of" {
    run timeout 60 "$FALLIBLE" uci < <(
        printf '\0\0\0\n\n   \n\t\nhello world\n\x1b[2J\xff\xfe\n'
        head -c 200000 /dev/zero | tr '\0' 'x'; echo
        head -c 60000 /dev/urandom; echo
        printf 'position startpos moves %s\n' "$(head -c 40000 /dev/zero | tr '\0' 'a')"
        printf 'position fen %s\n' "$(head -c 40000 /dev/zero | tr '\0' 'k')"
        printf 'setoption name %s value %s\n' "$(head -c 4000 /dev/zero | tr '\0' 'n')" x
        printf 'setoption name SyzygyPath value %s\n' "$(head -c 4000 /dev/zero | tr '\0' '/')"
        printf 'debug\nponderhit\nstop\nisready\r\ngo depth 1')
    [ "$status" -eq 0 ]
    grep -qa '^readyok' <<< "$output"
    grep -qa '^bestmove ' <<< "$output"
    grep -qa 'unknown command "hello"' <<< "$output"
}

@test "help lists every command, and each is answered" {
    uci help
    for command in uci position go status stats listmoves staticexchange teststaticexchange \
        testpositions showevalparams showlimitstrengthparams tunewinscale findmagics quit; do
        has "^$command "
    done
    uci staticexchange teststaticexchange testpositions tunewinscale stats
    [ "$(grep -c '^expected ' <<< "$output")" -eq 4 ]
    has '^there has been no search$'
}

@test "status and stats are answered during a search" {
    run timeout 60 "$FALLIBLE" uci < <(echo 'go infinite'; sleep $((2 * ${PATIENCE:-2})); printf 'status\nstats\nstop\nstatus\n')
    [ "$status" -eq 0 ]
    has '^searching, rnbqkbnr/'
    has '^depth [0-9]+, selective depth'
    has '^cutoffs on the first move +[0-9.]+%   [0-9]+ of [0-9]+$'
    has '^idle, rnbqkbnr/'
    [ "$(grep -n '^searching' <<< "$output" | cut -d: -f1)" -lt "$(grep -n '^bestmove' <<< "$output" | cut -d: -f1)" ]
}

@test "listmoves gives every legal move with its reason" {
    uci 'position fen 4k3/8/2p5/1p1r4/1R2P3/8/8/4K3 w - - 0 1' listmoves 'staticexchange Rxb5' \
        'staticexchange Qxb5'
    has '^  1  e4d5   capture +400 '
    has '^ 12  b4b5   losing capture +-400 '
    has '^Rxb5 gains -400 centipawns$'
    has '^Qxb5 is illegal'
    run timeout 60 "$FALLIBLE" uci < <(echo 'go depth 8'; sleep 1; echo listmoves)
    best=$(sed -n 's/^bestmove \([a-h1-8]*\).*/\1/p' <<< "$output")
    has "^  1  $best +hash move "
    [ "$(grep -cE '^ +[0-9]+  [a-h]' <<< "$output")" -eq 20 ]
}

@test "exchanges and perft counts are checked by files" {
    data=$BATS_TEST_DIRNAME/../data
    uci "teststaticexchange $data/see.epd" "testpositions $data/perft.epd" 'testpositions nowhere'
    has '^71 exchanges: 71 right, 0 wrong, 0 lines unreadable$'
    has '^69 positions, 267 counts: all right$'
    has '^nowhere: '
    file=$BATS_TEST_TMPDIR/wrong
    printf '%s\n' '4k3/8/8/3p4/8/8/8/3RK3 w - -; Rxd5; 101; mine' '4k3/8/8/3p4/8/8/8/3RK3 w - -; Rxd5; 1; P' \
        '4k3/8/8/3p4/8/8/8/3RK3 w - -; Rxd6; 0;' > "$file"
    uci "teststaticexchange $file"
    has '^line 1: Rxd5 gains 100, not 101 \(mine\)$'
    has '^line 3: Rxd6 is illegal'
    has '^2 exchanges: 1 right, 1 wrong, 1 lines unreadable$'
    echo 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D1 20 ;D2 401' > "$file"
    uci "testpositions $file"
    has '^line 1: depth 2 has 400 leaves, not 401: '
    has '^1 positions, 2 counts: 1 wrong$'
    run "$FALLIBLE" perft --epd "$file"
    [ "$status" -eq 1 ]
    run "$FALLIBLE" perft 1 --epd "$file"
    [ "$status" -eq 0 ]
    [ "${lines[0]}" = '1 positions, 1 counts: all right, 1 above the limit not counted' ]
    printf '8/8/8/8/8/8/8/k1K5 b - - 0 1 ;D1 2\n8/8/8/8/8/8/8/k1K5 b - - 0 1 ;E1 5\n' > "$file"
    run "$FALLIBLE" perft --epd "$file"
    [ "$status" -eq 2 ]
    [[ "$output" == *"wrong:2:31: expected a count such as D3 8902"* ]]
}

@test "magic numbers are found and checked" {
    uci findmagics
    [ "$(grep -cE '^[a-h][1-8] 0x[0-9a-f]{16}$' <<< "$output")" -eq 128 ]
    has '^128 magics found and checked; of the 128 built in, 128 are right$'
}

@test "the parameters of evaluation and levels are shown" {
    uci showevalparams showlimitstrengthparams 'setoption name Method value noise' showlimitstrengthparams
    has '^passed_pawn +passed +[0-9-]+/[0-9-]+( [0-9-]+/[0-9-]+){5}$'
    has '^Method madchess:'
    has "^1400 +[0-9]+ +$(knot move_error 1400) "
    has '^Method noise:'
    has 'leaf_noise'
}

@test "the level follows the opponent's rating once UCI_RatingAdv is set" {
    uci 'setoption name UCI_LimitStrength value true' 'setoption name UCI_Opponent value GM 1700 computer Foo' \
        status 'setoption name UCI_RatingAdv value -100' status \
        'setoption name UCI_Opponent value none none human Bar' status \
        'setoption name UCI_Opponent value none 1725 human Bar' status \
        'setoption name UCI_Opponent value Bar'
    [ "$(grep '^strength' <<< "$output" | tr '\n' ' ')" = 'strength 1400, method madchess strength 1600, method madchess strength 1400, method madchess strength 1400, method madchess ' ]
    has '^info string UCI_Opponent takes TITLE RATING human|computer NAME, not "Bar"$'
}

@test "analysis is at full strength" {
    uci 'debug on' 'setoption name UCI_LimitStrength value true' 'setoption name UCI_AnalyseMode value true' \
        'go depth 2' 'setoption name UCI_AnalyseMode value false' 'go depth 2'
    [ "$(grep -c '^info string decision' <<< "$output")" -eq 1 ]
    has '^info string strength full, for analysis$'
}

@test "the log has all that goes in and out" {
    log=$BATS_TEST_TMPDIR/log
    run timeout 60 "$FALLIBLE" uci < <(printf 'setoption name Log value %s\nisready\n' "$log"; sleep $((2 * ${PATIENCE:-2}))
        printf 'go depth 2\nd\n'; sleep $((2 * ${PATIENCE:-2})); printf 'setoption name Log value <empty>\nisready\n')
    grep -qE '^[0-9]+\.[0-9]{3} < go depth 2$' "$log"
    grep -qE '^[0-9]+\.[0-9]{3} > bestmove ' "$log"
    grep -qE '^[0-9]+\.[0-9]{3} > Fen: ' "$log"
    [ "$(grep -c 'readyok' "$log")" -eq 1 ]
    [ "$(grep -c '^readyok' <<< "$output")" -eq 2 ]
    uci 'setoption name Log value /nowhere/log'
    has '^info string /nowhere/log: '
}

@test "closed output does not hang it" {
    timeout 30 "$FALLIBLE" uci < <(printf 'go depth 3\nquit\n') | head -n 0 || true
}

@test "bench prints nodes and speed, and the same nodes again" {
    run "$FALLIBLE" bench 3
    [ "$status" -eq 0 ]
    [[ "${lines[-1]}" =~ ^[0-9]+\ nodes\ [0-9]+\ nps$ ]]
    nodes=${lines[-1]%% *}
    run "$FALLIBLE" bench 3
    [ "${lines[-1]%% *}" = "$nodes" ]
    run "$FALLIBLE" bench deep
    [ "$status" -eq 2 ]
    run "$FALLIBLE" bench 3 --stats
    has '^null moves that caused a cutoff +[0-9.]+%   [0-9]+ of [0-9]+$'
    [ "${lines[0]%% *}" = "$nodes" ]
    run "$FALLIBLE" bench 3 --without null_move
    has '^null moves that caused a cutoff +[0-9.]+% +-$'
    has "^nodes +$nodes +[0-9]+$"
    run "$FALLIBLE" bench 3 --without luck
    [ "$status" -eq 2 ]
}

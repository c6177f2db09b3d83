#!/usr/bin/env bats
# fallible explain: words, JSON, EPD files, bad input.

load terminal

setup() { mate='r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4'; }

explain() { apart explain --nodes 20000 "$@"; }

refused() { # refused WORDS OPTION...: exit status 2, the words on standard error, nothing else
    local words=$1; shift
    explain "$@"
    [ "$status" -eq 2 ]
    [ -z "$output" ]
    [[ "$errors" == *"$words"* ]]
}

@test "what a position is about, in words" {
    explain --fen "$mate"
    [ "$status" -eq 0 ]
    [ -z "$errors" ]
    [[ "$output" == *'Best move: 4. Qxf7#'* ]]
    [[ "$output" == *$'\n4.Qxf7# is mate.\n    4.Qxf7#'* ]]
}

@test "what a mistake allows" {
    explain --moves 'e4 e5 Qh5 Nc6 Bc4' --played Nf6
    [ "$status" -eq 0 ]
    [[ "$output" == *$'3...Nf6 allows 4.Qxf7#, which is mate.\n    3...Nf6 4.Qxf7#'* ]]
    [[ "$output" != *'king safety'* ]]
}

# Only the better move was named. These need more nodes than the other tests.
@test "why a better move is better" {
    said() { # said FEN MOVE WORDS [MOVES]
        apart explain --nodes "${nodes:-200000}" --fen "$1" --moves "${4-}" --played "$2"
        [[ "$output" == *"$3"* ]]
    }
    said 'r1b1k2r/ppp2ppp/2p5/2b1P3/2Bq2n1/3P4/PPP2PPP/RNBQ1RK1 w kq - 1 9' Qf3 \
        'is weaker than 9.Qe2, after which 9...Nxe5 is a mistake because of 10.c3, which uses the pin'
    said '4r1k1/ppq2ppp/2pNnp2/8/2PP2P1/1P1Q3P/PB3PK1/5R2 b - - 0 20' Qxd6 \
        'misses 20...Nf4+, which forks the king and the queen and wins the queen for a rook'
    said '5rk1/p3n1bp/B1p1ppp1/q1Pp4/3P1P2/PrNQ2BP/5PP1/2R1K2R b K - 4 17' Qxa3 \
        '17...Rxa3 and then 18...Qxa6, which takes the bishop on a6, was better'
    said 'r1bqk1nr/p1p3pp/2p2p2/2bpP3/2P1P3/5N2/PP3PPP/RNBQK2R w KQkq - 1 8' O-O \
        'is answered by 8...dxe4, which takes the pawn; 8.cxd5 would have prevented that'
    said 'r2qkb1r/ppp2ppp/2np1n2/8/3PPBb1/5N2/PPP3PP/RN1QKB1R w KQkq - 1 7' h3 \
        '7.Bb5, which pins the knight on c6 to the king, was better'
    local nodes=60000
    # The game is lost anyway, but the move loses two pawns more.
    said '5b1r/Q5pp/4kn2/3pn3/2B5/2N5/PPPqR1PP/5R1K b - - 1 22' Qg5 \
        'makes the position worse: 22...Qxe2 was better'
    # The knight that is taken has just taken a bigger piece.
    said 'r1bqrk2/pp1n1pb1/2p1pn1p/4N1N1/3P3B/3B1Q2/PPP2PPP/R3K2R b KQ - 0 16' Nxe6+ \
        'misses 17.dxe5, which takes back on e5' d7e5
}

# "allows 1...Nxd4, which wins a bishop": after 3.Qf3 Black wins no more than a pawn.
@test "a win that another reply makes small is not proved" {
    apart explain --nodes 400000 --played Qh3 \
        --fen '2r2rk1/1q2bppp/p1n1p3/1p1nN3/3B4/5Q2/PP2NPPP/2R2RK1 w - - 0 1'
    [[ "$output" == *'1...Nxd4, which exchanges the knight for a bishop'* ]]
}

@test "a mate that cannot be stopped is said, and nothing else" {
    explain --fen '6k1/8/5K2/8/8/8/p7/7R b - - 0 1'
    [ "$status" -eq 0 ]
    [[ "$output" == *$'(#-3)\n\nWhite mates in 3, whatever Black plays.\n    1...a1=Q+ 2.Rxa1'* ]]
    [ "${#lines[@]}" -eq 3 ]
    explain --fen '6k1/8/5K2/8/8/8/p7/7R b - - 0 1' --played Kf8
    [[ "$output" == *$'\n\nWhite mates in 3, whatever Black plays.\n'* ]]
    [[ "$output" != *'Nothing more'* ]]
    [[ "$output" != *'escape square'* ]]
}

@test "JSON: the claims with their proofs" {
    explain --fen "$mate" --played b1c3 --json
    [ "$status" -eq 0 ]
    [ "$(printf '%s\n' "$output" | wc -l)" -eq 1 ]
    json 'r["fen"].startswith("r1bqkb1r") and r["best"] == "h5f7" and r["score"] == 31999'
    json 'r["played"] == "b1c3" and r["loss"] >= 300 and r["nodes"] > 0'
    json '[c for c in r["claims"] if c["kind"] == "missed" and c["what"] == "mate"
           and c["line"] == ["h5f7"] and c["mate"] == 1 and c["proved"]
           and c["words"] == "4.Nc3 misses 4.Qxf7#, which is mate"]'
    first=$output
    explain --fen "$mate" --played b1c3 --json
    [ "$output" = "$first" ]
}

@test "a file of positions, in its order, two at a time" {
    file="$BATS_TEST_TMPDIR/two.epd"
    printf '%s pm Nc3; id "mistake";\n' "${mate% * *}" > "$file"
    printf '6k1/5ppp/8/8/8/8/5PPP/4R1K1 w - - id "back rank";\n' >> "$file"
    explain --epd "$file" --jobs 2
    [ "$status" -eq 0 ]
    [ "$(printf '%s\n' "$output" | wc -l)" -eq 2 ]
    [[ "${lines[0]}" == *'"id": "mistake"'*'"what": "mate"'* ]]
    [[ "${lines[1]}" == *'"id": "back rank"'*'"kind": "back rank"'* ]]
}

@test "bad input is refused in words" {
    refused "'a' is not a piece" --fen bad
    refused '--played: e5 is illegal' --played e5
    refused '--moves: move 2: e4 is illegal' --moves 'e4 e4'
    refused 'the game is over in this position' --fen '8/8/8/8/8/5k2/5q2/5K2 w - - 0 1'
    refused '--nodes takes a whole number from 1000' --nodes 5
    refused 'expected options only' extra
    refused 'cannot be combined with' --epd - --played e4
    refused 'cannot be read' --epd "$BATS_TEST_TMPDIR/none.epd"
    printf '%s\n' '6k1/5ppp/8/8/8/8/5PPP/4R1K1 w - -' 'rubbish' > "$BATS_TEST_TMPDIR/bad.epd"
    refused 'bad.epd:2' --epd "$BATS_TEST_TMPDIR/bad.epd"
}

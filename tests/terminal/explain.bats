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

@test "the best move out of a check is called so, if nothing else is to be said" {
    explain --fen '4k3/ppp2ppp/8/4r3/8/8/PPP2PPP/2R1K3 w - - 0 1' --played Kd2
    [ "$status" -eq 0 ]
    [[ "$output" == *$'\n\nIt is the best way out of the check.'$'\n    1.Kd2 '* ]]
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
    [[ "$output" != *'"last"'* ]] # not known
    explain --moves 'e4 e5 Nf3 Nc6 Bc4 Bc5 O-O' --json --nodes 1000
    json 'r["last"] == "e1g1"'
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

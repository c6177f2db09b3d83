#!/usr/bin/env bats
# What OpenBench asks of an engine: bench, genfens, options, and the file for its Engines/ folder. The
# program runs alone in a folder, as OpenBench moves it there. $FALLIBLE is the program; tests/soak/all
# runs this again with the program that `make EXE=NAME CC=clang` builds.

setup() {
    tree=$(cd "$BATS_TEST_DIRNAME/../.." && pwd)
    cd "$BATS_TEST_TMPDIR" || return 1
    cp "${FALLIBLE:-$tree/fallible}" engine
}

client() { run python3 -B "$tree/tests/uci/openbench_client.py" "$@"; }

@test "bench counts the same nodes in several copies at once" {
    client bench ./engine 3
    [ "$status" -eq 0 ]
    [ "${output% *}" = "$(cat "$tree/share/bench.signature")" ]
    [ "${output#* }" -gt 0 ]
}

@test "genfens makes positions, the same ones for a seed" {
    client genfens ./engine 12 42 None
    [ "$status" -eq 0 ]
    first=$output
    [ "$(sort -u <<< "$first" | wc -l)" -eq 12 ]
    client genfens ./engine 12 42 None unknown words
    [ "$output" = "$first" ]
    # More positions begin with the same ones, another seed gives others.
    client genfens ./engine 15 42 None
    [ "$(head -n 12 <<< "$output")" = "$first" ]
    client genfens ./engine 12 43 None
    [ "$status" -eq 0 ] && [ "$output" != "$first" ]
    # Both sides are to move, all are legal, and nothing is decided.
    grep -q ' w ' <<< "$first" && grep -q ' b ' <<< "$first"
    while read -r fen; do
        run ./engine uci "position fen $fen" "go depth 4" quit < /dev/null
        [[ "$output" == *bestmove* && "$output" != *mate* && "$output" != *'info string'* ]] ||
            { echo "$fen: $output"; return 1; }
    done <<< "$first"
}

@test "genfens starts from the positions of a book" {
    # A pawn ending with its counters as operations, and one as FEN: no position has a queen.
    printf '%s\n' '4k3/pppp4/8/8/8/8/4PPPP/4K3 w - - hmvc 3; fmvn 30;' \
        '4k3/4pppp/8/8/8/8/PPPP4/4K3 b - - 0 40' > book.epd
    client genfens ./engine 10 1 book.epd
    [ "$status" -eq 0 ]
    ! grep -qi q <<< "$output" || return 1
    [ "$(grep -c 'k' <<< "$output")" -eq 10 ]
    grep -q ' 4[0-9]$' <<< "$output"
    client genfens ./engine 3 1 missing.epd
    [ "$status" -eq 1 ]
    [ "$output" = '0 positions instead of 3, exit status 0' ]
    run ./engine "genfens 3 seed 1 book missing.epd" quit
    [ "$output" = 'info string the book "missing.epd" cannot be read' ]
    printf 'no\nposition\nin it\n' > bad.epd
    run ./engine "genfens 3 seed 1 book bad.epd" quit
    [ "$output" = 'info string no balanced position was found in the book' ]
    for line in genfens 'genfens 0 seed 1' 'genfens x' 'genfens 3 seed -1' 'genfens 99999999999999999999'; do
        run ./engine uci "$line" quit
        [[ "$output" == 'info string expected a number of positions'* ]] || { echo "$line: $output"; return 1; }
    done
}

@test "genfens also works on standard input, and stops" {
    run timeout 60 ./engine uci < <(printf 'genfens 2 seed 5 book None\nisready\n')
    [ "$(grep -c '^info string genfens ' <<< "$output")" -eq 2 ]
    grep -qx readyok <<< "$output"
    run timeout 60 ./engine uci < <(printf 'genfens 10000000 seed 5 book None\nisready\n'; sleep 1; echo stop)
    [ "$status" -eq 0 ]
    [[ "$output" == *readyok*'info string stopped after '* ]]
}

@test "Threads and Hash are options, and a tuning build lists its inputs" {
    run ./engine uci uci spsa quit
    [[ "$output" == *'option name Hash type spin '*'option name Threads type spin '* ]]
    [ "$(grep -cE '^[a-z0-9_]+, int(, -?[0-9]+){4}, 0\.[0-9]+$' <<< "$output")" -eq \
        "$(grep -c '^PARAMETER(' "$tree/engine/search/parameters.def")" ]
}

@test "the example for the Engines folder has what the server reads" {
    client config "$tree/share/examples/openbench.json"
    [ "$output" = good ]
}

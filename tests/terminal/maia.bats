#!/usr/bin/env bats
# fallible maia from the command line. $FALLIBLE is the program.

setup() {
    FALLIBLE=${FALLIBLE:-$BATS_TEST_DIRNAME/../../fallible}
    NETWORK=$(realpath "$BATS_TEST_DIRNAME/../data/maia")/maia-1500.pb.gz
    cd "$BATS_TEST_TMPDIR" || return 1
}

# A small untrained network. Skips the test if the program was built without zlib.
network() {
    run "$FALLIBLE" maia "$NETWORK"
    case $output in *"without zlib"*) skip "built without zlib" ;; esac
}

@test "what is wrong is said, with status 2" {
    printf 'no network\n' > text.pb
    printf '\037\213\010\000' > damaged.pb.gz
    for arguments in "" "nowhere.pb.gz" "text.pb" "damaged.pb.gz" "." "text.pb text.pb" \
        "--nonsense text.pb" "--fen rubbish text.pb" "--moves e5 text.pb" "--moves e2e4e text.pb" \
        "--speed=0 text.pb"; do
        # shellcheck disable=SC2086
        run "$FALLIBLE" maia $arguments
        [ "$status" -eq 2 ] || { echo "$arguments: $status $output"; return 1; }
        [ -n "$output" ]
    done
    run "$FALLIBLE" maia nowhere.pb.gz
    [ "$output" = "fallible: nowhere.pb.gz: No such file or directory" ]
    run "$FALLIBLE" maia text.pb
    grep -q 'text.pb: not an Lc0 weight file' <<< "$output"
    run "$FALLIBLE" maia --moves "e4 e5 Ke3" text.pb
    grep -q 'move 3: .*illegal' <<< "$output"
}

@test "the moves of a network, as a table and as JSON" {
    network
    [ "$status" -eq 0 ]
    grep -qE '^Nh3 +45\.4 %$' <<< "$output"
    grep -qE '^Nc3 +27\.4 %$' <<< "$output"
    grep -qE '^White wins [0-9.]+ %, draws [0-9.]+ %, loses [0-9.]+ %$' <<< "$output"
    run "$FALLIBLE" maia "$NETWORK" --moves "e2e4 e7e5 g1f3 b8c6 f1c4 g8f6" --json
    [ "$status" -eq 0 ]
    python3 - "$output" <<'P'
import json, sys
answer = json.loads(sys.argv[1])
assert set(answer) == {"policy", "wdl"}
policy = answer["policy"]
assert len(policy) == 33 and "e1g1" in policy and "e1h1" not in policy
assert abs(sum(policy.values()) - 1) < 1e-4 and abs(sum(answer["wdl"]) - 1) < 1e-4
assert len(answer["wdl"]) == 3
P
}

@test "a position of its own, and one where the game is over" {
    network
    run "$FALLIBLE" maia "$NETWORK" --fen "5k2/5ppp/8/8/8/8/5PPP/R5K1 b - - 0 30" --moves Kg8 --json
    [ "$status" -eq 0 ]
    grep -q '^{"policy": {.*"a1a8": 0.' <<< "$output"
    run "$FALLIBLE" maia "$NETWORK" --moves "f3 e5 g4 Qh4" --json
    [ "$status" -eq 0 ]
    grep -q '^{"policy": {}, "wdl": \[' <<< "$output"
    run sh -c '"$0" maia "$1" --json --speed=1 2>&-' "$FALLIBLE" "$NETWORK"
    [[ "$output" == '{"policy"'* && "$output" != *'ms a position'* ]]
    run "$FALLIBLE" maia "$NETWORK" --moves "f3 e5 g4 Qh4"
    grep -q '^there is no legal move$' <<< "$output"
}

@test "an opponent that plays like people; without networks it says what is missing" {
    export XDG_DATA_HOME="$BATS_TEST_TMPDIR/data"
    run "$FALLIBLE" play --plain --method maia
    [ "$status" -eq 2 ]
    grep -q "no Maia network in $XDG_DATA_HOME/fallible/maia; fallible doctor" <<< "$output"
    run "$FALLIBLE" match fallible:elo=1500,method=maia random --games 2 --random-plies 4
    [ "$status" -eq 2 ]
    grep -q 'no Maia network' <<< "$output"
    run "$FALLIBLE" uci < <(printf '%s\n' 'setoption name UCI_LimitStrength value true' \
        'setoption name Method value maia' 'go nodes 10')
    grep -q '^info string .*no Maia network' <<< "$output"
    grep -q '^bestmove ' <<< "$output"
    network
    mkdir -p "$XDG_DATA_HOME/fallible"
    ln -s "$(dirname "$NETWORK")" "$XDG_DATA_HOME/fallible/maia"
    run "$FALLIBLE" play --plain --method maia --elo 1150 --no-save --seed 2 < <(printf 'e4\nd4\nquit\n')
    [ "$(grep -c '^[12]\.\.\. ' <<< "$output")" -eq 2 ]
    run "$FALLIBLE" match fallible:elo=1500,method=maia fallible:elo=1900,method=maia --games 4 \
        --virtual 1000 --tc 60+1 --seed 3 --random-plies 4
    [ "$status" -eq 0 ]
    [ "$(grep -c ' 0 time losses, 0 illegal moves, 0 crashes' <<< "$output")" -eq 2 ]
}

@test "an old processor says the same" {
    network
    emulator=$(command -v qemu-x86_64 || command -v qemu-x86_64-static) || skip "no qemu-x86_64"
    [ "$(uname -m)" = x86_64 ] && [ -z "$SANITIZE" ] || skip "only for x86-64, without sanitizers"
    ! grep -qE -- "-m(arch|cpu)=native" "$BATS_TEST_DIRNAME/../../config.mk" || skip "built with --native"
    run "$FALLIBLE" maia "$NETWORK" --moves "d4 d5 c4" --json
    here=$output
    run sh -c '"$@" 2>/dev/null' sh "$emulator" -cpu qemu64 "$FALLIBLE" maia "$NETWORK" \
        --moves "d4 d5 c4" --json
    [ "$status" -eq 0 ]
    python3 -c 'import json, sys
a, b = (json.loads(text) for text in sys.argv[1:])
assert a["policy"].keys() == b["policy"].keys()
assert all(abs(a["policy"][m] - b["policy"][m]) < 1e-5 for m in a["policy"])
assert all(abs(x - y) < 1e-5 for x, y in zip(a["wdl"], b["wdl"]))' "$here" "$output"
}

#!/usr/bin/env bats
# What the doctor finds. $FALLIBLE is the program.

setup() {
    FALLIBLE=${FALLIBLE:-$BATS_TEST_DIRNAME/../../fallible}
    export XDG_DATA_HOME="$BATS_TEST_TMPDIR/data" XDG_CONFIG_HOME="$BATS_TEST_TMPDIR/config"
}

row() { grep -E "^$1 +$2" <<< "$output" || { echo "no: $1 $2"; echo "$output"; return 1; }; }

@test "with nothing there it says where things go, and makes nothing" {
    run env TERM=vt100 LC_ALL=C "$FALLIBLE" doctor
    [ "$status" -eq 0 ]
    row terminal 'vt100: not connected here'
    row locale 'C, .*letters'
    row colours 'none'
    row levels 'built in'
    row database "none yet; games will be kept in $XDG_DATA_HOME/fallible/games.db"
    row maia "none; put maia-1100.pb.gz to maia-1900.pb.gz, .* into $XDG_DATA_HOME/fallible/maia "
    [ ! -e "$XDG_DATA_HOME" ]
}

@test "what is there but cannot be used is named, with status 1" {
    mkdir -p "$XDG_DATA_HOME/fallible/maia" "$XDG_CONFIG_HOME/fallible"
    printf 'no network' > "$XDG_DATA_HOME/fallible/maia/maia-1300.pb"
    : > "$XDG_CONFIG_HOME/fallible/strength.conf"
    echo nonsense > "$XDG_CONFIG_HOME/fallible/config"
    run env TERM=xterm-256color LC_ALL=C.UTF-8 "$FALLIBLE" doctor --syzygy "$BATS_TEST_TMPDIR"
    [ "$status" -eq 1 ]
    row locale 'C.UTF-8, UTF-8: chess symbols'
    row colours '256'
    row settings '! .*config: cannot be used'
    row levels "$XDG_CONFIG_HOME/fallible/strength.conf"
    row tablebases '! .*no Syzygy tablebases'
    row maia '! 1300 \(not an Lc0 weight file'
    run sh -c "\"\$0\" doctor --json 2>/dev/null" "$FALLIBLE"
    [ "$status" -eq 1 ]
    python3 -c 'import json, sys
found = json.loads(sys.argv[1])
assert found["maia"]["wrong"] and not found["levels"]["wrong"] and len(found) == 10' "$output"
}

@test "no other argument is taken" {
    run "$FALLIBLE" doctor everything
    [ "$status" -eq 2 ]
    run "$FALLIBLE" doctor --nonsense
    [ "$status" -eq 2 ]
}

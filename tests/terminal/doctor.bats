#!/usr/bin/env bats
# fallible doctor. $FALLIBLE is the program.

setup() {
    FALLIBLE=${FALLIBLE:-$BATS_TEST_DIRNAME/../../fallible}
    export XDG_DATA_HOME="$BATS_TEST_TMPDIR/data" XDG_CONFIG_HOME="$BATS_TEST_TMPDIR/config"
    export XDG_CACHE_HOME="$BATS_TEST_TMPDIR/cache"
    cd "$BATS_TEST_TMPDIR" || return 1
}

row() { grep -E "^$1 +$2" <<< "$output" || { echo "no: $1 $2"; echo "$output"; return 1; }; }

@test "with nothing there it says where things go, and makes nothing" {
    run env TERM=vt100 LC_ALL=C "$FALLIBLE" doctor
    [ "$status" -eq 0 ]
    row terminal 'vt100: not checked here; run fallible doctor in the shell, without a pipe, to check it$'
    row locale 'C, .*letters'
    row colours 'none'
    row levels 'built in'
    row database "no database yet; games will be saved in $XDG_DATA_HOME/fallible/games.db"
    row maia "no networks; for --method maia, put some of the files maia-1100.pb.gz to maia-1900.pb.gz .* into $XDG_DATA_HOME/fallible/maia"
    [ ! -e "$XDG_DATA_HOME" ]
}

@test "what is there but cannot be used is named, with status 1" {
    mkdir -p "$XDG_DATA_HOME/fallible/maia" "$XDG_CONFIG_HOME/fallible"
    printf 'no network' > "$XDG_DATA_HOME/fallible/maia/maia-1300.pb"
    printf 'speed = quick\n' > "$XDG_CONFIG_HOME/fallible/strength.conf"
    echo nonsense > "$XDG_CONFIG_HOME/fallible/config"
    run env TERM=xterm-256color LC_ALL=C.UTF-8 "$FALLIBLE" doctor --syzygy "$BATS_TEST_TMPDIR"
    [ "$status" -eq 1 ]
    row locale 'C.UTF-8, UTF-8: chess symbols'
    row colours '256'
    row settings '! .*config: cannot be used'
    row levels "! $XDG_CONFIG_HOME/fallible/strength.conf:1:1: .*; correct this file, or delete it"
    row tablebases '! .*expected Syzygy tablebases'
    row maia '! 1300 \(not an Lc0 weight file'
    run sh -c "\"\$0\" doctor --json 2>/dev/null" "$FALLIBLE"
    [ "$status" -eq 1 ]
    python3 -c 'import json, sys
found = json.loads(sys.argv[1])
assert found["maia"]["wrong"] and found["levels"]["wrong"] and len(found) == 13' "$output"
}

@test "an installed file that is damaged, of another version or missing is named" {
    mkdir "$BATS_TEST_TMPDIR/copy"
    cp "$FALLIBLE" "$BATS_TEST_TMPDIR/copy/fallible"
    cp -R "$BATS_TEST_DIRNAME/../../share" "$BATS_TEST_DIRNAME/../../puzzles" "$BATS_TEST_TMPDIR/copy"
    run "$BATS_TEST_TMPDIR/copy/fallible" doctor
    row files 'complete$'
    printf 'x' | dd of="$BATS_TEST_TMPDIR/copy/share/openings.tsv" bs=1 seek=1000 conv=notrunc status=none
    : > "$BATS_TEST_TMPDIR/copy/puzzles/lichess.csv"
    echo >> "$BATS_TEST_TMPDIR/copy/puzzles/wac.epd"
    rm "$BATS_TEST_TMPDIR/copy/share/endgames.epd"
    mkdir "$BATS_TEST_TMPDIR/copy/share/endgames.epd"
    run "$BATS_TEST_TMPDIR/copy/fallible" doctor
    [ "$status" -eq 1 ]
    row files '! cannot be read: share/endgames.epd; damaged, or of another version than the program: puzzles/lichess.csv puzzles/wac.epd share/openings.tsv; install fallible again$'
}

@test "guests that stay silent are waited for together, and what to do is said" {
    printf '#!/bin/sh\nexec sleep 60\n' > "$BATS_TEST_TMPDIR/stockfish"
    chmod +x "$BATS_TEST_TMPDIR/stockfish"
    local one began=$SECONDS
    PATH=$BATS_TEST_TMPDIR:$PATH run "$FALLIBLE" doctor
    [ "$status" -eq 1 ]
    one=$((SECONDS - began)) began=$SECONDS
    for program in fairy-stockfish lc0 fruit; do
        cp "$BATS_TEST_TMPDIR/stockfish" "$BATS_TEST_TMPDIR/$program"
    done
    PATH=$BATS_TEST_TMPDIR:$PATH run "$FALLIBLE" doctor
    [ "$status" -eq 1 ]
    [ $((SECONDS - began)) -lt $((2 * one + 2)) ]
    row guests '! stockfish does not answer: .*fruit does not answer: .*type uci to see why'
}

@test "damaged endgame tables are named, and no engine takes them" {
    tables="$BATS_TEST_TMPDIR/tables"
    cp -R "$BATS_TEST_DIRNAME/../data/syzygy" "$tables"
    chmod -R u+w "$tables"
    run env TERM=vt100 LC_ALL=C "$FALLIBLE" doctor --syzygy "$tables"
    [[ "$output" != *"built without tablebases"* ]] || skip "no libfathom"
    [ "$status" -eq 0 ]
    printf '\377' | dd of="$tables/KBNvK.rtbw" bs=1 seek=3000 conv=notrunc status=none
    : > "$tables/KNvK.rtbz"
    run env TERM=vt100 LC_ALL=C "$FALLIBLE" doctor --syzygy "$tables"
    [ "$status" -eq 1 ]
    row tablebases '! KBNvK.rtbw is damaged: its checksum is wrong; KNvK.rtbz is damaged: '
    run "$FALLIBLE" play --plain --no-save --syzygy "$tables" < /dev/null
    [ "$status" -eq 2 ]
    [[ "$output" == *"--syzygy: the table KBNvK.rtbw is damaged: its checksum is wrong"* ]]
    run "$FALLIBLE" uci <<C
setoption name SyzygyPath value $tables
position fen 8/8/8/8/8/4k3/8/K2BN3 w - - 0 1
go nodes 1000
quit
C
    [ "$status" -eq 0 ]
    [[ "$output" == *"KBNvK.rtbw is damaged"* ]]
    [[ "$output" == *"bestmove"* ]]
}

@test "a start checks the endgame tables of a large folder, each of them once" {
    export XDG_CACHE_HOME=$BATS_TEST_TMPDIR/cache
    tables="$BATS_TEST_TMPDIR/tables" known="$XDG_CACHE_HOME/fallible/tables"
    cp -R "$BATS_TEST_DIRNAME/../data/syzygy" "$tables"
    chmod -R u+w "$tables"
    # A table of more than 64 MB, of which only the beginning and the size are checked.
    printf '\161\350\043\135' > "$tables/KQQvKQ.rtbw"
    truncate -s $((70 * 1048576 + 16)) "$tables/KQQvKQ.rtbw"
    sleep 4 # what has changed just now is not remembered
    start() { run sh -c 'echo quit | timeout 60 "$0" play --plain --no-save --syzygy "$1"' "$FALLIBLE" "$tables"; }
    start
    [[ "$output" != *"built without tablebases"* ]] || skip "no libfathom"
    [ "$status" -eq 0 ]
    count=$(find "$tables" -name '*.rtb*' | wc -l)
    [ "$(wc -l < "$known")" -eq $((count - 1)) ]
    [ "$(find "$known" -perm 600)" = "$known" ]
    start
    [ "$status" -eq 0 ]
    [ "$(wc -l < "$known")" -eq $((count - 1)) ]
    # A changed table is checked again even if its modification time was restored.
    cp -p "$tables/KBNvK.rtbw" "$BATS_TEST_TMPDIR/before"
    printf '\377' | dd of="$tables/KBNvK.rtbw" bs=1 seek=3000 conv=notrunc status=none
    touch -r "$BATS_TEST_TMPDIR/before" "$tables/KBNvK.rtbw"
    start
    [ "$status" -eq 2 ]
    [[ "$output" == *"KBNvK.rtbw is damaged: its checksum is wrong"* ]]
    # A forged list of checked tables does no harm.
    head -c 100000 /dev/urandom > "$known"
    start
    [ "$status" -eq 2 ]
}

@test "an endgame table that makes the library crash is named" {
    # Reading beyond the table crashes only where no other memory follows it.
    [ -z "${SANITIZE:-}" ] || skip "sanitizers place other memory there"
    tables="$BATS_TEST_TMPDIR/tables"
    cp -R "$BATS_TEST_DIRNAME/../data/syzygy" "$tables"
    chmod -R u+w "$tables"
    run env TERM=vt100 LC_ALL=C "$FALLIBLE" doctor --syzygy "$tables"
    [[ "$output" != *"built without tablebases"* ]] || skip "no libfathom"
    # A size in the table is too large, but the checksum is correct.
    printf '\377' | dd of="$tables/KQvK.rtbw" bs=1 seek=18 conv=notrunc status=none
    printf '\227\175\073\044\245\245\242\250\266\012\004\136\217\345\166\172' |
        dd of="$tables/KQvK.rtbw" bs=1 seek=256 conv=notrunc status=none
    run env TERM=vt100 LC_ALL=C "$FALLIBLE" doctor --syzygy "$tables"
    [ "$status" -eq 1 ]
    row tablebases '! table KQvK the file is damaged \(reading it crashes\); replace it'
}

@test "every damaged endgame table is named, wherever the damage is" {
    tables="$BATS_TEST_TMPDIR/tables"
    for damage in cut end middle; do
        rm -rf "$tables"
        cp -R "$BATS_TEST_DIRNAME/../data/syzygy" "$tables"
        chmod -R u+w "$tables"
        for table in KBNvK.rtbw KQvK.rtbz KPvKP.rtbw; do
            file="$tables/$table"
            size=$(wc -c < "$file")
            case $damage in
                cut) head -c $((size - 64)) "$file" > "$file.cut" && mv "$file.cut" "$file" ;;
                end) at=$((size - 3)) ;;
                middle) at=$((size / 2)) ;;
            esac
            [ "$damage" = cut ] || python3 -c 'import sys
with open(sys.argv[1], "r+b") as file:
    file.seek(int(sys.argv[2])); byte = file.read(1)[0]
    file.seek(int(sys.argv[2])); file.write(bytes([byte ^ 1]))' "$file" "$at"
        done
        run env TERM=vt100 LC_ALL=C "$FALLIBLE" doctor --syzygy "$tables"
        [[ "$output" != *"built without tablebases"* ]] || skip "no libfathom"
        [ "$status" -eq 1 ]
        for table in KBNvK.rtbw KQvK.rtbz KPvKP.rtbw; do
            [[ "$output" == *"$table is damaged: "* ]] || { echo "$damage: $output"; return 1; }
        done
    done
}

@test "an empty part of a path of endgame tables is left out" {
    tables="$BATS_TEST_DIRNAME/../data/syzygy"
    run env TERM=vt100 LC_ALL=C "$FALLIBLE" doctor --syzygy "$tables:"
    [[ "$output" != *"built without tablebases"* ]] || skip "no libfathom"
    [ "$status" -eq 0 ]
    run "$FALLIBLE" play --plain --no-save --elo full --syzygy ":$tables:" --fen '8/8/8/8/8/4k3/8/K2BN3 w - - 0 1' < /dev/null
    [ "$status" -eq 0 ]
}

@test "a damaged database is named, and what can be read of it is saved beside it" {
    command -v sqlite3 > /dev/null || skip "no sqlite3"
    for seed in 1 2 3; do
        printf 'e4\nd4\nc4\nresign\nquit\n' | "$FALLIBLE" play --plain --elo 600 --seed $seed > out
    done
    games="$XDG_DATA_HOME/fallible/games.db"
    sqlite3 "$games" "UPDATE moves SET move = 9 WHERE game = 2 AND ply = 3"
    run "$FALLIBLE" doctor
    [ "$status" -eq 1 ]
    row database '! .*: game 2 cannot be read and was left out. fallible doctor --repair saves'
    sum=$(sha256sum "$games")
    run "$FALLIBLE" doctor --repair
    [ "$status" -eq 1 ]
    [[ "$output" == *"Saved 3 games"* ]]
    [[ "$output" == *"1 of these games was cut before its first damaged move"* ]]
    [ "$(sha256sum "$games")" = "$sum" ]
    [ "$(find "$games.repaired" -perm 600)" = "$games.repaired" ]
    # As it says, once more as a command.
    sh -e <<< "$(grep '^  ' <<< "$output")"
    run "$FALLIBLE" export --format pgn
    [ "$status" -eq 0 ]
    [ "$(grep -c '^\[Event ' <<< "$output")" -eq 3 ]
    run "$FALLIBLE" doctor
    row database "$games, "
}

@test "who deletes the database hears nothing of missing moves" {
    printf 'e4\nd4\nquit\n' | "$FALLIBLE" play --plain --elo 600 --seed 1 > out
    [ -s "$XDG_DATA_HOME/fallible/games.db-moves" ]
    rm "$XDG_DATA_HOME/fallible/games.db"
    printf 'quit\n' | "$FALLIBLE" play --plain --elo 600 --seed 1 > out 2>&1
    ! grep -i 'missing' out || return 1
    run "$FALLIBLE" doctor
    [[ "$output" != *missing* ]]
}

@test "moves that a damaged write-ahead log lost are named, and the log is kept" {
    mkfifo in
    "$FALLIBLE" play --plain --elo 600 --seed 1 < in > out 3>&- &
    local program=$!
    exec 4> in
    printf 'e4\nd4\n' >&4
    for _ in $(seq 100); do
        grep -q '2\.\.\.' out && break
        sleep 0.1
    done
    sleep 0.3
    kill -9 "$program"
    exec 4>&-
    log="$XDG_DATA_HOME/fallible/games.db-wal"
    python3 -c 'import sys
with open(sys.argv[1], "r+b") as file:
    file.seek(156); byte = file.read(1)[0]
    file.seek(156); file.write(bytes([byte ^ 1]))' "$log"
    cp "$log" before
    run "$FALLIBLE" doctor
    [ "$status" -eq 1 ]
    games="$XDG_DATA_HOME/fallible/games.db"
    kept="Saved half-moves were missing on 20[0-9-]{8}: $log.damaged is a copy of the damaged write-ahead log of that day\. Move it away or delete it\.$"
    row database "! $games, 0\.[0-9] MB\. [0-9]+ half-moves of game 1 that had been saved are missing: the file games\.db-wal was damaged or removed; games\.db-wal\.damaged is a copy of it\. fallible doctor --repair saves what can be read into a new database\. $kept"
    cmp before "$log.damaged"
    [ "$(find "$log.damaged" -perm 600)" = "$log.damaged" ]
    run "$FALLIBLE" doctor
    [ "$status" -eq 1 ]
    row database "! $games, 0\.[0-9] MB\. $kept"
    [[ "$output" != *"half-moves of game 1"* ]]
    rm "$log.damaged"
    run "$FALLIBLE" doctor
    row database "$games, 0\.[0-9] MB$"
}

@test "games whose moves are on a damaged page are not lost without a word" {
    command -v sqlite3 > /dev/null || skip "no sqlite3"
    for seed in 1 2; do
        printf 'e4\nd4\nresign\nquit\n' | "$FALLIBLE" play --plain --elo 600 --seed $seed > out
    done
    games="$XDG_DATA_HOME/fallible/games.db"
    page=$(sqlite3 "$games" "SELECT rootpage FROM sqlite_master WHERE name = 'moves'")
    tr '\0' '\377' < /dev/zero | head -c 500 |
        dd of="$games" bs=1 seek=$(((page - 1) * 4096 + 8)) conv=notrunc status=none
    run "$FALLIBLE" export --format csv
    [ "$status" -eq 1 ]
    [[ "$output" == *"the database is damaged"* ]]
    run "$FALLIBLE" doctor --repair
    [ "$status" -eq 1 ]
    [[ "$output" == *"Saved 2 games"* ]]
    [[ "$output" == *"2 of these games have no moves."* ]]
}

@test "it takes about a second" {
    # Of the processor, with the engines that it starts: other programs may keep it from running.
    TIMEFORMAT='%U %S'
    used=$({ time "$FALLIBLE" doctor > out || [ $? -eq 1 ]; } 2>&1)
    [ -n "${SANITIZE:-}" ] || awk '{ exit !($1 + $2 < 2) }' <<< "$used"
    output=$(cat out)
    row files 'complete'
    row caches 'empty'
    row guests ''
}

@test "no other argument is taken" {
    run "$FALLIBLE" doctor everything
    [ "$status" -eq 2 ]
    run "$FALLIBLE" doctor --nonsense
    [ "$status" -eq 2 ]
}

@test "a damaged cache is named, and made anew when it is used" {
    local games=$BATS_TEST_TMPDIR/games.pgn index
    printf '[Event "x"]\n\n1. e4 e5 *\n' > "$games"
    "$FALLIBLE" analyze "$games" --plain < /dev/null > "$BATS_TEST_TMPDIR/before"
    index=$(find "$XDG_CACHE_HOME" -name '*.index')
    [ -n "$index" ]
    run "$FALLIBLE" doctor
    row caches '1 file, '
    printf 'forged' | dd of="$index" bs=1 seek=120 conv=notrunc status=none
    run "$FALLIBLE" doctor
    [ "$status" -eq 1 ]
    row caches '! .*Damaged or of another version: 1, the first is .*\.index; you may delete such files'
    "$FALLIBLE" analyze "$games" --plain < /dev/null > "$BATS_TEST_TMPDIR/after"
    cmp "$BATS_TEST_TMPDIR/before" "$BATS_TEST_TMPDIR/after"
    run "$FALLIBLE" doctor
    row caches '1 file, '
    [[ "${output,,}" != *damaged* ]]
}

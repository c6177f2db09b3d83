#!/usr/bin/env bats
# fallible suite, end to end: tables, JSON, CSV, exit statuses, other engines, --solve.

load terminal

setup() {
    cd "$BATS_TEST_DIRNAME/../.." || return 1
    FALLIBLE=${FALLIBLE:-$PWD/fallible}
    fake="tests/unit/fake_engine.sh"
    small="$BATS_TEST_TMPDIR/small.epd"
    cat > "$small" <<'EPD'
# Three back-rank positions, one of them with a wrong solution.
6k1/5ppp/8/8/8/8/8/4R1K1 w - - bm Re8#; id "easy";
7k/8/8/8/8/8/R7/1R4K1 w - - dm 2; id "two";
6k1/5ppp/8/8/8/8/8/4R1K1 w - - bm Kf1; id "wrong, really";
EPD
}

suite() { apart suite "$@"; }

@test "a table: what failed, then the sums" {
    suite "$small" --nodes 20000 --hash 1
    [ "$status" -eq 0 ]
    [ -z "$errors" ]
    [[ "$output" == *'small, Fallible: solved 2 of 3, exact mates 1 of 1'* ]]
    [[ "$output" == *wrong*Kf1*'Re8#'* ]]
    [[ "$output" != *easy* ]]
}

@test "a mate found is left out of the mean depth, and times below a second have milliseconds" {
    cat > "$BATS_TEST_TMPDIR/depth.epd" <<'EPD'
6k1/5ppp/8/8/8/8/8/4R1K1 w - - bm Re8#; id "mate";
rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - am a4; id "start";
EPD
    suite "$BATS_TEST_TMPDIR/depth.epd" --depth 3 --hash 1
    grep -qE '^  mean depth 3\.0, .* found after [0-9.]+ ms on average' <<< "$output"
    suite "$BATS_TEST_TMPDIR/depth.epd" --depth 3 --hash 1 --id mate
    [[ "$output" == *'mean depth -, '* ]]
    suite "$BATS_TEST_TMPDIR/depth.epd" --depth 3 --hash 1 --id mate --json
    json 'r["mean_depth"] is None'
}

@test "the shipped Win At Chess by its name, deterministic in nodes" {
    [ -e "$(dirname "$FALLIBLE")/puzzles/wac.epd" ] || skip "not built in its tree"
    suite wac --nodes 3000 --jobs 2 --limit 30 --json
    [ "$status" -eq 0 ]
    json 'r["suite"] == "wac" and r["count"] == 30 and r["solved"] >= 15'
    first=$(printf '%s' "$output" | grep -o '"played": "[^"]*"')
    suite wac --nodes 3000 --jobs 1 --limit 30 --json
    [ "$first" = "$(printf '%s' "$output" | grep -o '"played": "[^"]*"')" ]
}

@test "what kept a level from the solutions" {
    cat > "$BATS_TEST_TMPDIR/fork.epd" <<'EPD'
6k1/5ppp/8/8/8/8/8/4R1K1 w - - bm Re8#; id "mate";
r3k3/8/8/3N4/8/8/8/4K3 w - - bm Nc7+; id "fork";
6k1/5ppp/8/8/8/8/8/4R1K1 w - - bm Kf1; id "wrong";
EPD
    suite "$BATS_TEST_TMPDIR/fork.epd" --elo 600 --method madchess --hash 1 --why
    [ "$status" -eq 0 ]
    [[ "$output" == *'Which changes find the moves that the level missed'*'wrong'*'nothing'*'the whole suite with'* ]]
    grep -qE '^  the level as it is +[012]$' <<< "$output"
    grep -qE '^  no blunder error +[012] +[-+][0-2]$' <<< "$output"
    grep -qE '^  mobility +[012] ' <<< "$output"
    grep -qE '^  ten times the nodes +[012] ' <<< "$output"
    [[ "$(tail -1 <<< "$output")" == '  all changes at once '*' 2 '* ]]
    suite "$BATS_TEST_TMPDIR/fork.epd" --elo 600 --method human --nodes 500 --hash 1 --why --json
    tail -n +2 <<< "$output" | grep -q '"found_with"'
    grep -q '{"name": "no boldness", "solved": ' <<< "$output"
    lacks 'ten times'
    run sh -c 'printf "Nc7+\n" | "$0" suite "$1" --solve --id fork --elo 600 --method madchess --hash 1 --why' \
        "$FALLIBLE" "$BATS_TEST_TMPDIR/fork.epd"
    [ "$status" -eq 0 ]
    [[ "$output" == *'You: Nc7+ (right), '*' s'*'Fallible 600 engine Elo (madchess): '*' (wrong)'*'The level finds the move with: '[^\ ]*'all changes at once'* ]]
    for bad in "--why" "--elo 800 --why --csv" "--elo 800 --why --engine x"; do
        suite "$BATS_TEST_TMPDIR/fork.epd" $bad
        [ "$status" -eq 2 ]
    done
}

@test "second solutions of ours are counted apart" {
    cat > "$BATS_TEST_TMPDIR/ours.epd" <<'END'
4k3/8/8/3p4/8/8/8/3RK3 w - - bm Rxd5; id "same";
4k3/8/8/3p4/8/8/8/3RK3 w - - bm Ke2 Rxd5; c2 "ours: Rxd5"; id "ours";
END
    suite "$BATS_TEST_TMPDIR/ours.epd" --nodes 2000 --hash 1
    [ "$status" -eq 0 ]
    [[ "$output" == *'solved 2 of 2 with the solutions that we added, 1 without them'* ]]
    [[ "$output" == *'1 thread, hash 1 MB, 2000 nodes a position'* ]]
    suite "$BATS_TEST_TMPDIR/ours.epd" --nodes 2000 --hash 1 --json
    json 'r["solved"] == 2 and r["solved_common"] == 1 and "hash 1 MB" in r["conditions"]'
    [ -e "$(dirname "$FALLIBLE")/puzzles/wac.epd" ] || skip "not built in its tree"
    [ "$(grep -c 'c2 "ours:' "$(dirname "$FALLIBLE")/puzzles/wac.epd")" -eq 2 ]
}

@test "--repeat gives the median and the spread" {
    suite "$small" --nodes 20000 --hash 1 --repeat 3
    [ "$status" -eq 0 ]
    [[ "$output" == *'3 runs: median 2.0, from 2 to 2'* ]]
    suite "$small" --nodes 20000 --hash 1 --repeat 2 --json
    json 'r["runs"] == [2, 2]'
    suite "$small" --nodes 20000 --repeat 2 --csv
    [ "$status" -eq 2 ]
}

@test "JSON holds every position" {
    suite "$small" --nodes 20000 --hash 1 --json
    [ "$status" -eq 0 ]
    json 'r["suite"] == "small" and r["engine"] == "Fallible"'
    json 'r["solved"] == 2 and r["count"] == 3 and r["failed"] == ["wrong, really"]'
    json '[p["solved"] for p in r["positions"]] == [True, True, False]'
    json '[p["solved_ms"] is None for p in r["positions"]] == [False, False, True]'
    json 'r["positions"][0]["played"] == r["positions"][0]["best"] == "Re8#"'
    json 'r["positions"][1]["mate"] == 2 and r["positions"][1]["mate_exact"]'
    json 'all(p[k] >= 0 for p in r["positions"] for k in ("depth", "nodes", "ms"))'
}

@test "CSV has a header and a row for each position" {
    suite "$small" --nodes 20000 --hash 1 --csv
    [ "$status" -eq 0 ]
    [ "${#lines[@]}" -eq 4 ]
    [[ "${lines[0]}" == engine,id,best,played,solved,* ]]
    [[ "${lines[1]}" == 'Fallible,easy,Re8#,Re8#,1,'* ]]
    printf '%s\n' "$output" | python3 -c 'import csv, sys
rows = list(csv.reader(sys.stdin)); assert len({len(r) for r in rows}) == 1, rows'
}

@test "--require decides about the exit status" {
    suite "$small" --nodes 20000 --hash 1 --require 2
    [ "$status" -eq 0 ]
    suite "$small" --nodes 20000 --hash 1 --require 3
    [ "$status" -eq 1 ]
}

@test "--id and --limit choose positions" {
    suite "$small" --nodes 2000 --hash 1 --id TWO --json
    json 'r["count"] == 1 and r["positions"][0]["id"] == "two"'
    suite "$small" --nodes 2000 --hash 1 --limit 2 --json
    json 'r["count"] == 2'
    suite "$small" --nodes 2000 --id none
    [ "$status" -eq 2 ]
    [[ "$errors" == *'no position has the id "none"'* ]]
}

@test "a weakened engine is repeatable from its seed" {
    suite "$small" --nodes 2000 --elo 800 --seed 7 --csv
    [ "$status" -eq 0 ]
    [[ "${lines[1]}" == 'Fallible 800 engine Elo (madchess),easy,'* ]]
    first=$(printf '%s\n' "$output" | cut -d, -f1-5)
    suite "$small" --nodes 2000 --elo 800 --seed 7 --csv
    [ "$first" = "$(printf '%s\n' "$output" | cut -d, -f1-5)" ]
}

@test "a shipped suite that is not installed is named, and no average of nothing is shown" {
    mkdir "$BATS_TEST_TMPDIR/alone"
    cp "$FALLIBLE" "$BATS_TEST_TMPDIR/alone/fallible"
    run "$BATS_TEST_TMPDIR/alone/fallible" suite wac
    [ "$status" -eq 2 ]
    [ "$output" = 'fallible: puzzles/wac.epd is not installed' ]
    run "$FALLIBLE" suite wac --id WAC.002 --depth 1
    has 'solved 0 of 1'
    lacks 'found after'
    lacks 'on average'
}

@test "bad files are named with line and column, exit 2" {
    printf '# one\n6k1/5ppp/8/8/8/8/8/4R1K1 w - - bm Re9;\n' > "$BATS_TEST_TMPDIR/bad.epd"
    suite "$BATS_TEST_TMPDIR/bad.epd"
    [ "$status" -eq 2 ]
    [ -z "$output" ]
    [[ "$errors" =~ bad\.epd:2:[0-9]+:\  ]]
    suite /no/such/file.epd
    [ "$status" -eq 2 ]
    [[ "$errors" == *'/no/such/file.epd: No such file'* ]]
    { printf x; head -c 100000 /dev/urandom; } > "$BATS_TEST_TMPDIR/noise.epd" # no blank line, no comment
    suite "$BATS_TEST_TMPDIR/noise.epd"
    [ "$status" -eq 2 ]
    [[ "$errors" == *'noise.epd:1:'* ]]
}

@test "bad usage is exit 2 and says why" {
    suite
    [ "$status" -eq 2 ]
    [[ "$errors" == *'expected a suite'* ]]
    suite "$small" --nodes 0
    [ "$status" -eq 2 ]
    [[ "$errors" == *'--nodes takes a whole number'* ]]
    suite "$small" --nodes
    [ "$status" -eq 2 ]
    suite "$small" --bogus
    [ "$status" -eq 2 ]
    suite "$small" --json --csv
    [ "$status" -eq 2 ]
    suite "$small" "$small"
    [ "$status" -eq 2 ]
    suite --help
    [ "$status" -eq 0 ]
    for option in movetime nodes depth elo threads jobs hash engine compare require json csv \
        solve limit id strength-file seed; do
        [[ "$output" == *"--$option"* ]]
    done
}

@test "another engine runs the same way" {
    suite "$small" --engine "$fake leave" --nodes 10
    [ "$status" -eq 1 ]
    [[ "$output" == *'3 could not be run'* ]]
    [[ "$errors" == *'easy: fake_engine.sh ended with exit status 7'* ]]
    suite "$small" --engine no-such-engine-at-all
    [ "$status" -eq 2 ]
    [[ "$errors" == *'no such program'* ]]
}

@test "an engine with the XBoard protocol runs, and is started anew for each position if it asks for that" {
    # The first two positions are solved by its only move.
    printf '%s\n' 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4; id "one";' \
        'rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4; id "two";' \
        'rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm d4; id "three";' > "$small"
    suite "$small" --engine "xboard:tests/unit/fake_xboard.sh good" --depth 4 --json
    [ "$status" -eq 0 ]
    json 'r["engine"] == "Fake X" and r["solved"] == 2 and r["failed"] == ["three"]'
    suite "$small" --depth 4 --hash 1 --compare "xboard:tests/unit/fake_xboard.sh good" --compare "uci:$fake" --json
    [ "$status" -eq 0 ]
    json '[e["engine"] for e in r["engines"]][1:] == ["Fake X", "Fake"]'
    suite "$small" --engine "xboard:tests/unit/fake_xboard.sh good" --nodes 10
    [ "$status" -eq 2 ]
    [[ "$errors" == *'--nodes cannot be combined with an xboard: engine'* ]]
    suite "$small" --engine "xboard:tests/unit/fake_xboard.sh resign" --depth 4
    [ "$status" -eq 1 ]
    [[ "$errors" == *'one: Fake X resigned'* ]]
}

@test "engines side by side in one table" {
    suite "$small" --nodes 20000 --hash 1 --compare "$fake illegal" --compare "$fake leave"
    [ "$status" -eq 1 ]
    [[ "$output" == *Fallible*'Fake illegal'*'Fake leave'* ]]
    [[ "$output" == *'2 of 3'* ]]
    suite "$small" --nodes 20000 --hash 1 --compare "$fake illegal" --json
    json '[e["engine"] for e in r["engines"]] == ["Fallible", "Fake illegal"]'
    json '[e["solved"] for e in r["engines"]] == [2, 0]'
    suite "$small" --nodes 20000 --hash 1 --engine "$fake illegal" --engine fallible --json
    json '[e["engine"] for e in r["engines"]] == ["Fake illegal", "fallible"]'
    json '[e["solved"] for e in r["engines"]] == [0, 2]'
    command -v stockfish > /dev/null || return 0
    suite "$small" --nodes 20000 --hash 1 --compare stockfish --json
    [ "$status" -eq 0 ]
    json '[e["solved"] for e in r["engines"]] == [2, 2]'
}

@test "ours beside itself without a feature, and weakened" {
    suite "$small" --nodes 20000 --compare fallible:-null_move --compare fallible:elo=800 --json
    [ "$status" -eq 0 ]
    json '[e["engine"] for e in r["engines"]][1:] == ["fallible:-null_move", "fallible:elo=800: 800 engine Elo (madchess)"]'
    suite "$small" --nodes 2000 --compare fallible:-null_move --compare fallible:elo=800
    grep -qE '^  failed by some +best +Fallible +fallible:-null_move +fallible:elo=800: 800 engine Elo \(madchess\) *$' <<< "$output"
    suite "$small" --nodes 100 --compare fallible:knowledge=king:0
    [ "$status" -eq 0 ]
    suite "$small" --nodes 100 --compare fallible:knowledge=kingsafety:0
    [[ "$errors" == *'GROUP is one of pawns N/B R/Q passed king '* ]]
    suite "$small" --nodes 100 --compare fallible:-nonsense
    [ "$status" -eq 2 ]
    [[ "$errors" == *'expected a search feature'* ]]
}

@test "a level is named with its scale and its method, whatever scale the user plays on" {
    FALLIBLE_SCALE=lichess-rapid FALLIBLE_METHOD=human suite "$small" --nodes 500 --hash 1 --elo 1400
    [[ "$output" == *'small, Fallible 1400 engine Elo (madchess): solved '* ]]
    suite "$small" --nodes 500 --hash 1 --elo 1400 --method human --json
    json 'r["engine"] == "Fallible 1400 engine Elo (human)"'
    suite "$small" --nodes 500 --hash 1 --compare fallible:lichess=1400,method=human --json
    json 'r["engines"][0]["engine"] == "Fallible"'
    json 'r["engines"][1]["engine"].startswith("fallible:lichess=1400,method=human: ")'
    json 'r["engines"][1]["engine"].endswith(" engine Elo (human)")'
    suite --help
    [[ "$output" == *'--elo is on the engine scale'*'madchess, as in fallible match.'* ]]
}

@test "solving has no time budget, and says so" {
    suite "$small" --solve --budget 10s
    [ "$status" -eq 2 ]
    [[ "$errors" == *'--solve cannot be combined with --budget'* ]]
}

@test "solving: you first, then the engine, both side by side" {
    run sh -c 'printf "Re8\n\nRb9\nRe7\nq\n" | "$0" suite "$1" --solve --nodes 20000 --hash 1' \
        "$FALLIBLE" "$small"
    [ "$status" -eq 0 ]
    [[ "$output" == *'You: Re8# (right)'* ]]
    [[ "$output" == *'Fallible: Re8# (right)'* ]]
    [[ "$output" == *'You: passed'* ]]
    [[ "$output" == *illegal* ]]
    [[ "$output" =~ You\ +1\ of\ +3 ]]
    [[ "$output" =~ Fallible\ +2\ of\ +3 ]]
}

@test "solving a mate: the move is proved" {
    run sh -c 'printf "Ra7\n" | "$0" suite "$1" --solve --id two --nodes 20000' \
        "$FALLIBLE" "$small"
    [[ "$output" == *'You: Ra7 (right)'* ]]
    run sh -c 'printf "Kf1\n" | "$0" suite "$1" --solve --id two --nodes 20000' \
        "$FALLIBLE" "$small"
    [[ "$output" == *'You: Kf1 (wrong)'* ]]
}

@test "Ctrl-C ends the run and shows what there is" {
    echo 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm a3;' > "$small"
    "$FALLIBLE" suite "$small" --movetime 60000 > "$BATS_TEST_TMPDIR/out" 3>&- &
    sleep 1
    kill -INT $!
    wait $! || status=$?
    [ "$status" -eq 1 ]
    grep -q 'stopped after' "$BATS_TEST_TMPDIR/out"
}

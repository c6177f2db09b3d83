#!/usr/bin/env bats
# fallible match, end to end: text and JSON, a sequential test, resuming from a PGN file, errors.

load terminal

setup() {
    cd "$BATS_TEST_DIRNAME/../.." || return 1
    FALLIBLE=${FALLIBLE:-$PWD/fallible}
    fast=(--openings share/balanced.epd --hash 1)
}

match() { apart match "$@"; }

@test "a match in process: the summary, and nothing else on either output" {
    match "${fast[@]}" --nodes 100 --games 5 fallible fallible:features=-null_move,name=Plain
    [ "$status" -eq 0 ]
    [ -z "$errors" ]
    [[ "$output" == 'fallible against Plain'* ]]
    [[ "$output" == *'Games      6: +'* ]]
    [[ "$output" == *'0 time losses, 0 illegal moves, 0 crashes'* ]]
}

@test "JSON, the same for the same seed whatever the concurrency" {
    match "${fast[@]}" --nodes 100 --games 8 --json fallible:elo=1000 fallible:elo=700
    [ "$status" -eq 0 ]
    json 'r["games"] == 8 and r["wins"] + r["draws"] + r["losses"] == 8 and sum(r["pairs"]) == 4'
    first=$(printf '%s' "$output" | sed 's/"elapsed_ms": [0-9]*//')
    match "${fast[@]}" --nodes 100 --games 8 --concurrency 4 --json fallible:elo=1000 fallible:elo=700
    [ "$first" = "$(printf '%s' "$output" | sed 's/"elapsed_ms": [0-9]*//')" ]
}

@test "a sequential test ends by itself and says so in the exit status" {
    match "${fast[@]}" --nodes 50 --sprt elo0=0,elo1=100 --json fallible random
    [ "$status" -eq 0 ]
    json 'r["verdict"] == "elo1 accepted" and r["llr"] > 2.94 and r["games"] < 200'
    match "${fast[@]}" --nodes 50 --sprt elo0=0,elo1=100 random fallible
    [ "$status" -eq 1 ]
    [[ "$output" == *'elo0 accepted'* ]]
}

@test "a level thinks as in play where nothing else is said, and opens with any EPD" {
    printf '\357\273\277rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -\r\n' > "$BATS_TEST_TMPDIR/mark.epd"
    match --openings "$BATS_TEST_TMPDIR/mark.epd" --games 2 --json fallible:elo=1000 random
    [ "$status" -eq 0 ]
    json '0 < r["players"][0]["nodes"] < 1000 * r["plies"] / 2'
}

@test "our own UCI engine on a clock, and the games in a PGN file" {
    match "${fast[@]}" --games 2 --tc 3+0.05 --pgn "$BATS_TEST_TMPDIR/games.pgn" --json \
        "uci:$FALLIBLE uci,name=Process" random
    [ "$status" -eq 0 ]
    json 'r["wins"] == 2 and r["players"][0]["breakdowns"] == 0'
    [ "$(grep -c '^\[Event ' "$BATS_TEST_TMPDIR/games.pgn")" -eq 2 ]
    grep -q '%clk' "$BATS_TEST_TMPDIR/games.pgn"
}

@test "a program that cheats is reported, and the match goes on" {
    match "${fast[@]}" --nodes 100 --games 4 fallible 'uci:tests/unit/fake_engine.sh illegal'
    [ "$status" -eq 0 ]
    [[ "$errors" == *'game 1: Fake illegal: illegal move:'*e2e5* ]]
    [[ "$output" == *'4 illegal moves'* ]]
}

@test "bad input is refused with what was expected" {
    match fallible
    [ "$status" -eq 2 ]
    match fallible fallible:elo=1
    [ "$status" -eq 2 ]
    [[ "$errors" == *'200 to 2650'* ]]
    match --tc five fallible random
    [ "$status" -eq 2 ]
    [[ "$errors" == *'8+0.08'* ]]
    match --sprt elo0=5,elo1=0 fallible random
    [ "$status" -eq 2 ]
    match --openings /no/such/file fallible random
    [ "$status" -eq 2 ]
    [[ "$errors" == *'/no/such/file'* ]]
    printf '8/8/8/8/8/8/8/8 w - -\n' > "$BATS_TEST_TMPDIR/bad.epd"
    match --openings "$BATS_TEST_TMPDIR/bad.epd" fallible random
    [ "$status" -eq 2 ]
    [[ "$errors" == *'bad.epd:1'* ]]
    match "${fast[@]}" fallible uci:/no/such/engine
    [ "$status" -eq 2 ]
    for limits in '' '--nodes 100' '--tc 9+0.1 --virtual 100'; do
        # shellcheck disable=SC2086
        match "${fast[@]}" --games 2 $limits random xboard:tests/unit/fake_xboard.sh
        [ "$status" -eq 2 ]
        [[ "$errors" == *'does not support node limits'* ]]
    done
}

@test "a match goes on where it was interrupted, and refuses the games of another" {
    pgn="$BATS_TEST_TMPDIR/games.pgn"
    match "${fast[@]}" --nodes 100 --games 8 --pgn "$pgn" --json fallible random
    whole=$(printf '%s' "$output" | sed 's/"elapsed_ms": [0-9]*//')
    size=$(wc -c < "$pgn")
    truncate -s $((size / 2)) "$pgn"
    match "${fast[@]}" --nodes 100 --games 8 --pgn "$pgn" --resume --json fallible random
    [ "$status" -eq 0 ]
    [[ "$errors" == *' of 8 games '*' in '* ]]
    [ "$whole" = "$(printf '%s' "$output" | sed 's/"elapsed_ms": [0-9]*//')" ]
    [ "$(grep -c '^\[Event ' "$pgn")" -eq 8 ]
    # Truncated in the last line, before the result, and before the end.
    cp "$pgn" "$pgn.all"
    size=$(wc -c < "$pgn")
    for cut in 9 5 2; do
        head -c $((size - cut)) "$pgn.all" > "$pgn"
        match "${fast[@]}" --nodes 100 --games 8 --pgn "$pgn" --resume --json fallible random
        [ "$status" -eq 0 ]
        [[ "$errors" == *'7 of 8 games are in '* ]]
        [ "$whole" = "$(printf '%s' "$output" | sed 's/"elapsed_ms": [0-9]*//')" ]
    done
    for other in '--seed 2' '--tc 9+0.1' '--shard 1/2'; do
        # shellcheck disable=SC2086
        match "${fast[@]}" --nodes 100 --games 8 $other --pgn "$pgn" --resume fallible random
        [ "$status" -eq 2 ]
        [[ "$errors" == *'does not belong to this match'* ]]
    done
}

@test "what is no match stays as it is" {
    for text in 'a diary' '1. e4 e5 *' '[Event "x"]\n\n1. e4 e5 *\n\n[Event "y"]\n\n1. d4 d5 1-0'; do
        printf "$text\n" > "$BATS_TEST_TMPDIR/own.pgn"
        cp "$BATS_TEST_TMPDIR/own.pgn" "$BATS_TEST_TMPDIR/copy"
        match "${fast[@]}" --nodes 10 --games 2 --pgn "$BATS_TEST_TMPDIR/own.pgn" --resume fallible random
        [ "$status" -eq 2 ]
        [[ "$errors" == *'own.pgn:1: expected finished games of this match; nothing was changed'* ]]
        cmp "$BATS_TEST_TMPDIR/own.pgn" "$BATS_TEST_TMPDIR/copy"
    done
}

@test "all against all, and one against all others" {
    match "${fast[@]}" --nodes 100 --games 2 fallible fallible:elo=900 random
    [ "$status" -eq 0 ]
    [[ "$output" == *'LOS'*'fallible'*"White's advantage"*' SB'* ]]
    match "${fast[@]}" --nodes 100 --games 2 --gauntlet --json random fallible fallible:elo=900
    json 'r["games"] == 4 and len(r["meetings"]) == 2'
}

@test "a gauntlet against a range of levels ends in a rating and in strengths and weaknesses" {
    match "${fast[@]}" --nodes 60 --games 4 --gauntlet fallible fallible:elo=400-800/400,nps=500 random
    [ "$status" -eq 0 ]
    [[ "$output" == *'On the engine scale, fixed by fallible:elo=400,nps=500,'* ]]
    [[ "$output" == *' SB'*'fallible against'*'Strengths and weaknesses of fallible'* ]]
    grep -qE '^White +6 +[0-9]+ ' <<< "$output"
    grep -qE '^[A-E]: .* [0-9]+ ' <<< "$output"
    grep -qE '^(up to 25|26 to 40|41 to 60|more than 60) moves +[0-9]+ ' <<< "$output"
    match "${fast[@]}" --nodes 60 --games 4 --gauntlet --json fallible easy
    json 'len(r["players"]) == 7 and sum(k["games"] for k in r["strengths"] if k["group"] == "length") == 24'
    json 'abs(sum(k["games"] * (k["score"] - k["usual"]) for k in r["strengths"] if k["group"] == "colour")) < 0.01'
}

@test "a gauntlet that is resumed, and the games in its file, have the same strengths" {
    pgn="$BATS_TEST_TMPDIR/gauntlet.pgn"
    gauntlet=("${fast[@]}" --nodes 60 --games 4 --gauntlet --pgn "$pgn" fallible:elo=700 random fallible:elo=500)
    match "${gauntlet[@]}"
    whole=$(sed -n '/^Strengths/,/^$/p' <<< "$output")
    [[ "$whole" == *moves* ]]
    run "$FALLIBLE" elo "$pgn" --gauntlet fallible:elo=700
    [ "$(sed -n '/^Strengths/,/^$/p' <<< "$output")" = "$whole" ]
    head -c 1500 "$pgn" > "$BATS_TEST_TMPDIR/cut" && mv "$BATS_TEST_TMPDIR/cut" "$pgn"
    match "${gauntlet[@]}" --resume
    [ "$(sed -n '/^Strengths/,/^$/p' <<< "$output")" = "$whole" ]
}

@test "ranges of players that make no sense are refused" {
    for bad in fallible:elo=900-400 fallible:elo=400-800/0 stockfish:skill=0-40 stockfish:level=3; do
        match "${fast[@]}" --gauntlet fallible "$bad"
        [ "$status" -eq 2 ]
    done
}

@test "shards of a match are the match" {
    dir="$BATS_TEST_TMPDIR"
    match "${fast[@]}" --nodes 100 --games 8 --pgn "$dir/whole.pgn" fallible random
    match "${fast[@]}" --nodes 100 --games 8 --shard 1/3 --pgn "$dir/1.pgn" fallible random
    [ "$status" -eq 0 ]
    [[ "$output" == *'Games      4:'* ]]
    match "${fast[@]}" --nodes 100 --games 8 --shard 2/3 --pgn "$dir/2.pgn" fallible random
    match "${fast[@]}" --nodes 100 --games 8 --shard 3/3 --pgn "$dir/3.pgn" fallible random
    match merge "$dir/whole.pgn"
    whole=$output
    match merge "$dir/1.pgn" "$dir/2.pgn" "$dir/3.pgn"
    [ "$status" -eq 0 ]
    [ "$output" = "$whole" ]
    match merge --json "$dir/1.pgn" "$dir/2.pgn" "$dir/3.pgn"
    json 'r["games"] == 8 == r["wins"] + r["draws"] + r["losses"] and sum(r["pairs"]) == 4'
    json '"elo" in r and "elo_error" in r and r["los"] > 0.5'
    match merge "$dir/1.pgn" "$dir/2.pgn" "$dir/2.pgn"
    [ "$status" -eq 2 ]
    [[ "$errors" == *"pair 2 is in $dir/2.pgn and again in $dir/2.pgn"* ]]
    match --shard 4/3 fallible random
    [ "$status" -eq 2 ]
    [[ "$errors" == *'K from 1 to N'* ]]
}

# The summary without times, and the games without the day.
told() { sed -e '/^Time/d' -e 's/ and [0-9.]* ms a move//' <<< "$output"; }
games_of() { grep -v '^\[Date ' "$1"; }

@test "shards that share a folder are the match, though one was killed" {
    dir="$BATS_TEST_TMPDIR"
    ours=("${fast[@]}" --nodes 150 --games 40 fallible fallible:features=-lmr,name=Plain)
    match "${ours[@]}" --pgn "$dir/whole.pgn"
    whole=$(told)
    for shard in 1 2 3; do
        match "${ours[@]}" --shared "$dir/hall" --shard $shard/4
        [ "$status" -eq 0 ]
    done
    # The last one is killed while it plays. If it was quicker, half of its file is lost.
    "$FALLIBLE" match "${ours[@]}" --shared "$dir/hall" --shard 4/4 > /dev/null 2>&1 &
    until [ -s "$dir/hall/4of4.pgn" ]; do sleep 0.02; done
    kill -9 $! 2> /dev/null || true
    wait $! || true
    truncate -s $(($(stat -c %s "$dir/hall/4of4.pgn") / 2)) "$dir/hall/4of4.pgn"
    cp -r "$dir/hall" "$dir/lost"
    match "${ours[@]}" --shared "$dir/hall" --shard 4/4
    [ "$status" -eq 0 ]
    [ "$(told)" = "$whole" ]
    match "${ours[@]}" --shared "$dir/hall"
    [ "$status" -eq 0 ]
    [ "$(told)" = "$whole" ]
    diff <(games_of "$dir/whole.pgn") <(games_of "$dir/hall/all.pgn")
    # Without the lost shard, the collecting run plays its games.
    rm -f "$dir/lost/3of4.pgn"
    match "${ours[@]}" --shared "$dir/lost"
    [ "$status" -eq 0 ]
    [ -s "$dir/lost/rest.pgn" ]
    diff <(games_of "$dir/whole.pgn") <(games_of "$dir/lost/all.pgn")
    match "${ours[@]}" --seed 2 --shared "$dir/hall"
    [ "$status" -eq 2 ]
    [[ "$errors" == *1of4.pgn*'does not belong to this match'* ]]
}

@test "a test is decided for all shards, and a file stops them" {
    dir="$BATS_TEST_TMPDIR"
    test=("${fast[@]}" --nodes 100 --sprt elo0=0,elo1=200 fallible random)
    match "${test[@]}" --pgn "$dir/whole.pgn"
    decided=$(grep -e ^Games -e ^SPRT <<< "$output")
    match "${test[@]}" --shared "$dir/hall" --shard 1/2 --games 4
    [ "$status" -eq 1 ]
    match "${test[@]}" --shared "$dir/hall" --shard 1/2 > "$dir/first" 2>&1 &
    match "${test[@]}" --shared "$dir/hall" --shard 2/2
    [ "$status" -eq 0 ]
    wait $!
    [ "$(grep -e ^Games -e ^SPRT <<< "$output")" = "$decided" ]
    match "${test[@]}" --shared "$dir/hall"
    [ "$status" -eq 0 ]
    [ "$(grep -e ^Games -e ^SPRT <<< "$output")" = "$decided" ]
    touch "$dir/hall/stop"
    match "${fast[@]}" --nodes 100 --games 100000 --shared "$dir/hall" --shard 1/2 fallible random
    [ "$status" -eq 1 ]
    [[ "$errors" == *"$dir/hall/stop stops the work"* ]]
    match "${test[@]}" --shard 1/2
    [ "$status" -eq 2 ]
    match "${test[@]}" --shared "$dir/hall" --pgn x
    [ "$status" -eq 2 ]
}

@test "match --report and match report tell the same of the same games" {
    games=$BATS_TEST_TMPDIR/report.pgn
    match "${fast[@]}" --nodes 50 --games 2 --report --report-nodes 300 --pgn "$games" fallible:elo=600 random
    [ "$status" -eq 0 ]
    [[ "$output" == *'judged with 300 nodes a position'* ]]
    after=$(printf '%s\n' "$output" | sed -n '/^Centipawns lost/,$p')
    match report --nodes 300 "$games"
    [ "$status" -eq 0 ]
    [ "$output" = "$after" ]
    match report --nodes 300 --json "$games"
    json 'r["judge_nodes"] == 300 and sorted(p["name"] for p in r["losses"]) == ["fallible:elo=600", "random"]'
    json 'all(abs(sum(p["all"]["shares"]) - 1) < 0.001 and p["all"]["moves"] > 0 for p in r["losses"])'
    # Ctrl-C shows the results so far.
    "$FALLIBLE" match report --nodes 1000000 "$games" > "$BATS_TEST_TMPDIR/out" 2>&1 3>&- &
    sleep 1
    kill -INT $!
    wait $! || status=$?
    [ "$status" -eq 1 ]
    grep -q 'stopped before all games were judged' "$BATS_TEST_TMPDIR/out"
    # Names with special characters are kept.
    sed -i 's/"random"/"x\x01y"/' "$games"
    match report --nodes 10 --json "$games"
    json 'sorted(p["name"] for p in r["losses"]) == ["fallible:elo=600", "x?y"]'
    match report
    [ "$status" -eq 2 ]
    match report /no/such/file.pgn
    [ "$status" -eq 2 ]
    [[ "$errors" == *'/no/such/file.pgn'* ]]
}

@test "nobody else writes into the file of a match that goes on" {
    games="$BATS_TEST_TMPDIR/games.pgn"
    "$FALLIBLE" match "${fast[@]}" --nodes 20000 --games 400 --pgn "$games" fallible fallible \
        >"$games.said" 2>&1 3>&- &
    pid=$!
    for _ in $(seq 400); do [ -s "$games" ] && break; sleep 0.05; done
    run "$FALLIBLE" match "${fast[@]}" --nodes 100 --games 2 --pgn "$games" random random
    saved=$(printf 'e4\nsave %s\nquit\n' "$games" |
        XDG_DATA_HOME=$BATS_TEST_TMPDIR "$FALLIBLE" play --plain --elo 600 --no-save 2>&1)
    kill -INT "$pid"
    wait "$pid" || true
    [ "$status" -eq 2 ]
    [[ "$output" == *"another program is writing this file"*"games.pgn.lock"* ]]
    [[ "$saved" == *"another program is writing this file"*"games.pgn.lock"* ]]
    [ ! -e "$games.lock" ]
    ! grep -q 'White "Random' "$games"
}

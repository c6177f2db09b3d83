#!/usr/bin/env bats
# Long commands divided into parts: the parts and the run that collects them give what a single run
# gives, also when a part is lost; a file stop and a budget end them all. $FALLIBLE is the program.

load terminal

setup() {
    tree=$(cd "$BATS_TEST_DIRNAME/../.." && pwd)
    FALLIBLE=$(realpath "${FALLIBLE:-$tree/fallible}")
    cd "$BATS_TEST_TMPDIR" || return 1
}

# part K/N COMMAND...: runs a part and expects that it says how much of it is done.
part() {
    local which=$1; shift
    apart "$@" --shared folder --shard "$which"
    echo "$errors"
    [ "$status" -eq 0 ]
    [[ "$errors" == *" of part $which are in folder"* ]]
    [ -z "$output" ]
}

# killed COMMAND...: runs a part that is killed when it has written something.
killed() {
    "$FALLIBLE" "$@" --shared folder --shard 2/3 > killed 2>&1 3>&- &
    local pid=$!
    until [ -n "$(find folder -type f -size +0 -newer before)" ] || ! kill -0 $pid 2>/dev/null; do sleep 0.02; done
    kill -9 $pid 2>/dev/null || true
    wait $pid || true
}

untimed() { sed -E 's/"(ms|solved_ms|nps|mean_solved_ms)": ?[0-9.]+/"\1": 0/g' "$1"; }

@test "suite: three parts, one of them killed" {
    suite=(suite "$tree/puzzles/wac.epd" --limit 24 --nodes 30000 --json)
    "$FALLIBLE" "${suite[@]}" > whole
    part 1/3 "${suite[@]}"
    touch before
    killed "${suite[@]}"
    part 3/3 "${suite[@]}"
    [ "$(wc -l < folder/results.txt)" -ge 16 ]
    "$FALLIBLE" "${suite[@]}" --shared folder > all
    diff <(untimed whole) <(untimed all)
    [ "$(sort -u folder/results.txt | wc -l)" -eq 24 ]
    # Another limit is another run.
    apart "${suite[@]}" --nodes 10 --shared folder --shard 1/24
    [[ "$errors" == '1 of 1 positions of part 1/24'* ]]
    [ "$(wc -l < folder/results.txt)" -eq 25 ]
}

# bats test_tags=long
@test "human-check: three parts, one of them killed" {
    check=(human-check --all --ratings 1200-1600 --positions 8 --judge-nodes 3000 --method noise
        --method madchess --json "$tree/tests/data/people.pgn")
    "$FALLIBLE" "${check[@]}" > whole
    part 1/3 "${check[@]}"
    touch before
    killed "${check[@]}"
    part 3/3 "${check[@]}"
    "$FALLIBLE" "${check[@]}" --shared folder > all
    cmp whole all
    # Now all answers are there.
    before=$(cat folder/results.txt)
    "$FALLIBLE" "${check[@]}" --shared folder > again
    cmp whole again
    [ "$(cat folder/results.txt)" = "$before" ]
}

@test "tune generate: three parts, one of them killed" {
    generate=(tune generate --games 20 --nodes 400 --threads 1)
    "$FALLIBLE" "${generate[@]}" -o whole > said
    part 1/3 "${generate[@]}"
    touch before
    killed "${generate[@]}"
    part 3/3 "${generate[@]}"
    "$FALLIBLE" "${generate[@]}" --shared folder -o all > said
    cmp whole all
    run "$FALLIBLE" "${generate[@]}" --games 21 --shared folder -o more
    [ "$status" -eq 2 ]
    [[ "$output" == *'1of3.positions: this part was made with other options, openings or engine'* ]]
    run "$FALLIBLE" "${generate[@]}" --shard 1/3 --shared folder -o more
    [ "$status" -eq 2 ]
    [[ "$output" == *'--shard cannot be combined with -o'* ]]
}

# bats test_tags=long
@test "ladder: two parts, and the table of a single run" {
    [ -e "$(dirname "$FALLIBLE")/share/ladder.conf" ] || skip "no share/ beside the program"
    ladder=(ladder --up --only 0-3 --nodes 60 --games 2 --wac-nodes 60 --hash 1 --csv)
    "$FALLIBLE" "${ladder[@]}" --state whole.state > whole 2> said
    "$FALLIBLE" "${ladder[@]}" --state folder --shard 2/2 > part 2> said
    lines=$(wc -l < folder/results.txt)
    [ "$lines" -ge 2 ] && [ "$lines" -lt "$(wc -l < whole.state/results.txt)" ]
    "$FALLIBLE" "${ladder[@]}" --state folder --shard 1/2 > part 2> said
    cmp whole part
    apart "${ladder[@]}" --state folder
    [[ "$errors" == '0 measurements to make'* ]]
    [ "$output" = "$(cat whole)" ]
}

# bats test_tags=long
@test "a file stop ends every part, and a budget writes it" {
    suite=(suite "$tree/puzzles/wac.epd" --nodes 2000000000 --shared folder)
    apart "${suite[@]}" --shard 1/2 --budget 1s
    [ "$status" -eq 1 ]
    [[ "$errors" == *'folder/stop says that the time budget is used up; remove it to continue'* ]]
    [[ "$errors" == *' of 150 positions of part 1/2 are in folder'* ]]
    [ "$(cat folder/stop)" = 'the time budget is used up' ]
    apart "${suite[@]}" --shard 2/2
    [ "$status" -eq 1 ]
    [[ "$errors" == *'folder/stop stops the work'*'0 of 150 positions of part 2/2'* ]]
    apart "${suite[@]}"
    [ "$status" -eq 1 ]
    apart human-check --all --judge-nodes 0 --method noise --ratings 1200-1600 --shared folder "$tree/tests/data/people.pgn"
    [ "$status" -ne 0 ]
    rm folder/results.txt
    apart human-check --all --judge-nodes 0 --method noise --ratings 1200-1600 --shared folder "$tree/tests/data/people.pgn"
    [ "$status" -eq 1 ]
    [ ! -e folder/results.txt ] || [ "$(wc -l < folder/results.txt)" -le 1 ]
    apart match --games 1000 --nodes 2000 --hash 1 --budget 1s --shared folder --shard 1/2 random fallible
    [ "$status" -eq 1 ]
    rm folder/stop
    apart match --games 1000000 --nodes 2000 --hash 1 --budget 1s --shared folder --shard 1/2 random fallible
    [ "$status" -eq 1 ]
    [ -e folder/stop ]
}

@test "what another command or hand wrote into the folder is refused" {
    mkdir folder
    echo 'suite 0000000000000001 1 9' > folder/results.txt
    run "$FALLIBLE" suite "$tree/puzzles/wac.epd" --shared folder --nodes 10
    [ "$status" -eq 2 ]
    [[ "$output" == 'fallible: folder/results.txt:1: expected "position KEY MOVE'* ]]
    run "$FALLIBLE" human-check --shared folder "$tree/tests/data/people.pgn" --all --method noise
    [ "$status" -eq 2 ]
    [[ "$output" == *'folder/results.txt:1: expected "answers KEY COUNT"'* ]]
    run "$FALLIBLE" suite "$tree/puzzles/wac.epd" --shard 1/2
    [ "$status" -eq 2 ]
    [[ "$output" == *'--shard needs --shared FOLDER'* ]]
}

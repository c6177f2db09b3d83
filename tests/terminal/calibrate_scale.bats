#!/usr/bin/env bats
# fallible calibrate --scale, end to end on a few games of people: the plan, the tables, going on
# from the answers in the folder, and what is wrong.

load terminal

setup() {
    own_home
    folder=$BATS_TEST_TMPDIR/scale
    small=(--scale --openings share/balanced.epd --strength-file share/strength.conf --all --time-class any
        --ratings 1000-2000 --band 500 --levels "600,1400" --positions 8 --moves 3 --judge-nodes 500
        --games 2 --anchor 'fallible:elo=1000,method=noise,name=known@1100' --opponent 'random'
        --folder "$folder")
    people=tests/data/people.pgn
}

scale() { apart calibrate "$@"; }

@test "a dry run says what there is to do, and does nothing" {
    scale "${small[@]}" --dry-run "$people"
    [ "$status" -eq 0 ]
    [[ "$output" == "2 levels; 130 games of people read, "* ]]
    [[ "$output" == *'losses: 32 moves chosen by the levels, at most 64 positions judged at 500 nodes'* ]]
    [[ "$output" == *'likelihood: at most 12 moves'* ]]
    [[ "$output" == *'results: 8 games'* ]]
    [ ! -e "$folder" ]
}

@test "the lines side by side; the same again from the folder, even if a run was killed" {
    scale "${small[@]}" --json "$people"
    [ "$status" -eq 0 ]
    json '[level["level"] for level in r["levels"]] == [600, 1400]'
    json 'all(level["positions"] > 0 and level["wins"] + level["draws"] + level["losses"] == 4 for level in r["levels"])'
    json 'all({"loss", "blunders", "likelihood", "results"} <= set(level) for level in r["levels"])'
    json 'sum(band["positions"] for band in r["people"]) == 16'
    json 'all(band["moves"] == 3 and band["guess"] for band in r["people"])'
    json 'r["complete"] and r["opponents"][0]["known"] and r["opponents"][0]["rating"]["rating"] == 1100'
    first=$output
    answers=$(wc -l < "$folder/results.txt")
    [ "$answers" -gt 60 ]
    [ "$(grep -c '^\[Event ' "$folder/games.pgn")" -eq 8 ]
    # An answer is half written, and the last game, too: both are done again, nothing else.
    head -c -5 "$folder/results.txt" > "$BATS_TEST_TMPDIR/cut" && cp "$BATS_TEST_TMPDIR/cut" "$folder/results.txt"
    head -c -20 "$folder/games.pgn" > "$BATS_TEST_TMPDIR/cut" && cp "$BATS_TEST_TMPDIR/cut" "$folder/games.pgn"
    scale "${small[@]}" --json "$people"
    [ "$status" -eq 0 ]
    [ "$output" = "$first" ]
    [ "$(wc -l < "$folder/results.txt")" -eq "$answers" ]
    [ "$(grep -c '^\[Event ' "$folder/games.pgn")" -eq 8 ]
    scale "${small[@]}" "$people"
    [[ "$output" == *'by losses'*'by blunders'*'by likelihood'*'by results'*'apart'* ]]
    [[ "$output" == *'known '*' 1100, known'* ]]
    ! grep -E '.{81}' <<< "$output" || return 1
    # Games of the folder as those of an earlier run: the same results.
    scale "${small[@]}" --json --games 0 --positions 0 --moves 0 --folder "$folder.2" --results "$folder/games.pgn"
    [ "$status" -eq 0 ]
    json 'all(level["wins"] + level["draws"] + level["losses"] == 4 for level in r["levels"])'
    json 'all(level["loss"] is None and level["likelihood"] is None for level in r["levels"])'
}

# bats test_tags=long
@test "several at a time give the same" {
    scale "${small[@]}" --json "$people"
    first=$output
    scale "${small[@]}" --json --concurrency 3 --folder "$folder.2" "$people"
    [ "$status" -eq 0 ]
    [ "$output" = "$first" ]
}

@test "only people of the system and time class count, and their evaluations cost no search" {
    scale "${small[@]}" --dry-run --system fide "$people"
    [[ "$output" == *', 0 used'* ]]
    scale "${small[@]}" --dry-run --time-class bullet "$people"
    bullet=$output
    scale "${small[@]}" --dry-run --time-class rapid "$people"
    [ "$output" != "$bullet" ]
    scale "${small[@]}" --json --games 0 --moves 0 --positions 1 --ratings 600-2900 --system lichess \
        --levels 600 tests/data/lichess-evals.pgn
    [ "$status" -eq 0 ]
    json 'sum(band["evaluated"] for band in r["people"]) > 50'
    json 'all(0 <= band["eval_loss"] <= 1000 for band in r["people"])'
}

@test "what is wrong is said, with status 2" {
    while IFS='|' read -r arguments expected; do
        # shellcheck disable=SC2086
        scale "${small[@]}" $arguments "$people"
        [ "$status" -eq 2 ] || { echo "$arguments: $status"; return 1; }
        [[ "$errors" == *"$expected"* ]] || { echo "$arguments: $errors"; return 1; }
    done <<'E'
--anchor random|--anchor takes PLAYER@RATING
--anchor nonsense@1500|nonsense
--time-class slow|--time-class must be bullet, blitz, rapid, classical or any
--levels 2600-600|--levels takes a range A-B
--ratings 2000-1000|--ratings takes two ratings
--band 10|more than 32 rating bands
--results nowhere.pgn|nowhere.pgn
nowhere.pgn|nowhere.pgn
--nonsense|nonsense
E
    mkdir -p "$folder"
    printf 'answer fff 1 0\nrubbish\n' > "$folder/results.txt"
    scale "${small[@]}" --games 0 "$people"
    [ "$status" -eq 2 ]
    [[ "$errors" == *"results.txt:2: expected \"answer KEY"* ]]
}

@test "its help is a page of its own" {
    scale --scale --help
    [ "$status" -eq 0 ]
    [[ "$output" == 'Usage: fallible calibrate --scale'* ]]
    ! grep -E '^  --.{79}' <<< "$output" || return 1
    for option in $(sed -n 's/^  --\([a-z-]*\).*/\1/p' <<< "$output"); do
        grep -q "^\.It .*Fl -$option" man/fallible-calibrate.6 || { echo "the manual lacks --$option"; return 1; }
    done
}

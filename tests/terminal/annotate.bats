# fallible analyze --annotate: what it adds, what it keeps, and that it resumes.
load terminal
bats_require_minimum_version 1.5.0

setup() {
    games="$BATS_TEST_TMPDIR/in.pgn"
    new="$BATS_TEST_TMPDIR/new.pgn"
    printf '{about}\n[Event "One"]\n[Custom "kept"]\n[Result "0-1"]\n\n' >"$games"
    printf '1. e4 {[%%cal Ge2e4] good} e5 2. Nf3 Nc6 3. Bc4 h6 4. Qe2 Nf6 5. Nxe5 $1 Nxe5 0-1\n\n' >>"$games"
    printf '%% between\n[Event "Bad"]\n\n1. e4 Zz9 *\n\n' >>"$games"
    printf '[Event "Two"]\n\n1. f3 {[%%eval 0.11] mine} e5 2. g4 Qh4# 0-1\n' >>"$games"
}

@test "scores, judgements, better lines and accuracy are added, and all else stays" {
    run --separate-stderr "$FALLIBLE" analyze --annotate --nodes 3000 "$games" "$new"
    [ "$status" -eq 0 ]
    [[ "$output" == "3 games,"* ]]
    [[ "$stderr" == *"in.pgn:11:7"*"Zz9"* ]]
    [[ "$stderr" == *"1 game could not be read"* ]]
    text=$(cat "$new")
    [[ "$text" == *'[Custom "kept"]'*'[WhiteAccuracy "'*"{about}"* ]]
    [[ "$text" =~ 1\.\ e4\ \{\[%eval\ [0-9.-]+\]\ \[%cal\ Ge2e4\]\ good\} ]]
    [[ "$text" == *'5. Nxe5 $1 {[%eval '* ]]
    [[ "$text" == *$'% between\n[Event "Bad"]\n\n1. e4 Zz9 *\n\n[Event "Two"]'* ]]
    [[ "$(tr '\n' ' ' <"$new")" == *'{The game turned at 2.g4??: White allowed mate'*'} 1. f3 {[%eval 0.11] mine}'* ]]
    [[ "$(tr '\n' ' ' <"$new")" == *'2. g4 $4 {[%eval #-1] 2.g4 allows 2...Qh4#, which is mate.} (2. '* ]]
    [[ "$text" == *'2... Qh4# 0-1'* ]]
    # A second time nothing is added.
    run "$FALLIBLE" analyze --annotate --nodes 3000 "$new" "$new.again"
    cmp "$new" "$new.again"
}

@test "a sign in the file stays, and a bad one gets its reason unless the file gives one" {
    printf '1. f3 e5 2. g4? Qh4# 0-1\n\n1. f3 e5 2. g4?? {Oh no.} Qh4# 0-1\n\n1. f3 e5 2. g4! Qh4# 0-1\n' >"$games"
    run "$FALLIBLE" analyze --annotate --nodes 3000 "$games" "$new"
    text=$(tr '\n' ' ' <"$new")
    [[ "$text" == *'2. g4 $2 {[%eval #-1] 2.g4 allows 2...Qh4#, which is mate.} (2. '* ]]
    [[ "$text" == *'2. g4 $4 {[%eval #-1] Oh no.} 2... Qh4#'* ]]
    [[ "$text" == *'2. g4 $1 {[%eval #-1]} 2... Qh4#'* ]]
}

@test "without a terminal, progress is printed every ten seconds" {
    printf '1. e4 *\n\n1. d4 *\n\n1. c4 *\n' >"$games"
    "$FALLIBLE" analyze --annotate --movetime 1000 "$games" "$new" 2>"$new.said" 3>&- &
    pid=$!
    sleep 1.5
    kill -STOP "$pid" # the seconds pass without a search
    sleep 10
    kill -CONT "$pid"
    wait "$pid"
    [[ "$(cat "$new.said")" =~ ^[0-3]\ games?,\ [1-6]\ positions?,\ [0-9.]+\ %,\ time\ left\ about\ [0-9]:[0-9]{2}$ ]]
}

@test "as many at a time give the same, and so does a run that was interrupted" {
    for i in 1 2 3 4; do cat "$games"; echo; done >"$games.all"
    whole=$("$FALLIBLE" analyze --annotate --nodes 3000 "$games.all" "$new")
    "$FALLIBLE" analyze --annotate --nodes 3000 --jobs 3 "$games.all" "$new.jobs"
    cmp "$new" "$new.jobs"
    "$FALLIBLE" analyze --annotate --nodes 3000 "$games.all" "$new.cut" >"$new.said" &
    pid=$!
    for _ in $(seq 200); do [ -e "$new.cut.resume" ] && break; sleep 0.05; done
    kill -INT "$pid" || true
    wait "$pid" || true
    [ -e "$new.cut" ] || "$FALLIBLE" analyze --annotate --nodes 3000 "$games.all" "$new.cut" >"$new.said"
    cmp "$new" "$new.cut"
    said=$(cat "$new.said")
    [[ "$whole" == *" moves judged"* ]]
    [ "${said%,*}" = "${whole%,*}" ] # without the time: the counts are of both runs
    [ ! -e "$new.cut.resume" ]
}

interrupt() { # runs until a game is written, and leaves what continues it in $new.part and $new.resume
    for _ in 1 2 3 4 5 6; do # on a busy machine the run may end before it is interrupted
        rm -f "$new"
        "$FALLIBLE" analyze --annotate --nodes 2000 "$games.all" "$new" >"$new.said" 2>&1 3>&- &
        pid=$!
        for _ in $(seq 600); do [ ! -e "$new.resume" ] || break; sleep 0.05; done
        kill -INT "$pid" || true
        wait "$pid" || true
        [ ! -e "$new.resume" ] || return 0
    done
    return 1
}

# bats test_tags=long
@test "a run does not continue with a part or a file that was changed" {
    for i in 1 2 3 4; do cat "$games"; echo; done >"$games.all"
    "$FALLIBLE" analyze --annotate --nodes 2000 "$games.all" "$new.whole"
    for change in nothing 'truncate -s 40 "$new.part"' 'printf x | dd of="$new.part" bs=1 seek=30 conv=notrunc' \
                  'rm "$new.part"' 'truncate -s 0 "$new.resume"' 'sed -i "s/^[0-9]* /9&/" "$new.resume"' \
                  'sed -i "s/.$/g/" "$new.resume"' 'touch -r "$games" "$games.all"'; do
        interrupt
        [ "$change" = nothing ] || eval "$change"
        run "$FALLIBLE" analyze --annotate --nodes 2000 "$games.all" "$new"
        echo "$change: $output"
        [ "$status" -eq 0 ]
        case $change,$output in nothing,*"already done"*) ;; nothing,* | *"already done"*) return 1 ;; esac
        cmp "$new" "$new.whole"
        rm "$new"
    done
}

@test "a single game is not counted as several" {
    printf '1. e4 e5 *\n' >"$games"
    run "$FALLIBLE" analyze --annotate --nodes 300 "$games" "$new"
    [[ "$output" == "1 game, "* ]]
}

@test "nothing is written over" {
    echo mine >"$new"
    run "$FALLIBLE" analyze --annotate --nodes 100 "$games" "$new"
    [ "$status" -eq 2 ]
    [[ "$output" == *"already exists"* ]]
    [ "$(cat "$new")" = mine ]
    run "$FALLIBLE" analyze --annotate "$games"
    [ "$status" -eq 2 ]
}

@test "the name of a file is told without its escape sequences" {
    new="$BATS_TEST_TMPDIR/$(printf 'red\033[31m\330\234')"
    touch "$new"
    run "$FALLIBLE" analyze --annotate --nodes 100 "$games" "$new"
    [ "$status" -eq 2 ]
    [[ "$output" == *"red?[31m?: the file already exists and is not overwritten" ]]
    run "$FALLIBLE" analyze --annotate --nodes 100 "$new.in" "$new.out"
    [ "$status" -eq 2 ]
    [[ "$output" == *"red?[31m?.in: No such file or directory" ]]
}

@test "two runs do not write one file at the same time" {
    for i in 1 2 3 4; do cat "$games"; echo; done >"$games.all"
    "$FALLIBLE" analyze --annotate --nodes 200000 "$games.all" "$new" >"$new.said" 3>&- &
    pid=$!
    for _ in $(seq 400); do [ -e "$new.part" ] && break; sleep 0.05; done
    run "$FALLIBLE" analyze --annotate --nodes 100 "$games.all" "$new"
    kill -INT "$pid" || true
    wait "$pid" || true
    [ "$status" -eq 2 ]
    [[ "$output" == *"another program is writing this file"*"new.pgn.lock" ]]
    [ ! -e "$new.lock" ]
    run "$FALLIBLE" analyze --annotate --nodes 2000 "$games.all" "$new"
    [ "$status" -eq 0 ]
    [ "$(grep -c '^\[Event ' "$new")" -eq 12 ]
}

@test "every bad move gets words, and a better move where no reason is proved" {
    awk '/^\[Event /{n++} n==3' tests/data/people.pgn > "$BATS_TEST_TMPDIR/first.pgn"
    "$FALLIBLE" analyze --annotate --nodes 2000 "$BATS_TEST_TMPDIR/first.pgn" "$new"
    tr '\n' ' ' <"$new" | grep -oE '\$[246] (\{[^}]*\})?' >"$BATS_TEST_TMPDIR/bad"
    cat "$BATS_TEST_TMPDIR/bad"
    grep -q '\$[246] {.*[0-9]\.[a-zA-Z0-9+#=]*\(, which [^.;]*,\)\{0,1\} was better\.}' "$BATS_TEST_TMPDIR/bad"
    ! grep -vE '\$[246] \{.*[a-z0-9]\.\}' "$BATS_TEST_TMPDIR/bad"
}

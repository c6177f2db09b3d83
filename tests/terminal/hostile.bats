#!/usr/bin/env bats
# Hostile input, damaged files, full disks and missing permissions. $FALLIBLE is the program.

load terminal

setup() {
    FALLIBLE=${FALLIBLE:-$BATS_TEST_DIRNAME/../../fallible}
    cd "$BATS_TEST_TMPDIR" || return 1
    export HOME=$PWD/home XDG_DATA_HOME=$PWD/home/data XDG_CONFIG_HOME=$PWD/home/config
    export TMPDIR=$PWD
    mkdir home
}

# Only text, tabs and line ends, in valid UTF-8 without C1 control characters.
harmless() {
    if LC_ALL=C grep -aqP '[\x00-\x08\x0b-\x1f\x7f]|\xc2[\x80-\x9f]' "$@"; then
        cat -v "$@"
        return 1
    fi
    iconv -f UTF-8 -t UTF-8 "$@" > /dev/null
}

integrity() { # DATABASE
    python3 - "$1" <<'P'
import sqlite3, sys
assert sqlite3.connect(sys.argv[1]).execute("PRAGMA integrity_check").fetchone()[0] == "ok"
P
}

@test "escape sequences in a file are never printed" {
    printf '[Event "\033]0;x\007"]\n[White "\033[31mRed"]\n[Black "\302\233J\377"]\n[Result "1-0"]\n[WhiteElo "1500"]\n[BlackElo "1500"]\n\n1. e4 {\033[2J} e5 2. Qh5 Ke7 3. Qxe5# 1-0\n\n1. \033[5m *\n' > names.pgn
    printf '2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - bm Ne8; id "\033[31mid\007";\n' > ids.epd
    printf 'PuzzleId,FEN,Moves,Rating,Themes\n\033[31m,8/8/p5K1/1p6/1k5P/8/8/8 b - - 1 57,a6a5 h4h5,1400,\033]0;x\007 fork\n\033[2J,\033[2J,\033[2J,\033[2J,x\n' > puzzles.csv
    for arguments in "elo names.pgn" "elo --json names.pgn" "match report --nodes 100 names.pgn" \
        "analyze --plain --nodes 100 names.pgn" "suite --nodes 10 ids.epd" \
        "suite --nodes 10 --csv ids.epd" "suite --nodes 10 --json ids.epd" \
        "puzzles import puzzles.csv" "puzzles --themes" "human-check --all --judge-nodes 0 names.pgn" \
        "book build -o x.bin names.pgn"; do
        # shellcheck disable=SC2086
        "$FALLIBLE" $arguments > out 2> err < /dev/null || true
        harmless out err || { echo "$arguments"; return 1; }
    done
    printf 'forward\nforward\nmoves\nopen names.pgn\n' |
        "$FALLIBLE" analyze --plain --nodes 100 names.pgn > out 2>&1
    grep -q '{?\[2J}' out
    harmless out
}

@test "nor those in what is typed or what an engine says" {
    cat > engine.sh <<'S'
#!/bin/sh
while read -r line; do
    case $line in
        uci) printf 'id name \033[31mEvil\007\nuciok\n' ;;
        isready) echo readyok ;;
        go*) printf 'info string \033[31m\nbestmove \033[31m\n' ;;
        quit) exit ;;
    esac
done
S
    chmod +x engine.sh
    echo 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - id "start";' > start.epd
    "$FALLIBLE" match --games 2 --nodes 10 --openings start.epd "uci:$PWD/engine.sh" random > out 2> err < /dev/null || true
    grep -q 'Evil' out
    harmless out err
    bad=$(printf '\033[31mx')
    for word in "$bad" "--elo=$bad" "--fen=$bad" "--theme=$bad"; do
        run "$FALLIBLE" "$word"
        [ "$status" -eq 2 ]
        printf '%s\n' "$output" > out
        harmless out
    done
    printf '\033]0;x\007\n\377\376\nposition fen \033[31m\n' | "$FALLIBLE" uci > out
    harmless out
    printf '\033]0;x\007\n\377\376\nquit\n' | "$FALLIBLE" play --plain --no-save > out
    harmless out
}

@test "nor those in the names of files, nor in JSON" {
    bad=$(printf 'f\033[31m\302\2332J\377')
    mkdir "$bad"
    echo '[Result "1-0"] 1. e4 e5 1-0' > "$bad/g.pgn"
    printf 'PuzzleId,FEN,Moves,Rating\n-,-,-,-\n' > "$bad/p.csv"
    head -c 32 /dev/zero > "$bad/b.bin"
    said() {
        "$FALLIBLE" "$@" > out 2> err < /dev/null || true
        harmless out err || { echo "$*"; cat -v out err; return 1; }
    }
    for json in "" --json; do
        said book build $json --min-games 1 -o "$bad/x.bin" "$bad/g.pgn"
        said book show $json "$bad/b.bin"
    done
    said book show "$bad/none"
    said puzzles import "$bad/p.csv"
    said config --write="$bad/config"
    XDG_CONFIG_HOME=$bad said config
    said play --opponent "$bad/none"
    said play --preset "$bad"
    said analyze --annotate "$bad" new.pgn
    said match --pgn "$bad/none/x" random random
}

@test "what is wrong has its line and column, and a folder is called one" {
    printf 'PuzzleId,FEN,Moves,Rating\na,8/8/8/8/8/8/8/8 w - -,e2e4,x\nb,9/8 w,e2e4 e7e5,900\n' > p.csv
    run "$FALLIBLE" puzzles import p.csv
    has 'p.csv:2:30: expected a rating'
    has 'p.csv:3:3: FEN'
    printf '[a]\n  x\n' > rungs
    run "$FALLIBLE" ladder --rungs rungs
    has 'rungs:2:3: expected [rung] or key = value'
    for command in "repertoire --plain --color white" "drill --plain" "match random random --openings"; do
        # shellcheck disable=SC2086
        run "$FALLIBLE" $command "$PWD/home" < /dev/null
        [ "$status" -eq 2 ]
        has 'Is a directory'
    done
    mkdir -p "$XDG_CONFIG_HOME/fallible"
    echo 'x = 1' > "$XDG_CONFIG_HOME/fallible/config"
    run "$FALLIBLE" config
    has 'retention' # the last of the names there are
}

@test "what cannot be used of a file is told with its place, and the rest is used" {
    printf '1. e4 e5 2. Ke5 *\n\n[Result "1-0"]\n\n1. d4 d5 1-0\n\n1. c4 (1. Nf6) c5 *\n' > half.pgn
    run "$FALLIBLE" match report --nodes 10 half.pgn
    [ "$status" -eq 1 ]
    has 'half.pgn:1:13: move 2. Ke5 is illegal'
    has 'half.pgn:7:11: '
    has '2 games could not be read'
    run "$FALLIBLE" repertoire --plain --color white half.pgn <<< quit
    has 'half.pgn:1:13: move 2. Ke5 is illegal'
    has 'half.pgn:7:11: '
    has 'the start position'
    printf 'nonsense\n6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra8; c1 "win"; id "good";\n' > half.epd
    for command in "puzzles --plain" "drill --plain"; do
        # shellcheck disable=SC2086
        run "$FALLIBLE" $command half.epd <<< quit
        has 'half.epd:1:1: '
        has good
    done
    for _ in $(seq 20); do echo nonsense; done > bad.epd
    run "$FALLIBLE" drill --plain bad.epd
    [ "$status" -eq 2 ]
    [ "${#lines[@]}" -eq 12 ]
}

@test "files that hold games are private, and hold no half of one" {
    umask 022
    printf '1. e4 e5 *\n' > in.pgn
    printf 'e4\nsave saved.pgn\nnew white\nd4\nsave saved.pgn\nquit\n' | "$FALLIBLE" play --plain --elo 600 --no-save > out
    [ "$(grep -c '^\[Event ' saved.pgn)" -eq 2 ]
    "$FALLIBLE" analyze --annotate --nodes 10 in.pgn annotated.pgn
    "$FALLIBLE" match --games 2 --nodes 10 --random-plies 2 --pgn match.pgn random random > out
    for file in saved annotated match; do
        is_private $file.pgn || { ls -l $file.pgn; return 1; }
    done
    [ -z "${SANITIZE:-}" ] || return 0 # they need larger files
    ( ulimit -f 1; head -c 900 /dev/zero | tr '\0' '\n' > full.pgn
      printf 'e4\nsave full.pgn\nquit\n' | "$FALLIBLE" play --plain --elo 600 --no-save ) > out
    grep -q 'full.pgn: cannot be written: File too large' out
    [ "$(wc -c < full.pgn)" -eq 900 ]
}

@test "the database, its companions and the caches are private" {
    umask 022
    cat "$BATS_TEST_DIRNAME/../data/people.pgn" > people.pgn
    printf '1. e4 e5 *\n' > in.pgn
    printf '4k3/8/8/8/8/8/4P3/4K3 w - - c9 "1-0";\n4k3/4p3/8/8/8/8/8/4K3 b - - c9 "0-1";\n' > some.epd
    cp "$BATS_TEST_DIRNAME/../../engine/eval/terms.def" .
    zstd -q people.pgn -o packed.pgn.zst
    # kill -9 leaves the companions of the database.
    mkfifo moves
    "$FALLIBLE" play --plain --elo 600 < moves > out 2>&1 3>&- &
    pid=$!
    exec 9> moves
    echo e4 >&9
    for _ in $(seq 200); do grep -q '^1\.\.\. ' out && [ -e home/data/fallible/games.db-wal ] && break; sleep 0.1; done
    kill -9 "$pid"
    exec 9>&-
    for name in "" -wal -shm -moves -playing; do
        is_private "home/data/fallible/games.db$name" || { ls -l home/data/fallible; return 1; }
    done
    echo quit | "$FALLIBLE" analyze --plain --nodes 10 in.pgn
    "$FALLIBLE" analyze --tree people.pgn > out
    "$FALLIBLE" analyze --position "e4 e5" packed.pgn.zst > out
    "$FALLIBLE" human-data --threads 1 --cache choices.cache -o choices people.pgn
    "$FALLIBLE" tune --iterations 1 --threads 1 --terms tempo --terms-file terms.def some.epd > out
    find home choices.cache -type f > files
    cat files
    for name in last-file cache.key tune.state .index .positions .quiet choices.cache; do
        grep -q -- "$name$" files
    done
    while IFS= read -r file; do
        is_private "$file" || { ls -l "$file"; return 1; }
    done < files
}

@test "lines of 100 megabytes, NUL bytes and directories are refused or read" {
    head -c 100000000 /dev/zero | tr '\0' a > long
    head -c 3000 /dev/zero > nuls
    mkdir folder
    for file in long nuls folder; do
        for command in elo suite "analyze --plain" "puzzles import" "match report" maia \
            "play --plain --strength-file" "tune --dry-run"; do
            chosen 3 || continue # each of the eight with one of the files
            # shellcheck disable=SC2086
            run timeout 300 "$FALLIBLE" $command $file
            [ "$status" -eq 2 ] || { echo "$command $file: $status $output"; return 1; }
            [ -n "$output" ]
        done
    done
    run "$FALLIBLE" elo folder
    [ "$output" = "fallible: folder: Is a directory" ]
    run "$FALLIBLE" book show folder
    [ "$output" = "fallible: folder: the book cannot be opened: it is not a regular file" ]
    "$FALLIBLE" uci < long > out
    grep -q '^info string skipped a line longer than 16 MB' out
}

# Limits the memory to this many kilobytes, except with sanitizers.
few() {
    [ -n "${SANITIZE:-}" ] || ulimit -v "$1"
}

@test "a line that never ends is refused, however it goes on" {
    for command in suite "tune --dry-run" "puzzles --plain" "match random random --openings"; do
        status=0
        # shellcheck disable=SC2086
        (few 4000000; tr '\0' 8 < /dev/zero 2> /dev/null |
            timeout 60 "$FALLIBLE" $command /dev/stdin > out 2> err) || status=$?
        [ "$status" -eq 2 ] && grep -q ':1: .*16 MB' err || { echo "$command: $status"; cat err; return 1; }
    done
    for command in elo "book build -o x.bin" "tune --dry-run" "human-check --all" "match report"; do
        status=0
        # shellcheck disable=SC2086
        (few 4000000; (printf '[Event "x"]\n\n'; tr '\0' 8 < /dev/zero 2> /dev/null) |
            timeout 60 "$FALLIBLE" $command - > out 2> err) || status=$?
        [ "$status" -eq 2 ] && grep -q 'standard input:3: .*16 MB' err ||
            { echo "$command: $status"; cat err; return 1; }
    done
}

@test "a packed file that unpacks to a flood is refused by every command that reads games" {
    command -v zstd > /dev/null || skip "no zstd"
    head -c 600000000 /dev/zero | zstd -q > nuls.pgn.zst
    (printf '[Event "x"]\n\n1. e4 {'; head -c 60000000 /dev/zero | tr '\0' a) | zstd -q > line.pgn.zst
    (printf '[Event "x"]\n\n1. e4 {'; yes aaa | head -c 60000000) | zstd -q > comment.pgn.zst
    (printf '[Event "x"]\n\n1. e4 *\n'; yes '' | head -c 60000000) | zstd -q > blank.pgn.zst
    for file in nuls line comment blank; do
        while read -r command; do
            chosen 4 || continue # each of the seven with one of the files
            status=0
            # shellcheck disable=SC2086
            (few 4000000; timeout 60 "$FALLIBLE" ${command//@/$file.pgn.zst} > out 2> err < /dev/null) ||
                status=$?
            [ "$status" -eq 2 ] || { echo "$command, $file: $status"; cat err; return 1; }
            grep -q 'without libzstd' err && skip "built without libzstd"
            grep -qE '16 MB|200 times' err || { echo "$command, $file"; cat err; return 1; }
        done << 'C'
analyze --plain @
analyze --find x @
elo @
book build -o x.bin @
tune --dry-run --budget 1s @
human-check --all --judge-nodes 0 @
match report --nodes 1 @
C
    done
    truncate -s 20G nuls.pgn
    run timeout 60 "$FALLIBLE" analyze --annotate --nodes 1 nuls.pgn new.pgn
    [ "$status" -eq 2 ]
    has 'nuls.pgn:1: the line is longer than 16 MB'
    [ ! -e new.pgn ]
}

@test "every command that reads a file says what is wrong with it, and changes nothing" {
    mkdir folder
    ln -s nowhere broken
    ln -s loop loop
    head -c 3000 /dev/zero > nuls
    printf '\377\376\n\300\200\nx\n' > odd
    : > empty
    for file in nuls odd empty folder broken loop missing; do
        while read -r command; do
            chosen 4 || continue # each of the 25 with one or two of the files
            [ ! -f "$file" ] || cp "$file" before
            # shellcheck disable=SC2086
            status=0
            timeout 60 "$FALLIBLE" ${command//@/$file} > out 2> err < /dev/null || status=$?
            # An empty file, one of zeros and a new one have no games, which is no error for commands that
            # search games or write to the file.
            case $command,$file in
                human-check*,* | "book build"*,*) [ "$status" -ge 1 ] && [ "$status" -le 2 ] ;;
                puzzles*plain*,empty) [ "$status" -eq 1 ] ;;
                *) [ "$status" -eq 2 ] ;;
            esac || { echo "$command, $file: $status"; cat err; return 1; }
            grep -qE '^fallible|: 0 moves in 0 positions' out err || { echo "$command, $file: nothing said"; return 1; }
            harmless err
            [ ! -f "$file" ] || cmp "$file" before
        done << 'C'
analyze --plain --nodes 10 @
analyze --annotate --nodes 10 @ folder
match report --nodes 10 @
match merge @
match --games 2 --nodes 10 --openings @ fallible:elo=600 random
match --games 2 --nodes 10 --strength-file @ fallible:elo=600 random
suite --nodes 10 @
puzzles import @
puzzles pack @ pack.csv
puzzles --plain @
drill --plain @
repertoire --plain --color white @
maia @
human-check --all --judge-nodes 0 @
human-check --all --judge-nodes 0 --strength-file @ empty
tune --dry-run --budget 1s @
tune convert @ -o converted
tune human --dry-run --budget 1s @
human-data -o choices @
human --player x -o x.like --like @
ladder --rungs @ --state state --only 0-0
calibrate --folder calibration --openings @ --games 2
play --plain --no-save --strength-file @
play --plain --no-save --syzygy @/x
book build -o x.bin @
C
    done
    printf 'nothing but words\n' > words
    cp words before
    run "$FALLIBLE" match --resume --pgn words --games 2 --nodes 10 fallible:elo=600 random
    [ "$status" -eq 2 ]
    cmp words before
}

@test "a full disk loses nothing, and that it is full is told" {
    [ -c /dev/full ] || skip "no /dev/full"
    printf 'e4\nresign\nquit\n' | "$FALLIBLE" play --plain --elo 600 --seed 1 > /dev/null
    "$FALLIBLE" export -o games.pgn
    ln -s /dev/full full
    for command in "export -o full" "export --format json -o full" "export --format csv -o full" \
        "book build --min-games 1 -o full games.pgn" \
        "match --games 2 --nodes 10 --random-plies 4 --pgn full fallible:elo=600 random"; do
        status=0
        # shellcheck disable=SC2086
        timeout 60 "$FALLIBLE" $command > out 2> err < /dev/null || status=$?
        [ "$status" -ge 1 ] && [ "$status" -le 2 ] || { echo "$command: $status"; return 1; }
        grep -q '^fallible.*No space left on device' err || { echo "$command"; cat err; return 1; }
    done
    [ -c /dev/full ]
    "$FALLIBLE" export -o again.pgn
    cmp games.pgn again.pgn
}

@test "a disk that fills up during games: it is said, and what was kept stays whole" {
    unshare -m true 2> /dev/null || skip "this user may not mount"
    mkdir small
    cat > fill.sh <<'S'
mount -t tmpfs -o size=480k none small || exit 77
head -c 250000 /dev/zero > small/ballast
for seed in 1 2 3; do
    printf 'e4\nd4\nNf3\nNc3\nBe2\nO-O\na3\nh3\nquit\n' |
        XDG_DATA_HOME=$PWD/small "$FALLIBLE" play --plain --elo 600 --seed $seed > out$seed 2>&1 || exit 1
done
rm small/ballast
XDG_DATA_HOME=$PWD/small "$FALLIBLE" export --format csv > kept
cp small/fallible/games.db* .
S
    status=0
    FALLIBLE=$FALLIBLE unshare -m sh fill.sh || status=$?
    [ "$status" -ne 77 ] || skip "this user may not mount"
    [ "$status" -eq 0 ]
    grep -q 'saved: .*full' out1 # during the game, or when it is left
    grep -q 'not being saved' out3
    [ "$(wc -l < kept)" -ge 2 ]
    integrity games.db
}

@test "a database that cannot be opened on a full disk: the reason is said" {
    unshare -m true 2> /dev/null || skip "this user may not mount"
    mkdir small
    cat > fill.sh <<'S'
mount -t tmpfs -o size=300k none small || exit 77
printf 'e4\nquit\n' | XDG_DATA_HOME=$PWD/small "$FALLIBLE" play --plain --elo 600 > out 2>&1
head -c 900000 /dev/zero > small/ballast 2> /dev/null
XDG_DATA_HOME=$PWD/small "$FALLIBLE" doctor > said
[ $? -eq 1 ]
S
    status=0
    FALLIBLE=$FALLIBLE unshare -m sh fill.sh || status=$?
    [ "$status" -ne 77 ] || skip "this user may not mount"
    [ "$status" -eq 0 ]
    grep -q 'games.db: .*No space left on device' said
}

@test "a limit on the size of files is a full disk" {
    [ -z "${SANITIZE:-}" ] || skip "sanitizers need larger files"
    for seed in $(seq 8); do
        printf 'e4\nresign\nquit\n' | "$FALLIBLE" play --plain --elo 600 --seed "$seed" > /dev/null
    done
    "$FALLIBLE" export -o games.pgn
    mkdir small
    for arguments in "export -o small/games.pgn" "play --plain --elo 600 --seed 1" "book build --min-games 1 -o small/x.bin games.pgn"; do
        status=0
        # shellcheck disable=SC2086
        (ulimit -f 1; printf 'e4\nd4\nquit\n' | "$FALLIBLE" $arguments > /dev/null 2>&1) || status=$?
        [ "$status" -le 2 ] || { echo "$arguments: $status"; return 1; }
        [ ! -e small/games.pgn ]
    done
    integrity home/data/fallible/games.db
}

@test "what cannot be written is told" {
    [ -c /dev/full ] || skip "no /dev/full"
    [ -e "$(dirname "$FALLIBLE")/share/book.bin" ] || skip "no share/ beside the program"
    for arguments in "perft 2" "bench 2" "book show" stats config doctor --help --version "suite --nodes 10 bk"; do
        status=0
        # shellcheck disable=SC2086
        "$FALLIBLE" $arguments > /dev/full 2> err || status=$?
        [ "$status" -eq 2 ] || { echo "$arguments: $status"; cat err; return 1; }
        grep -q '^fallible: standard output: No space left on device$' err
    done
    run "$FALLIBLE" book build -o /dev/full "$BATS_TEST_DIRNAME/../../share/none.pgn"
    [ "$status" -eq 2 ]
    [ -c /dev/full ]
    people=$BATS_TEST_DIRNAME/../data/people.pgn
    for arguments in "book show" "export --format csv --table puzzles" "analyze --nodes 500 $people" \
        "analyze --debug --json --nodes 500 $people"; do
        # shellcheck disable=SC2086
        "$FALLIBLE" $arguments > /dev/full 2> err || true
        grep -q '^fallible: standard output: ' err
        [ "$(wc -l < err)" -eq 1 ]
        # shellcheck disable=SC2086
        { sleep 0.5; status=0; "$FALLIBLE" $arguments 2> err || status=$?; echo "$status" > ended; } | true
        [ ! -s err ] # who stops reading, as head does, knows why
        [ "$(cat ended)" -eq 141 ] # SIGPIPE
    done
}

@test "without a home nothing is kept, and that is said" {
    printf 'quit\n' > in
    for home in "" HOME= HOME=relative HOME=/dev/null; do
        # shellcheck disable=SC2086
        run env -i PATH="$PATH" $home "$FALLIBLE" play --plain --elo 600 < in
        [ "$status" -eq 0 ]
        grep -q 'this game will not be saved' <<< "$output"
        # shellcheck disable=SC2086
        run env -i PATH="$PATH" $home "$FALLIBLE" stats
        [ "$status" -eq 2 ]
        # shellcheck disable=SC2086
        run env -i PATH="$PATH" $home "$FALLIBLE" doctor
        [ -n "$output" ]
    done
    [ ! -e relative ]
}

# Runs a command without the privileges of root.
humble() {
    if [ "$(id -u)" -eq 0 ]; then
        setpriv --bounding-set -dac_override,-dac_read_search "$@"
    else
        "$@"
    fi
}

@test "a home that cannot be written" {
    mkdir -p locked
    chmod 500 locked
    if humble touch locked/x 2> /dev/null; then skip "this user may write everywhere"; fi
    printf 'quit\n' > in
    run humble env -i PATH="$PATH" HOME="$PWD/locked" "$FALLIBLE" play --plain --elo 600 < in
    [ "$status" -eq 0 ]
    grep -q 'Permission denied' <<< "$output"
    grep -q 'this game will not be saved' <<< "$output"
    run humble env -i PATH="$PATH" HOME="$PWD/locked" "$FALLIBLE" config --write
    [ "$status" -eq 2 ]
    grep -q 'Permission denied' <<< "$output"
    run humble env -i PATH="$PATH" HOME="$PWD/locked" "$FALLIBLE" export -o locked/games.pgn
    [ "$status" -eq 2 ]
    [ -z "$(ls -A locked)" ]
}

@test "on a file system without locks the game is not kept, and the reason is said at once" {
    [ -z "${SANITIZE:-}" ] || skip "sanitizers must be loaded first"
    library=$BATS_TEST_DIRNAME/../../${BUILD:-build}/tests/fail_io.so
    [ -e "$library" ] || skip "the library that fails locks is not built"
    export FAIL_KIND=lock FAIL_FROM=1
    printf 'e4\nquit\n' | LD_PRELOAD=$library "$FALLIBLE" play --plain --elo 600 > out 2> err
    grep -q 'This game is not being saved: .*: its file system has no locks' out
    grep -q '1\.\.\. [a-hN]' out
    [[ "$(cat err)" != *waiting* ]]
}

@test "a database that can only be read is read" {
    printf 'e4\nresign\nquit\n' | "$FALLIBLE" play --plain --elo 600 --seed 1 > out
    chmod a-w home/data/fallible/games.db
    if humble test -w home/data/fallible/games.db; then skip "this user may write everywhere"; fi
    humble "$FALLIBLE" stats > out 2> err
    grep -q 'cannot be written: games that are not analysed yet are left out' err
    grep -q 'Games' out
    humble "$FALLIBLE" export --format csv > out
    [ "$(wc -l < out)" -eq 2 ]
}

@test "a database in a folder that can only be read is read, and saved elsewhere" {
    games=home/data/fallible
    printf 'e4\nresign\nquit\n' | "$FALLIBLE" play --plain --elo 600 --seed 1 > out
    mv "$games" "$games 100%#?" # names that a URI would read otherwise
    mkdir -p other
    ln -s "$PWD/$games 100%#?" other/fallible
    export XDG_DATA_HOME=$PWD/other
    chmod a-w "$games 100%#?"
    if humble touch "$games 100%#?/x" 2> /dev/null; then skip "this user may write everywhere"; fi
    humble "$FALLIBLE" stats > out 2> err
    grep -q 'cannot be written: games that are not analysed yet are left out' err
    humble "$FALLIBLE" export --format csv > out
    [ "$(wc -l < out)" -eq 2 ]
    run humble "$FALLIBLE" doctor
    has 'It cannot be written, so no game is saved.'
    run humble "$FALLIBLE" doctor --repair
    [ "$status" -eq 2 ]
    has 'cannot be written; name another file with -o FILE'
    run humble "$FALLIBLE" doctor --repair -o saved.db
    [ "$status" -eq 0 ]
    has 'Saved 1 game '
    has 'set XDG_DATA_HOME to a folder that you can write, and move saved.db to fallible/games.db'
    [[ "$output" != *"  mv "* ]]
    run humble "$FALLIBLE" play --plain --elo 600 <<< "e4"
    has 'not being saved'
    run humble "$FALLIBLE" analyze --plain --fen '4k3/8/8/8/8/8/4P3/4K3 w - - 0 1' <<< $'play\nKd2'
    has 'not being saved'
    # Moves that are only in the write-ahead log are not left out without a word.
    cp "$games 100%#?/games.db" "$games 100%#?/games.db-wal"
    run humble "$FALLIBLE" export --format csv
    [ "$status" -eq 2 ]
    has 'games.db-wal has moves that are not in games.db yet, and this folder cannot be written; copy both files'
    run humble "$FALLIBLE" doctor --repair -o saved2.db
    [ "$status" -eq 2 ]
    has 'copy both files'
    chmod u+w "$games 100%#?"
    rm "$games 100%#?/games.db-wal"
    # A database of an older version is not changed, either.
    cp "$BATS_TEST_DIRNAME/../data/games-v11.db" "$games 100%#?/games.db"
    chmod a-w "$games 100%#?"
    run humble "$FALLIBLE" export --format csv
    [ "$status" -eq 2 ]
    has 'the older version 11 and cannot be written; fallible doctor --repair -o FILE'
    run humble "$FALLIBLE" doctor --repair -o saved11.db
    [ "$status" -eq 0 ]
    has 'Saved 4 games '
    chmod u+w "$games 100%#?"
}

@test "a database that is a directory, text, empty or newer" {
    printf 'quit\n' > in
    mkdir -p home/data/fallible/games.db
    run "$FALLIBLE" play --plain --elo 600 < in
    grep -q 'games.db' <<< "$output"
    grep -q 'this game will not be saved' <<< "$output"
    rmdir home/data/fallible/games.db
    head -c 5000 /dev/zero | tr '\0' x > home/data/fallible/games.db
    run "$FALLIBLE" play --plain --elo 600 < in
    grep -q 'games.db: .*file is not a database' <<< "$output"
    run "$FALLIBLE" stats
    [ "$status" -eq 2 ]
    : > home/data/fallible/games.db
    run "$FALLIBLE" stats
    [ "$status" -eq 0 ]
    for version in 1000:newer.version -253:damaged; do
        python3 - home/data/fallible/games.db ${version%:*} <<'P'
import sqlite3, sys
database = sqlite3.connect(sys.argv[1])
database.execute("PRAGMA user_version = " + sys.argv[2])
P
        run "$FALLIBLE" stats
        [ "$status" -eq 2 ]
        grep -q "${version#*:}" <<< "$output"
    done
    # The tables of a newer version exist already: nothing is changed, and the copy is named.
    rm home/data/fallible/games.db
    "$FALLIBLE" stats
    python3 - home/data/fallible/games.db <<'P'
import sqlite3, sys
database = sqlite3.connect(sys.argv[1])
database.execute("PRAGMA user_version = 7")
P
    run "$FALLIBLE" stats
    [ "$status" -eq 2 ]
    grep -q 'duplicate column name: drill; its version, 7, .* Nothing was changed.*games.db.v7 is a copy' \
        <<< "$output"
    [ "$(python3 -c 'import sqlite3, sys; print(*sqlite3.connect(sys.argv[1]).execute("PRAGMA user_version").fetchone())' \
        home/data/fallible/games.db)" = 7 ]
}

@test "on the screen it is said in the game that it is not being kept" {
    mkdir -p data/fallible/games.db
    screen_open 80 24 "$FALLIBLE --elo 600 --seed 7"
    wait_for 'This game is not being saved: opening the database'
    type_line e4
    wait_for '1\. e4 +[a-h]'
}

# SQLite deletes the write-ahead log when the last program closes the database. A program that had
# released its locks by mistake would go on writing into the deleted file.
@test "a second program that ends leaves the first one's database alone" {
    screen_open 80 24 "$FALLIBLE" play --elo 600 --color white --seed 3
    wait_for '▸You'
    type_line a3
    wait_for '1\. a3 +[a-hN]'
    for _ in 1 2 3; do
        "$FALLIBLE" play --plain --elo 600 --color white <<< $'d4\nquit' >/dev/null
    done
    [ -e "$XDG_DATA_HOME/fallible/games.db-wal" ]
    [ -z "$(find "/proc/$(program_pid)/fd" -lname '*(deleted)')" ]
    type_line h3
    wait_for '2\. h3 +[a-hN]'
    run "$FALLIBLE" export
    [[ "$output" == *'1. a3 '*'2. h3 '* ]]
}

@test "two at once on one database keep both games" {
    mkfifo first second
    "$FALLIBLE" play --plain --elo 600 --seed 1 < first > out1 2> err1 &
    one=$!
    exec 7> first
    printf 'e4\n' >&7
    "$FALLIBLE" play --plain --elo 600 --seed 2 < second > out2 2> err2 &
    two=$!
    exec 8> second
    printf 'd4\n' >&8
    printf 'd3\n' >&7
    printf 'c3\n' >&8
    sleep 1
    printf 'quit\n' >&7
    printf 'quit\n' >&8
    exec 7>&- 8>&-
    wait "$one"
    wait "$two"
    [ ! -s err1 ] && [ ! -s err2 ] || { cat err1 err2; return 1; }
    python3 - home/data/fallible/games.db <<'P'
import sqlite3, sys
database = sqlite3.connect(sys.argv[1])
assert database.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
moves = database.execute("SELECT game, count(*) FROM moves GROUP BY game").fetchall()
assert len(moves) == 2 and all(count >= 3 for _, count in moves), moves
P
}

# Another program that locks the database for a minute or until it is unlocked. With "all" it also
# blocks readers.
lock_database() { # DATABASE [all]
    python3 - "$@" > locked 2>&1 <<'P' &
import sqlite3, sys, time
database = sqlite3.connect(sys.argv[1], isolation_level=None, timeout=30)
if "all" in sys.argv:
    database.execute("PRAGMA locking_mode = EXCLUSIVE")
database.execute("BEGIN EXCLUSIVE")
print("locked", flush=True)
time.sleep(60)
P
    locker=$!
    until grep -qs locked locked; do sleep 0.1; done
}
unlock_database() {
    kill "$locker"
    wait "$locker" || true
}
moves_kept() { # DATABASE
    python3 -c 'import sqlite3, sys
print(*sqlite3.connect(sys.argv[1]).execute("SELECT count(*) FROM moves").fetchone())' "$1"
}

@test "moves are answered while another program has locked the database" {
    screen_open 80 24 "$FALLIBLE" play --elo 600 --seed 7 --book none
    wait_for '▸You'
    lock_database data/fallible/games.db
    type_line e4
    wait_for '1\. e4 +[a-hNBRQKO]' 90
    type_line d3
    wait_for '2\. d3 +[a-hNBRQKO]' 90
    wait_for 'This game is not being saved: another program has locked'
    unlock_database
    wait_for 'Saving works again'
    keys C-c
    keys F10
    wait_for 'left with 0'
    [ "$(moves_kept data/fallible/games.db)" -eq 4 ]
    never unsaved
}

@test "leaving while the database is locked takes a moment and says where the game is" {
    for way in F10 TERM; do
        screen_open 80 24 "$FALLIBLE" play --elo 600 --seed 7 --book none
        wait_for '▸You'
        lock_database data/fallible/games.db
        type_line e4
        wait_for '1\. e4 +[a-hNBRQKO]' 90
        if [ "$way" = TERM ]; then kill -TERM "$(program_pid)"; else keys F10; fi
        wait_for 'left with (0|143)' 50
        wait_for 'fallible: not everything could be saved: another program has locked'
        unlock_database
        grep -q '^1\. e4 ' data/fallible/unsaved-*.pgn
        is_private data/fallible/unsaved-*.pgn
        rm data/fallible/unsaved-*.pgn
        screen_close
    done
}

@test "who waits for the database at the start is told so" {
    "$FALLIBLE" stats
    lock_database home/data/fallible/games.db all
    "$FALLIBLE" stats > out 2> err &
    waiting=$!
    left=100
    until grep -q '^fallible: waiting for the database: another program has locked it$' err; do
        left=$((left - 1))
        [ "$left" -gt 0 ]
        sleep 0.1
    done
    unlock_database
    wait "$waiting"
}

@test "no locale is no reason not to play" {
    for locale in C POSIX xx_XX.UTF-8 ""; do
        printf 'e4\nquit\n' | LC_ALL=$locale "$FALLIBLE" play --plain --no-save --elo 600 > out
        grep -q '^1\.\.\. ' out
    done
}

@test "a crash gives the terminal back, keeps the game and says where the report is" {
    [ -z "${SANITIZE:-}" ] || skip "sanitizers catch crashes themselves"
    screen_open 80 24 "$FALLIBLE --elo 600 --seed 7"
    wait_for 'F1 help'
    type_line e4
    wait_for '1\. e4 +[a-h]'
    kill -SEGV "$(program_pid)"
    wait_for 'crashed: segmentation fault'
    wait_for 'left with 139'
    wait_for '^0$' # neither -echo nor -icanon
    grep -q '^position fen rnbqkbnr' data/fallible/crash-*.txt # or the moves, if it thought about them
    grep -Eq '^go (nodes [0-9]+ )?movetime [0-9]+$' data/fallible/crash-*.txt
    grep -q '^fallible ' data/fallible/crash-*.txt
    screen_close
    screen_open 80 24 "$FALLIBLE play"
    wait_for 'Go on\? y/n'
}

@test "a named pipe in place of a file is refused at once: nobody writes into it" {
    mkfifo pipe.pgn
    echo '[Result "*"] 1. e4 *' > good.pgn
    run timeout 60 "$FALLIBLE" analyze --plain --nodes 100 good.pgn <<< $'load pipe.pgn\nload pipe.pgn 2\nsave pipe.pgn\nquit'
    [ "$status" -eq 0 ]
    has 'pipe.pgn: this is a pipe; expected a file'
    has 'pipe.pgn: cannot be written: no program is reading this pipe'
    run timeout 60 "$FALLIBLE" play --plain --no-save --book pipe.pgn < /dev/null
    [ "$status" -eq 2 ]
    has 'pipe.pgn: the book cannot be opened: it is not a regular file'
    mkdir -p "$XDG_CONFIG_HOME/fallible"
    mkfifo "$XDG_CONFIG_HOME/fallible/config"
    run timeout 60 "$FALLIBLE" config < /dev/null
    [ "$status" -eq 2 ]
    has 'fallible/config: this is a pipe; expected a file'
}

@test "what a command reads may still come through a pipe" {
    echo '[White "A"][Black "B"][Result "1-0"] 1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0' > good.pgn
    run bash -c '"$0" elo <(cat good.pgn)' "$FALLIBLE"
    [ "$status" -eq 0 ]
    has 'B'
    run bash -c 'cat good.pgn | "$0" elo -' "$FALLIBLE"
    [ "$status" -eq 0 ]
    run bash -c '"$0" suite --nodes 10 <(printf "4k3/8/8/8/8/8/8/4K2R w - - bm Rh8+;\n")' "$FALLIBLE"
    [ "$status" -ne 2 ]
}

@test "a file without a game in it is an error wherever games are read" {
    : > empty.pgn
    printf '; only a remark\n{and another}\n' > remark.pgn
    head -c 3000 "$(command -v env)" > binary.pgn
    printf '[Event "a"]\n[White "A"]\n[Black "B"]\n\n1. e4 e5 1-0\n' > text.pgn
    iconv -f UTF-8 -t UTF-16 text.pgn > mark.pgn
    iconv -f UTF-8 -t UTF-16LE text.pgn > little.pgn
    iconv -f UTF-8 -t UTF-16BE text.pgn > big.pgn
    for file in empty remark binary mark little big; do
        for arguments in "analyze --plain $file.pgn" "analyze --find x $file.pgn" \
            "analyze --tree $file.pgn" "analyze --annotate --depth 1 $file.pgn new.pgn" \
            "elo $file.pgn" "book build -o new.bin $file.pgn" \
            "match --openings $file.pgn random random" "human-check --all --judge-nodes 0 $file.pgn"; do
            chosen 3 || continue # each of the eight with two of the files
            echo "$arguments"
            # shellcheck disable=SC2086
            run "$FALLIBLE" $arguments < /dev/null
            echo "$status $output"
            [ "$status" -eq 2 ]
            [[ $output == *"$file.pgn"* ]]
            case $file in
                mark | little | big) [[ $output == *"the file is UTF-16; expected UTF-8"* ]] ;;
                binary) [[ $output == *"expected"* || $output == *"illegal"* ]] ;;
                *) [[ $output == *"expected"* ]] ;;
            esac
            [ ! -e new.pgn ] && [ ! -e new.pgn.part ] && [ ! -e new.pgn.resume ] && [ ! -e new.bin ]
        done
    done
}

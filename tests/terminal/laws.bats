#!/usr/bin/env bats
# The laws of the house catch each kind of breach: a small house is built, and one thing planted in it.

setup() {
    laws=$BATS_TEST_DIRNAME/../laws
    house=$BATS_TEST_TMPDIR/house
    for room in engine src/util src/game; do
        mkdir -p "$house/$room"
        for file in a b c d; do echo '/* A file. */' > "$house/$room/$file.c"; done
    done
    printf '/* Tools.\n *\n * Other rooms include: text.h. */\n' > "$house/src/util/util.h"
    printf '/* Games. */\n' > "$house/src/game/game.h"
    printf '/* Text. */\n' > "$house/src/util/text.h"
    printf '/* Secret. */\n' > "$house/src/util/secret.h"
    echo '#include "src/util/text.h"' >> "$house/src/game/a.c"
    export BUILD=$house/build
}

breaks() { # TEXT...: the laws are broken, and the report says so
    run "$laws" "$house"
    [ "$status" -eq 1 ]
    for text in "$@"; do
        case $output in *"$text"*) ;; *) printf 'no "%s" in:\n%s\n' "$text" "$output"; return 1 ;; esac
    done
}

@test "the small house keeps the laws" {
    run "$laws" "$house"
    [ "$status" -eq 0 ]
}

@test "a room that includes one above it is found" {
    echo '#include "src/game/game.h"' >> "$house/src/util/a.c"
    breaks "src/util/a.c:2: src/util stands below src/game" "circle of rooms: src/game src/util"
}

@test "a header that the door does not list is found" {
    echo '#include "src/util/secret.h"' >> "$house/src/game/b.c"
    breaks "src/game/b.c:2: includes src/util/secret.h, which the door src/util/util.h does not list"
}

@test "a room without a door is found" {
    rm "$house/src/game/game.h"
    breaks "src/game: has no door"
}

@test "a door that lists a header that is not there is found" {
    rm "$house/src/util/text.h"
    breaks "src/util/util.h: lists text.h, which does not exist"
}

@test "headers that include each other are found" {
    echo '#include "src/util/secret.h"' >> "$house/src/util/text.h"
    echo '#include "src/util/text.h"' >> "$house/src/util/secret.h"
    breaks "circle of files that include each other: src/util/secret.h src/util/text.h"
}

@test "files that call each other are found" {
    printf 'int two(void);\nint one(void);\nint one(void) { return two(); }\n' > "$house/src/util/a.c"
    printf 'int one(void);\nint two(void);\nint two(void) { return one(); }\n' > "$house/src/util/b.c"
    for source in engine/a engine/b engine/c engine/d src/util/a src/util/b src/util/c src/util/d \
                  src/game/a src/game/b src/game/c src/game/d; do
        mkdir -p "$BUILD/$(dirname $source)"
        (cd "$house" && cc -I. -c -o "$BUILD/$source.o" "$source.c")
    done
    breaks "circle of files that call each other: src/util/a src/util/b"
}

@test "a room that is too small or too large is found" {
    rm "$house/src/util/d.c"
    for i in $(seq 30); do echo '/* More. */' > "$house/src/game/more$i.c"; done
    breaks "src/util: has 3 files, expected 4 to 20" "src/game: has 34 files"
}

@test "a library outside its file, and src/ inside the engine, are found" {
    echo '#include <sqlite3.h>' >> "$house/src/game/c.c"
    echo '#include "src/util/text.h"' >> "$house/engine/a.c"
    breaks "src/game/c.c:2: includes <sqlite3.h>" "engine/a.c:2: the engine includes nothing of src/"
}

@test "rooms that may not know each other are found" {
    mkdir -p "$house/src/lab/match" "$house/src/session"
    for file in a b c d; do echo '/* F. */' | tee "$house/src/lab/match/$file.c" > "$house/src/session/$file.c"; done
    printf '/* Matches. */\n' > "$house/src/lab/match/match.h"
    printf '/* Sessions. */\n' > "$house/src/session/session.h"
    echo '#include "src/session/session.h"' >> "$house/src/lab/match/a.c"
    breaks "src/lab/match/a.c:2: src/lab may not know src/session"
}

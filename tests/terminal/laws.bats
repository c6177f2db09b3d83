#!/usr/bin/env bats
# tests/laws finds each kind of violation: each test plants one in a small tree.

setup() {
    laws=$BATS_TEST_DIRNAME/../laws
    tree=$BATS_TEST_TMPDIR/tree
    for folder in engine src/util src/game; do
        mkdir -p "$tree/$folder"
        for file in a b c d; do echo '/* A file. */' > "$tree/$folder/$file.c"; done
    done
    printf '/* Tools.\n *\n * Other public headers: text.h. */\n' > "$tree/src/util/util.h"
    printf '/* Games. */\n' > "$tree/src/game/game.h"
    printf '/* Text. */\n' > "$tree/src/util/text.h"
    printf '/* Secret. */\n' > "$tree/src/util/secret.h"
    echo '#include "src/util/text.h"' >> "$tree/src/game/a.c"
    export BUILD=$tree/build
}

breaks() { # TEXT...: tests/laws fails and prints each TEXT
    run "$laws" "$tree"
    [ "$status" -eq 1 ]
    for text in "$@"; do
        case $output in *"$text"*) ;; *) printf 'no "%s" in:\n%s\n' "$text" "$output"; return 1 ;; esac
    done
}

@test "the small tree keeps the laws" {
    run "$laws" "$tree"
    [ "$status" -eq 0 ]
}

@test "a folder that includes one above it is found" {
    echo '#include "src/game/game.h"' >> "$tree/src/util/a.c"
    breaks "src/util/a.c:2: src/util is below src/game" "circular includes of folders: src/game src/util"
}

@test "a header that is not listed as public is found" {
    echo '#include "src/util/secret.h"' >> "$tree/src/game/b.c"
    breaks "src/game/b.c:2: includes src/util/secret.h, which src/util/util.h does not list as public"
}

@test "a folder without a main header is found" {
    rm "$tree/src/game/game.h"
    breaks "src/game: has no main header"
}

@test "a listed header that does not exist is found" {
    rm "$tree/src/util/text.h"
    breaks "src/util/util.h: lists text.h, which does not exist"
}

@test "headers that include each other are found" {
    echo '#include "src/util/secret.h"' >> "$tree/src/util/text.h"
    echo '#include "src/util/text.h"' >> "$tree/src/util/secret.h"
    breaks "files that include each other in a circle: src/util/secret.h src/util/text.h"
}

@test "files that call each other are found" {
    printf 'int two(void);\nint one(void);\nint one(void) { return two(); }\n' > "$tree/src/util/a.c"
    printf 'int one(void);\nint two(void);\nint two(void) { return one(); }\n' > "$tree/src/util/b.c"
    for source in engine/a engine/b engine/c engine/d src/util/a src/util/b src/util/c src/util/d \
                  src/game/a src/game/b src/game/c src/game/d; do
        mkdir -p "$BUILD/$(dirname $source)"
        (cd "$tree" && cc -I. -c -o "$BUILD/$source.o" "$source.c")
    done
    breaks "files that call each other in a circle: src/util/a src/util/b"
}

@test "a folder that is too small or too large is found" {
    rm "$tree/src/util/d.c"
    for i in $(seq 30); do echo '/* More. */' > "$tree/src/game/more$i.c"; done
    breaks "src/util: has 3 files, expected 4 to 20" "src/game: has 34 files"
}

@test "a file that writes JSON itself is found" {
    echo 'void one(void) { printf("{\"games\": %d}", 1); }' >> "$tree/src/game/a.c"
    breaks "src/game/a.c:3: writes JSON, which src/util/json.h does"
}

@test "a library outside its file, and src/ inside the engine, are found" {
    echo '#include <sqlite3.h>' >> "$tree/src/game/c.c"
    echo '#include "src/util/text.h"' >> "$tree/engine/a.c"
    breaks "src/game/c.c:2: includes <sqlite3.h>" "engine/a.c:2: the engine must not include src/"
}

@test "folders that must not include each other are found" {
    mkdir -p "$tree/src/lab/match" "$tree/src/session"
    for file in a b c d; do echo '/* F. */' | tee "$tree/src/lab/match/$file.c" > "$tree/src/session/$file.c"; done
    printf '/* Matches. */\n' > "$tree/src/lab/match/match.h"
    printf '/* Sessions. */\n' > "$tree/src/session/session.h"
    echo '#include "src/session/session.h"' >> "$tree/src/lab/match/a.c"
    breaks "src/lab/match/a.c:2: src/lab must not include src/session"
}

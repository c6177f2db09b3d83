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

# plant FILE BEFORE AFTER CALL...: writes a file with each call, between BEFORE and AFTER, in a line of its own
# from line 2 on. Then faults_at FILE BEFORE AFTER CALL... breaks the laws in each of these lines, with the
# call's name between BEFORE and AFTER.
plant() {
    local file=$tree/$1 before=$2 after=$3
    echo '/* A file. */' > "$file"
    for call in "${@:4}"; do echo "$before$call$after"; done >> "$file"
}
faults_at() {
    local file=$1 before=$2 after=$3 line=1 faults=()
    for call in "${@:4}"; do faults+=("$file:$((line += 1)): $before${call%%(*}$after"); done
    breaks "${faults[@]}"
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

compile() { # OPTION...: what is new
    for source in engine/a engine/b engine/c engine/d src/util/a src/util/b src/util/c src/util/d \
                  src/game/a src/game/b src/game/c src/game/d; do
        mkdir -p "$BUILD/$(dirname $source)"
        [ "$BUILD/$source.o" -nt "$tree/$source.c" ] || (cd "$tree" && cc -w -I. "$@" -c -o "$BUILD/$source.o" "$source.c")
    done
}

@test "files that call each other are found" {
    printf 'int two(void);\nint one(void);\nint one(void) { return two(); }\n' > "$tree/src/util/a.c"
    printf 'int one(void);\nint two(void);\nint two(void) { return one(); }\n' > "$tree/src/util/b.c"
    compile
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

@test "a call of a function of libc that no length limits is found, each of them" {
    local calls=('system("ls")' 'popen("ls", "r")' 'gets(line)' 'strcpy(to, from)' 'strcat(to, from)' \
                 'sprintf(to, "%d", 1)' 'vsprintf(to, "%d", list)' 'mktemp(name)' 'tmpnam(name)' \
                 'stpcpy(to, from)' 'tempnam(at, name)' 'strncat(to, from, 9)')
    plant engine/a.c 'void one(void) { ' '; }' "${calls[@]}"
    faults_at engine/a.c 'calls ' ', use ' "${calls[@]}"
    printf '/* A file. */\nvoid one(void) { __builtin_strcpy(to, from); }\n' > "$tree/engine/a.c"
    breaks "engine/a.c:2: calls strcpy, use "
    calls=('sscanf(text, "%d %s", &a, b)' 'fscanf(in, "%[a-z]", b)' 'scanf("%ls", b)')
    plant engine/a.c 'void one(void) { ' '; }' "${calls[@]}"
    faults_at engine/a.c '' ' reads a text of any length' "${calls[@]}"
    calls=('execl("/bin/sh", "sh", text, (char *)0)' 'fork()' 'dup2(3, 1)' 'posix_spawn(&pid, path, 0, 0, words, 0)')
    plant engine/a.c 'void one(void) { ' '; }' "${calls[@]}"
    faults_at engine/a.c 'calls ' ', which only ' "${calls[@]}"
    printf '/* A file. */\nvoid one(void) { sscanf(text, "%%5s %%4[a] %%*s %%%%s %%d", a, b, &c); }\n' > "$tree/engine/a.c"
    run "$laws" "$tree"
    [ "$status" -eq 0 ]
}

@test "such a function is found in the object, however it is called" {
    for call in 'int (*f)(const char *) = system; f("ls")' '(strcpy)(to, to + 1)' '(popen)(to, to)' '(sprintf)(to, to)' \
                'int (*f)(int) = dup; f(1)' '(socket)(1, 2, 3)' 'int (*f)(const char *, char *const *) = execv; f(to, 0)'; do
        printf '#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n#include <sys/socket.h>\n%s\n%s\n' \
            '#include <unistd.h>' "void one(char *to) { $call; }" > "$tree/engine/a.c"
        compile -O2 -D_FORTIFY_SOURCE=2 # with which libc has other names for some
        breaks "engine/a.c: uses $(echo "$call" | grep -oE 'system|strcpy|popen|sprintf|dup|socket|execv')"
    done
    printf 'static int accept(int a) { return a; }\nint two(void) { return accept(1); }\n' > "$tree/engine/a.c"
    compile
    run "$laws" "$tree"
    [ "$status" -eq 0 ]
}

@test "text, comments and longer names are no calls" {
    printf '/* system("ls") */\nvoid one(void) { say("strcpy(a, b)"); my_system(1); it->open(2); } // gets(x)\n' \
        > "$tree/engine/a.c"
    run "$laws" "$tree"
    [ "$status" -eq 0 ]
}

@test "a file that a guest engine would inherit is found" {
    local calls=('open("a", O_RDONLY)' 'openat(at, "a", O_WRONLY | O_CREAT, 0600)' 'mkostemp(name, 0)' 'pipe2(ends, 0)' \
                 'open("a", O_RDONLY /* no O_CLOEXEC */)')
    plant src/game/a.c 'int one(void) { return ' '; }' "${calls[@]}"
    faults_at src/game/a.c '' ' without O_CLOEXEC' "${calls[@]}"
    printf '/* A file. */\nFILE *one(void) { return fopen("e",\n    "rb"); }\n' > "$tree/src/game/a.c"
    breaks 'src/game/a.c:2: fopen without "e"'
    printf '/* A file. */\nFILE *one(bool b) { return fopen("a", b ? "we" : "w"); }\n' > "$tree/src/game/a.c"
    breaks 'src/game/a.c:2: fopen without "e"'
    calls=('creat("a", 0600)' 'dup(1)' 'mkstemp(name)' 'pipe(ends)' 'tmpfile()' 'freopen("a", "r", in)' \
           'socket(1, 2, 3)' 'memfd_create("a", 0)' 'socketpair(1, 2, 3, ends)' 'dup3(1, 2, 0)' 'accept(1, 0, 0)' \
           'eventfd(0, 0)' 'inotify_init()' 'epoll_create(1)' 'open64("a", O_RDONLY)' 'fopen64("a", "r")')
    plant src/game/a.c 'int one(void) { return ' '; }' "${calls[@]}"
    faults_at src/game/a.c 'calls ' ', use ' "${calls[@]}"
    printf '/* A file. */\nint one(void) { return fcntl(1, F_DUPFD, 3); }\n' > "$tree/src/game/a.c"
    breaks 'src/game/a.c:2: fcntl with F_DUPFD, use F_DUPFD_CLOEXEC'
    printf '/* A file. */\nvoid one(void) { open("a", O_RDONLY | O_CLOEXEC); fopen("a", "rbe"); fcntl(1, F_DUPFD_CLOEXEC, 0); }\n' > "$tree/src/game/a.c"
    run "$laws" "$tree"
    [ "$status" -eq 0 ]
}

@test "SQL that is made of data is found" {
    mkdir "$tree/src/store"
    for file in a b c d; do echo '/* A file. */' > "$tree/src/store/$file.c"; done
    printf '/* The store. */\nstruct statement *store_bound(struct store *store, const char *sql, int values);\n' \
        > "$tree/src/store/store.h"
    cat > "$tree/src/store/a.c" <<'C'
static const char both[] = "SELECT 2";
bool run(struct store *store, int more, const char *sql)
{
    return sqlite3_exec(store->database, sql, NULL, NULL, NULL);
}

void good(struct store *store, bool more)
{
    store_bound(store, "SELECT " COLUMNS " FROM games", 1);
    store_bound(store, more ? "SELECT 1" : both, 1);
    run(store, 1, "DELETE FROM games");
    run(store, 1, PAIR(1, 2));
}
C
    printf '#define COLUMNS "id, " MORE\n#define MORE "began"\n#define PAIR(x, y) "SELECT " #x ", " #y FROM\n%s\n' \
        '#define FROM " FROM games"' >> "$tree/src/store/store.h"
    run "$laws" "$tree"
    [ "$status" -eq 0 ]
    local calls=('store_bound(store, text, 1)' 'store_bound(store, more ? "SELECT 1" : text, 1)' \
                 'run(store, 1, text)' 'sqlite3_prepare_v2(inside, text, -1, NULL, NULL)' 'run(store, 1, sql)' \
                 'run(store, 1, F())' 'run(store, 1, TEXT)' 'run(store, 1, DATA)' \
                 'sqlite3_get_table(inside, text, &rows, &high, &wide, NULL)')
    plant src/store/b.c 'void bad(struct store *store, const char text[], const char *TEXT) { ' '; }' "${calls[@]}"
    echo '#define DATA "SELECT " text' >> "$tree/src/store/b.c"
    faults_at src/store/b.c '' ' with SQL that is not constant: ' "${calls[@]}"
    # A name that is usual for a parameter, and a constant of another function.
    printf 'void bad(struct store *store, const char *text)\n{\n    const char *sql = text;\n    run(store, 1, sql);\n}\n' \
        > "$tree/src/store/b.c"
    breaks "src/store/b.c:4: run with SQL that is not constant: sql"
    printf 'bool bad(struct store *store, const char *sql)\n{\n    sql = store->text;\n    run(store, 1, sql);\n}\n' \
        > "$tree/src/store/b.c"
    breaks "src/store/b.c:4: run with SQL that is not constant: sql"
    printf 'void good(void)\n{\n    static const char text[] = "SELECT 1";\n    run(store, 1, text);\n}\n\n%s\n' \
        'void bad(const char *text) { run(store, 1, text); }' > "$tree/src/store/b.c"
    breaks "src/store/b.c:7: run with SQL that is not constant: text"
}

@test "a symbolic link that is absolute or leads out of the tree or to nothing is found, and no other" {
    mkdir "$tree/share" "$tree/.git" "$tree/node_modules" "$BUILD"
    echo 1 > "$BATS_TEST_TMPDIR/outside"
    ln -s ../src/util/text.h "$tree/share/file"
    ln -s ../src "$tree/share/folder"
    for elsewhere in .git node_modules build; do ln -s /nowhere "$tree/$elsewhere/link"; done
    run "$laws" "$tree"
    [ "$status" -eq 0 ]
    ln -s "$tree/src" "$tree/share/absolute"
    ln -s ../../outside "$tree/share/out"
    ln -s ../src/none.h "$tree/share/nothing"
    ln -s ../.. "$tree/share/above"
    breaks "share/absolute: is a link to $tree/src, which is not a relative path" \
        "share/out: is a link to ../../outside, which is outside the tree" \
        "share/nothing: is a link to ../src/none.h, which does not exist" \
        "share/above: is a link to ../.., which is outside the tree"
}

@test "a file or folder whose name starts with a dash is found" {
    mkdir -p "$tree/share/-folder"
    : > "$tree/-playing"
    breaks "-playing: its name starts with a dash" "share/-folder: its name starts with a dash"
}

@test "a negated command that cannot fail its test is found, and no other" {
    mkdir -p "$tree/tests/uci"
    # "@@" and "%" keep bats and tests/laws from reading these lines as part of this file.
    sed 's/^@@/@/; s/%/!/' > "$tree/tests/uci/a.bats" <<'BATS'
@@test "these can fail" {
    % grep -q a b || return 1
    % grep -q a b ||
        { echo "there is a"; return 1; }
    % grep -q a b | \
        grep c
}
BATS
    run "$laws" "$tree"
    [ "$status" -eq 0 ]
    sed 's/^@@/@/; s/%/!/' > "$tree/tests/uci/b.bats" <<'BATS'
@@test "these cannot" {
    % grep -q a b
    for file in *; do
        % grep -q a "$file" |
            grep c
    done
}
BATS
    breaks 'tests/uci/b.bats:2: bats ignores that "! command" fails' 'tests/uci/b.bats:4: bats ignores'
}

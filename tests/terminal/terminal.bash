# A real terminal for the tests: a separate tmux server, driven by keys and read as text.

# Most tests are about something else: they name levels on the engine scale, at which games are
# stored, play the method whose numbers they know, and are not asked the questions of the first start.
export FALLIBLE_SCALE=engine FALLIBLE_METHOD=madchess
# The text of a screen tells the sides apart only if White's figures are outlines.
export FALLIBLE_PIECES=outline

# tests/run gives each file of tests a home folder. Without it, the user's games and caches stay untouched.
if [ -z "${WORK:-}" ] && [ -n "${BATS_RUN_TMPDIR:-}" ]; then
    export HOME=$BATS_RUN_TMPDIR XDG_DATA_HOME=$BATS_RUN_TMPDIR/data XDG_CONFIG_HOME=$BATS_RUN_TMPDIR/config
fi

# For tests that do the same with many values: true at every Nth call, so `chosen 4 || continue` leaves out
# most of a loop's rounds. Which ones differs from test to test. With THOROUGH=1 always true.
chosen() { # N
    [ -z "${THOROUGH:-}" ] || return 0
    CALLS=$((${CALLS:-BATS_TEST_NUMBER} + 1))
    [ $((CALLS % $1)) -eq 0 ]
}

# The program by its absolute path, the source tree as working directory, and a temporary home folder.
own_home() {
    cd "$BATS_TEST_DIRNAME/../.." || return 1
    FALLIBLE=${FALLIBLE:-$PWD/fallible}
    case $FALLIBLE in /*) ;; *) FALLIBLE=$PWD/$FALLIBLE ;; esac
    export HOME=$BATS_TEST_TMPDIR XDG_DATA_HOME=$BATS_TEST_TMPDIR/data
    export XDG_CONFIG_HOME=$BATS_TEST_TMPDIR/config
}

# Most analyses here have --nodes 30000, which is enough to see what they show: one that goes on for minutes
# takes the processor from the other tests.
screen_open() { # WIDTH HEIGHT COMMAND...
    local width=$1 height=$2
    shift 2
    OPENED=$((${OPENED:-0} + 1))
    SOCKET="fallible-$$-$BATS_TEST_NUMBER-$OPENED"
    WHERE="$BATS_TEST_TMPDIR"
    export XDG_DATA_HOME="$WHERE/data" XDG_CONFIG_HOME="$WHERE/config"
    # A turn of the screen's loop that takes more than 100 ms ends the program, and so fails the test
    # (tests/run allows more for sanitizers).
    # Through a shell that outlives the program, so that its exit status and the state of the terminal
    # are visible on a separate line.
    tmux -L "$SOCKET" -f /dev/null new-session -d -x "$width" -y "$height" \
        "env LC_ALL=C.UTF-8 XDG_DATA_HOME=$XDG_DATA_HOME XDG_CONFIG_HOME=$XDG_CONFIG_HOME \
         FALLIBLE_WATCHDOG=${FALLIBLE_WATCHDOG-$((100 * ${PATIENCE:-1}))} $*; \
         status=\$?; printf '\r\nleft with %d\r\n' \$status; stty -a | tr ';' '\n' | grep -c -- '-echo\b\|-icanon'; exec sleep 600"
    tmux -L "$SOCKET" set-option -g window-size manual >/dev/null
    ask_open
}

# One client of the server for all keys and all looks at the screen, because a test that starts a process
# for each takes twice the time on machines that start processes slowly.
ask_open() {
    ask_close
    mkfifo "$WHERE/to.$OPENED" "$WHERE/from.$OPENED"
    exec {TO}<> "$WHERE/to.$OPENED"
    tmux -L "$SOCKET" -C attach-session -f no-output <&"$TO" >"$WHERE/from.$OPENED" 2>/dev/null 3>&- {TO}>&- &
    ASKER=$!
    exec {FROM}< "$WHERE/from.$OPENED"
    answer || true # to attach-session itself
}
ask_close() {
    [ -n "${TO:-}" ] || return 0
    exec {TO}>&- {FROM}<&-
    TO= FROM=
    kill "$ASKER" 2>/dev/null && wait "$ASKER" 2>/dev/null
    return 0
}

# Sends one command of tmux and reads its answer into the array ANSWER. False if it fails or the server ended.
ask() { # COMMAND
    # bats notes the place of each command, which takes longer than the commands themselves. Functions called
    # from here on are not followed, until this one returns.
    local -
    set +T
    printf '%s\n' "$1" >&"$TO" && answer
}
answer() {
    local line
    ANSWER=()
    while IFS= read -r -t 60 -u "$FROM" line; do
        case $line in
            %begin\ *) ANSWER=() ;;
            %end\ *) return 0 ;;
            %error\ *) return 1 ;;
            *) ANSWER+=("$line") ;;
        esac
    done
    return 1
}

screen_close() {
    # The leak checker of a program that is told to end with its terminal would report to nobody. It may also
    # hang and take a whole processor, because the SIGCONT that comes with SIGHUP undoes its SIGSTOP.
    [ -z "${SANITIZE:-}" ] || kill -KILL $(program_pid 2>/dev/null) 2>/dev/null || true
    ask_close
    tmux -L "$SOCKET" kill-server 2>/dev/null || true
}

teardown() { [ -z "${SOCKET:-}" ] || screen_close; }

screen() { ask 'capture-pane -p' && printf '%s\n' "${ANSWER[@]}"; }
keys() { # KEY... as send-keys takes them
    local word words=
    case $* in *[![:print:]]*) tmux -L "$SOCKET" send-keys "$@"; return ;; esac
    for word; do words+=" '${word//\'/\'\\\'\'}'"; done
    ask "send-keys$words"
}
type_line() { keys -l "$1"; keys Enter; }
program_pid() { ask 'display-message -p "#{pane_pid}"' && pgrep -P "${ANSWER[0]}" -f fallible; }

# As grep -qE would match the screen's lines.
on_screen() { # PATTERN
    local line
    ask 'capture-pane -p' || return 1
    for line in "${ANSWER[@]}"; do
        if [[ $line =~ $1 ]]; then return 0; fi
    done
    return 1
}
not_on_screen() { ! on_screen "$1"; }
# Waits until the screen matches; prints the screen if it never does.
until_screen() { # COMMAND PATTERN WORDS TENTHS
    local - # see ask
    set +T
    local left=$((($4 - 1) * 100)) next=20 # milliseconds
    until "$1" "$2"; do
        if [ "$left" -le 0 ]; then
            echo "$3: $2"
            screen
            return 1
        fi
        pause "$next"
        left=$((left - next))
        next=$((next < 50 ? 2 * next : 100)) # most answers come soon
    done
}
# Waits without a process: for input that never comes.
pause() { # MILLISECONDS, fewer than 1000
    local seconds
    printf -v seconds '0.%03d' "$1"
    [ -n "${NEVER:-}" ] || exec {NEVER}<> <(:)
    read -r -t "$seconds" -u "$NEVER" || true
}
# Extended regular expressions.
wait_for() { until_screen on_screen "$1" "never seen" "${2:-600}"; } # PATTERN [TENTHS]
wait_gone() { until_screen not_on_screen "$1" "still there" 100; } # PATTERN

# Evaluates a Python expression over the JSON in $output, called r.
json() {
    printf '%s' "$output" | python3 -I -S -c 'import json, sys
r = json.load(sys.stdin)
assert eval(sys.argv[1]), r' "$1"
}

# Runs a command and separates its outputs into $output and $errors.
apart() {
    run sh -c '"$@" 2>"$0"' "$BATS_TEST_TMPDIR/errors" "$FALLIBLE" "$@"
    errors=$(cat "$BATS_TEST_TMPDIR/errors")
}

# A whole --plain session: the input in printf's format, and the command.
in_lines() { # INPUT COMMAND...
    # shellcheck disable=SC2059,SC2016
    run sh -c 'printf "$0" | timeout 200 "$@"' "$1" "$FALLIBLE" "${@:2}"
}

has() {
    case $output in *"$1"*) ;; *) printf 'no "%s" in:\n%s\n' "$1" "$output"; return 1 ;; esac
}
lacks() {
    case $output in *"$1"*) printf 'there is "%s" in:\n%s\n' "$1" "$output"; return 1 ;; esac
}
is_private() { # FILE
    [ "$(find "$1" -perm 600)" = "$1" ]
}

# "! command" never fails a bats test; these functions do.
never() { # PATTERN: it is not on the screen
    if screen | grep -E -- "$1"; then return 1; fi
}
only_ascii() {
    if screen | LC_ALL=C grep '[^ -~]'; then return 1; fi
}

# The bytes that a terminal sends for a click on a square of the 80x24 board, seen from white.
click() { # SQUARE
    local file rank
    file=$(($(printf '%d' "'${1:0:1}") - 97))
    rank=${1:1:1}
    local x=$((3 + file * 4 + 1)) y=$((1 + (8 - rank) * 2))
    local place
    place=$(printf '\\%03o\\%03o' $((33 + x)) $((33 + y)))
    keys -l "$(printf "\033[M $place")"
    keys -l "$(printf "\033[M#$place")"
}

# awk: the relative luminance (WCAG) of one of the 240 colours above the first sixteen; and look, which
# takes a capture's run from behind its escape to the next: its text without blanks, and the colours
# from there on, fg and bg ("": the terminal's own, or of the sixteen; such a ground is "x").
COLOURS='
function part(v) { v /= 255; return v <= .03928 ? v / 12.92 : ((v + .055) / 1.055) ^ 2.4 }
function step(n) { return n ? 55 + 40 * n : 0 }
function light(n) {
    if (n >= 232) return part(8 + 10 * (n - 232))
    n -= 16
    return .2126 * part(step(int(n / 36))) + .7152 * part(step(int(n / 6) % 6)) + .0722 * part(step(n % 6))
}
function look(run,    end, code, parts, j) {
    end = index(run, "m")
    parts = split(substr(run, 1, end - 1), code, ";")
    if (parts == 0) fg = bg = ""
    for (j = 1; j <= parts; j++) {
        if (code[j] == 0) fg = bg = ""
        else if (code[j] == 38) { fg = code[j + 2]; j += 2 }
        else if (code[j] == 48) { bg = code[j + 2]; j += 2 }
        else if (code[j] == 39) fg = ""
        else if (code[j] == 49) bg = ""
        else if (code[j] ~ /^(3|9)[0-7]$/) fg = ""
        else if (code[j] ~ /^4[0-7]$/) bg = "x"
    }
    text = substr(run, end + 1)
    gsub(/ /, "", text)
}
'

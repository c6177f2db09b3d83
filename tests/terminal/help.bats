#!/usr/bin/env bats
# Help: --help of each command, the completions of three shells, the manual and fallible help.

load terminal

setup() {
    own_home
    PATH=${FALLIBLE%/*}:$PATH
    COMMANDS=$("$FALLIBLE" --help | sed -n '/^Commands:/,/^$/s/^  \([a-z-]*\) .*/\1/p')
}

# The words that bash offers for the last argument.
bash_offers() { # WORD...
    local - # see ask in terminal.bash
    set +T
    COMP_WORDS=("$FALLIBLE" "$@")
    COMP_CWORD=$#
    _fallible
    printf '%s\n' "${COMPREPLY[@]}"
}

@test "each command helps, with an example" {
    [ "$(wc -w <<< "$COMMANDS")" -gt 15 ]
    for command in $COMMANDS; do
        run "$FALLIBLE" "$command" --help
        [ "$status" -eq 0 ] || { echo "$command: $output"; return 1; }
        [[ "$output" == *"Usage: fallible $command"* ]] || { echo "$command: no usage"; return 1; }
        [[ "$output" == *"Examples:"* ]] || { echo "$command: no example"; return 1; }
        run "$FALLIBLE" "$command" --help nonsense more # whatever else is wrong
        [ "$status" -eq 0 ] || { echo "$command: $output"; return 1; }
    done
}

@test "each command of the program, typed on the board, works or says what to type" {
    for command in $COMMANDS; do
        case $command in play|deck|puzzles|review) continue ;; esac # they are commands of the board
        chosen 3 || continue
        run sh -c "printf '$command\\nquit\\n' | timeout 60 '$FALLIBLE' play --plain --no-save --color white"
        [ "$status" -eq 0 ] || { echo "$command: $output"; return 1; }
        case $output in
            *'neither a move nor'*|*'Did you mean'*) echo "$command: $output"; return 1 ;;
        esac
    done
}

@test "options and what they do fit 80 columns" {
    for command in $COMMANDS 'tune generate' 'tune convert'; do
        # shellcheck disable=SC2086
        "$FALLIBLE" $command --help | awk -v command="$command" '/^  --/ { options = 1 }
            /^$/ { options = 0 }
            options && length > 80 { print command ": " $0; bad = 1 }
            END { exit bad }'
    done
}

@test "bash completes commands, options and their values" {
    enable -n mapfile readarray # which the bash of macOS has not
    # shellcheck disable=SC1091
    source share/completions/fallible.bash
    [ "$(bash_offers sui)" = suite ]
    [ "$(bash_offers con)" = config ]
    [ "$(bash_offers suite --req)" = --require ]
    [ "$(bash_offers --blind)" = --blindfold ]
    [ "$(bash_offers play --color b)" = black ]
    [ "$(bash_offers --preset be)" = beginner ]
    [ "$(bash_offers tune --method s)" = swarm ]
    bash_offers match uc | grep -qx uci:
    [ "$(bash_offers tune human --cached)" = --cached ]
    [ "$(bash_offers replay --without threa)" = threats ]
    [ ! -e "${FALLIBLE%/*}/puzzles" ] || [ "$(bash_offers puzzles --theme mate-in-1)" = mate-in-1 ]
    [ "$(bash_offers repertoire --color "" | wc -l)" -eq 2 ]
    [ "$(bash_offers config --w)" = --write ]
    # Every option of every command.
    for command in $COMMANDS; do
        options=$("$FALLIBLE" "$command" --help | sed -n 's/^  \(--[a-z0-9-]*\).*/\1/p' | sort -u)
        [ "$(bash_offers "$command" -- | sort -u)" = "$options" ] ||
            { echo "$command: $options"; return 1; }
    done
}

@test "fish completes them, too" {
    command -v fish >/dev/null || skip "no fish"
    # A POSIX sed, which does not take \t as a tab.
    printf '#!/bin/sh\ncase "$*" in *\\\\t*) exit 1 ;; esac\nexec %s "$@"\n' "$(command -v sed)" > "$BATS_TEST_TMPDIR/sed"
    chmod +x "$BATS_TEST_TMPDIR/sed"
    PATH=$BATS_TEST_TMPDIR:$PATH
    fish_offers() { fish -c "source share/completions/fallible.fish; complete -C '$1'" | cut -f1; }
    fish_offers "fallible sui" | grep -qx suite
    fish_offers "fallible suite --req" | grep -qx -- --require
    fish_offers "fallible play --color b" | grep -qx black
    fish_offers "fallible config --w" | grep -qx -- --write
    fish_offers "fallible tune human --cached" | grep -qx -- --cached
    fish_offers "fallible replay --without threa" | grep -qx threats
    [ ! -e "${FALLIBLE%/*}/puzzles" ] || fish_offers "fallible puzzles --theme mate-in-1" | grep -qx mate-in-1
}

@test "zsh completes them, too" {
    command -v zsh >/dev/null || skip "no zsh"
    zsh_offers() { # WORD...: what the completion hands to zsh's own functions
        zsh -c 'compadd() { print -l -- "$@" }; _files() { : }; _command_names() { : }
            _describe() { print -l -- "${(@P)2}" | sed "s/:.*//" }
            words=("$@"); CURRENT=$#; source share/completions/_fallible' zsh "$FALLIBLE" "$@"
    }
    zsh_offers sui | grep -qx suite
    zsh_offers suite --req | grep -qx -- --require
    zsh_offers play --color b | grep -qx black
    zsh_offers config --w | grep -qx -- --write
    zsh_offers tune human --cached | grep -qx -- --cached
    zsh_offers replay --without threa | grep -qx threats
    [ ! -e "${FALLIBLE%/*}/puzzles" ] || zsh_offers puzzles --theme mate-in-1 | grep -qx mate-in-1
}

@test "fallible help NAME explains every command" {
    for command in $COMMANDS analyse; do
        run "$FALLIBLE" help "$command"
        [ "$status" -eq 0 ] || { echo "$command: $output"; return 1; }
        [ "$output" = "$("$FALLIBLE" "$command" --help)" ] || { echo "$command: $output"; return 1; }
    done
    run "$FALLIBLE" help
    has "Usage: fallible"
    run "$FALLIBLE" help siute
    [ "$status" -eq 2 ]
    has "did you mean suite?"
}

# Copies the program to a tree without a manual, and puts a man into PATH that prints its arguments.
own_man() { # STATUS
    mkdir -p "$BATS_TEST_TMPDIR/tree" "$BATS_TEST_TMPDIR/path"
    cp "$FALLIBLE" "$BATS_TEST_TMPDIR/tree/fallible"
    printf '#!/bin/sh\necho "man was asked: $*"\nexit %d\n' "$1" > "$BATS_TEST_TMPDIR/path/man"
    chmod +x "$BATS_TEST_TMPDIR/path/man"
}

help_on_terminal() { # WORD...
    screen_open 100 60 "PATH=$BATS_TEST_TMPDIR/path" "$BATS_TEST_TMPDIR/tree/fallible" help "$@"
    wait_for "left with 0"
}

@test "fallible help opens the page of its own tree on a terminal" {
    own_man 0
    cp -R man "$BATS_TEST_TMPDIR/tree/man"
    help_on_terminal suite
    screen | tr -d '\n' | grep -q "man was asked: .*/tree/man/fallible-suite.6"
    never "Usage: fallible suite"
}

@test "fallible help opens the page beside an installed program" {
    own_man 0
    mkdir -p "$BATS_TEST_TMPDIR/share/man" "$BATS_TEST_TMPDIR/share/fallible"
    cp -R man "$BATS_TEST_TMPDIR/share/man/man6"
    help_on_terminal suite
    screen | tr -d '\n' | grep -q "man was asked: .*/man/man6/fallible-suite.6"
}

@test "fallible help opens an installed page that is packed" {
    own_man 0
    help_on_terminal suite
    screen | tr -d '\n' | grep -qE "man was asked: (6 fallible-suite|.*/man6/fallible-suite.6)"
}

@test "fallible help prints --help where there is no page or no man" {
    own_man 16
    help_on_terminal suite
    on_screen "Usage: fallible suite"
    screen_close
    rm "$BATS_TEST_TMPDIR/path/man"
    help_on_terminal suite
    on_screen "Usage: fallible suite"
}

@test "the manual pages lint clean" {
    command -v mandoc >/dev/null || skip "no mandoc"
    run mandoc -T lint -W warning man/*.[567]
    [ "$status" -eq 0 ]
}

@test "each command has a page of the manual that explains each option" {
    for command in $COMMANDS; do
        page=man/fallible-$command.6
        [ -f "$page" ] || { echo "no $page"; return 1; }
        text=$(<"$page") # read once: a grep for each option would start six hundred
        for section in NAME SYNOPSIS DESCRIPTION "EXIT STATUS" EXAMPLES "SEE ALSO"; do
            [[ $text = *$'\n'".Sh $section"$'\n'* ]] || { echo "$page: no $section"; return 1; }
        done
        also=
        case $command in
            tune) also="generate convert human search strength" ;;
            match) also="report merge" ;;
        esac
        for under in "" $also; do
            # shellcheck disable=SC2086
            for option in $("$FALLIBLE" "$command" $under --help | sed -n 's/^  --\([a-z0-9-]*\).*/\1/p'); do
                [ "$option" = help ] || [[ $text = *"Fl -$option"[!-a-z0-9]* ]] ||
                    { echo "$page: no --$option"; return 1; }
            done
        done
    done
}

@test "the manual lists each command of the board" {
    words=$(sed -n 's/^COMMAND([A-Z_]*, "\([a-z-]*\)".*/\1/p' src/session/commands.def)
    [ "$(wc -w <<< "$words")" -gt 40 ]
    words+=" $("$FALLIBLE" play --plain --elo 1000 --no-save <<< 'help all' | sed -n 's/^\([a-z]*\)[^:]*: .*/\1/p')"
    for word in $words; do
        grep -q "^\.It Cm .*\b$word\b" man/fallible.6 || { echo "the word $word"; return 1; }
    done
}

@test "the first page of the manual can be read at one sitting" {
    [ "$(wc -l < man/fallible.6)" -le 300 ]
}

@test "each page of the manual leads to the program's, and that to each" {
    for page in man/*.[567]; do
        [ "$page" != man/fallible.6 ] || continue
        name=$(basename "$page")
        grep -q "Xr ${name%.*} ${name##*.}\b" man/fallible.6 || { echo "fallible.6 has no $name"; return 1; }
        grep -q '^\.Xr fallible 6' "$page" || { echo "$page: no fallible 6"; return 1; }
    done
}

@test "what is mistyped is told with what may have been meant" {
    for mistyped in "plya:play" "--eol 1400:--elo" "stats --jsno:--json"; do
        # shellcheck disable=SC2086
        run "$FALLIBLE" ${mistyped%:*} < /dev/null
        [ "$status" -eq 2 ]
        [[ $output == *"did you mean ${mistyped##*:}?"* ]]
    done
    run "$FALLIBLE" play --plain < <(printf "hlep\nresgin\n")
    [[ "$output" == *"There is no command hlep. Did you mean help?"* ]]
    [[ "$output" == *"There is no command resgin. Did you mean resign?"* ]]
}

@test "a wrong word in the shell is told what to do instead" {
    local games=tests/data/lichess-evals.pgn
    run "$FALLIBLE" play --plain --scale lichess-rapid --elo 99999
    [ "$status" -eq 2 ]
    has '--elo takes a rating from 400 to 2700 (Lichess rapid) or full, not 99999'
    run "$FALLIBLE" "$games"
    [ "$status" -eq 2 ]
    has "run fallible analyze $games"
    run "$FALLIBLE" explain "$games"
    [ "$status" -eq 2 ]
    has 'for a file of games run fallible analyze FILE.pgn'
    run "$FALLIBLE" drill nonsense
    [ "$status" -eq 2 ]
    has 'there is no file "nonsense": expected endgames, for the built-in ones, or the name of an EPD file'
    has 'fallible play --drill GROUP'
}

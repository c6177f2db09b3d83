#!/usr/bin/env bats
# The settings: precedence of file, environment and command line; errors with their place; and that the
# manual lists every key.

load terminal

setup() {
    own_home
    FILE=$XDG_CONFIG_HOME/fallible/config
}

set_file() { # TEXT, as printf reads it
    mkdir -p "${FILE%/*}"
    # shellcheck disable=SC2059
    printf "$1" > "$FILE"
}

first_line() { # OPTION...: of a game in lines
    run sh -c 'echo quit | "$@"' sh "$FALLIBLE" play --plain --no-save "$@"
    [ "$status" -eq 0 ]
    output=${lines[0]}
}

@test "the command line goes before the environment, that before the file, that before the default" {
    first_line
    has "Fallible 1400"
    set_file 'elo = 1200\ncolor = black\n'
    first_line
    has "Fallible 1200 casual has white. You have black."
    FALLIBLE_ELO=1000 first_line
    has "Fallible 1000"
    FALLIBLE_ELO=1000 first_line --elo 800 --color white
    has "Fallible 800 casual has black."
}

@test "the former name of a setting and an option is still read" {
    set_file 'manners = off\n'
    run "$FALLIBLE" config
    [ "$status" -eq 0 ]
    [[ "$output" =~ resign-policy\ +off\ +line\ 1 ]]
    FALLIBLE_MANNERS=on run "$FALLIBLE" config --json
    has '"resign-policy": {"value": "on"'
    set_file 'manners = on\nresign-policy = off\n'
    run "$FALLIBLE" config
    [ "$status" -eq 2 ]
    has "resign-policy was already set on line 1"
    rm "$FILE"
    first_line --manners off --elo 1000
    has "Fallible 1000"
    run "$FALLIBLE" play --plain --manners never
    [ "$status" -eq 2 ]
    has "--resign-policy"
}

@test "fallible config says what is in force and where it comes from" {
    set_file '# mine\n\n  elo=1200  \r\nhash = 32'
    export FALLIBLE_HASH=16
    run "$FALLIBLE" config
    [ "$status" -eq 0 ]
    [[ "$output" =~ elo\ +1200\ +line\ 3 ]]
    [[ "$output" =~ hash\ +16\ +FALLIBLE_HASH ]]
    [[ "$output" =~ theme\ +auto\ +default ]]
    run "$FALLIBLE" config --json
    has '"elo": {"value": "1200", "source": "line 3"}'
}

@test "the level that the slider begins at is your rating if you set one and no level" {
    set_file 'rating = 1300\n'
    run "$FALLIBLE" config
    [[ "$output" =~ elo\ +1300\ +your\ rating ]]
    run "$FALLIBLE" config --json
    has '"elo": {"value": "1300", "source": "your rating"}'
    set_file 'rating = 1300\nelo = 1500\n'
    run "$FALLIBLE" config
    [[ "$output" =~ elo\ +1500\ +line\ 2 ]]
    set_file 'elo = 99999\n'
    run "$FALLIBLE" config
    [ "$status" -eq 2 ]
    has 'elo takes a rating or full, not "99999"'
}

@test "complaints name file, line and column, and what was expected" {
    set_file 'elo = 1200\ntheme = puce\nfoo = 3\nhash =\nhash\nascii = maybe\nelo = 13\ntime = 5+\n'
    run "$FALLIBLE" config
    [ "$status" -eq 2 ]
    has "$FILE:2:9: there is no theme \"puce\": wood green blue grey mono auto"
    has "$FILE:3:1: there is no setting \"foo\": scale, elo"
    has "$FILE:4:7: expected hash = VALUE"
    has "$FILE:5:5: expected hash = VALUE"
    has "$FILE:6:9: ascii takes yes or no, not \"maybe\""
    has "$FILE:7:7: elo was already set on line 1"
    has "$FILE:8:8: '5+' is not a time control: expected none, minutes+seconds"
    run "$FALLIBLE" play --plain
    [ "$status" -eq 2 ]
    has "foo"
    rm "$FILE"
    FALLIBLE_HASH=0 run "$FALLIBLE" play --plain
    [ "$status" -eq 2 ]
    has "FALLIBLE_HASH: hash takes a whole number from 1 to 65536, not \"0\""
}

@test "a file that cannot be read is named" {
    mkdir -p "$FILE"
    run "$FALLIBLE" config
    [ "$status" -eq 2 ]
    has "$FILE"
    rmdir "$FILE"
    set_file 'elo = 1\0002'
    run "$FALLIBLE" config
    [ "$status" -eq 2 ]
    has "NUL"
}

@test "the file that is written is private, holds every setting, reads back, and is never overwritten" {
    run "$FALLIBLE" config --write
    [ "$status" -eq 0 ]
    is_private "$FILE"
    before=$("$FALLIBLE" config | tail -n +2)
    sed 's/^#\([a-z-]* =\)/\1/' "$FILE" > "$FILE.new" && mv "$FILE.new" "$FILE"
    run "$FALLIBLE" config
    [ "$status" -eq 0 ]
    [ "$(tail -n +2 <<< "$output" | awk '{print $1, $2}')" = "$(awk '{print $1, $2}' <<< "$before")" ]
    [ "$(tail -n +2 <<< "$output" | grep -c default)" -eq 0 ]
    run "$FALLIBLE" config --write
    [ "$status" -eq 2 ]
    has "the file already exists"
}

@test "measurements take no notice of the settings" {
    set_file 'hash = 0\nelo = nonsense\n'
    run "$FALLIBLE" perft 2
    [ "$status" -eq 0 ]
    echo '6k1/5ppp/8/8/8/8/8/4R1K1 w - - bm Re8#; id "easy";' > "$BATS_TEST_TMPDIR/easy.epd"
    run "$FALLIBLE" suite "$BATS_TEST_TMPDIR/easy.epd" --nodes 100
    [ "$status" -eq 0 ]
}

@test "a setting is not taken for an option of another meaning" {
    for book in own none; do
        set_file "theme = mono\\nbook = $book\\n"
        run "$FALLIBLE" analyze --fen '4k3/8/8/8/8/8/4P3/4K3 w - -' --depth 2 < /dev/null
        [ "$status" -eq 0 ] || { echo "$output"; return 1; }
    done
    [ -e "$(dirname "$FALLIBLE")/puzzles/lichess.csv" ] || skip "no puzzles/ beside the program"
    run sh -c 'echo quit | "$1" puzzles --plain --count 1' sh "$FALLIBLE"
    [ "$status" -eq 0 ]
    has 'A new puzzle'
}

@test "the manual tells of every setting, with its default, and of no other" {
    keys=$("$FALLIBLE" config | tail -n +2 | awk '{print $1}')
    told=$(sed -n 's/^\.It Cm \([a-z-]*\) No = .*/\1/p' man/fallible-config.5)
    [ "$keys" = "$told" ]
}

@test "what lies beside the program is found through PATH and through links" {
    [ -e "$(dirname "$FALLIBLE")/puzzles/wac.epd" ] || skip "no puzzles/ beside the program"
    mkdir -p "$BATS_TEST_TMPDIR/bin" && cd "$BATS_TEST_TMPDIR"
    ln -s "$FALLIBLE" bin/chess
    PATH=/nowhere::$BATS_TEST_TMPDIR/bin:$PATH run chess suite wac --nodes 10 --limit 1
    [ "$status" -le 1 ]
    [[ "$output" == *WAC.001* ]]
}

@test "a theme and pieces chosen on the board are there at the next start, and comments stay" {
    unset FALLIBLE_PIECES
    set_file '# mine\nelo = 1200\n# by daylight\ntheme = grey\n'
    screen_open 80 24 "$FALLIBLE" play --elo 1200 --no-save
    wait_for '▸You'
    type_line 'theme mono'
    wait_for '░'
    type_line 'pieces letters'
    wait_for '^ 1 .*R.*N'
    screen_close
    [ "$(cat "$FILE")" = $'# mine\nelo = 1200\n# by daylight\ntheme = mono\npieces = letters' ]
    screen_open 80 24 "$FALLIBLE" play --elo 1200 --no-save
    wait_for '░'
    wait_for '^ 1 .*R.*N'
    screen_close
    screen_open 80 24 "$FALLIBLE" play --elo 1200 --no-save --theme wood
    wait_for '▸You'
    never '░'
    type_line 'theme auto'
    type_line 'theme what'
    wait_for 'now: (wood|blue)'
    grep -qx 'theme = auto' "$FILE"
}

@test "--plain is accepted where the output is lines of text anyway" {
    local command
    for command in stats levels config export; do
        run "$FALLIBLE" $command --plain
        [ "$status" -eq 0 ]
        lacks 'there is no option'
    done
    run "$FALLIBLE" stats --plian
    [ "$status" -eq 2 ]
}

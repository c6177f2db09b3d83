# Your own games in files: which player you are, and what follows from that.
load terminal
bats_require_minimum_version 1.5.0

setup() {
    own_home
    export XDG_CACHE_HOME="$BATS_TEST_TMPDIR/cache"
    config="$XDG_CONFIG_HOME/fallible/config"
    file="$BATS_TEST_TMPDIR/week.pgn"
    {
        printf '[White "DrNykterstein"]\n[Black "Anna"]\n[Result "1-0"]\n[TimeControl "180+2"]\n\n'
        printf '1. e4 { [%%clk 0:03:00] } e5 { [%%clk 0:03:00] } 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n\n'
        printf '[White "Bert"]\n[Black "DrNykterstein"]\n[Result "1-0"]\n\n'
        printf '1. e4 e5 2. Qh5 Nc6 3. Qxe5+ Nxe5 4. d4 Qf6 5. dxe5 Qxf2+ 6. Kxf2 1-0\n\n'
        printf '[White "drnykterstein"]\n[Black "Carl"]\n[Result "0-1"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n'
        printf '[White "DrNykterstein"]\n[Black "Dora"]\n[Result "1/2-1/2"]\n\n1. e4 e5 1/2-1/2\n\n'
        for i in 1 2 3 4 5 6 7 8; do
            printf '[White "P%d"]\n[Black "DrNykterstein"]\n[Result "1-0"]\n\n1. e4 e5 1-0\n\n' "$i"
        done
    } >"$file"
}


@test "the list of games asks once who you are, then your game is seen from your side" {
    screen_open 60 18 XDG_CACHE_HOME="$XDG_CACHE_HOME" "$FALLIBLE" analyze --nodes 30000 "$file"
    wait_for '^ DrNykterstein is in 11 of 12 games: is that you\? y/n'
    keys Down
    wait_for '▸ +2 Bert'
    keys y
    wait_for 'Noted. A review puts your mistakes into your deck.'
    grep -qx 'names = DrNykterstein' "$config"
    keys Enter
    wait_for 'h g f e d c b a'
    wait_for '^ You'
    wait_for '^ Bert'
    keys F8
    wait_for 'Review   Bert 1-0 You'
    wait_for 'Your mistakes: 1'
    wait_for '▲|the game turned|5\.\.\. Qxf2'
    wait_gone 'analysing'
    not_on_screen 'Gifts'
    keys t
    wait_for 'To solve: 1 of 1'
    type_line stop
    wait_for 'Review   Bert 1-0 You'
    keys q
    wait_gone 'Review'
    keys F10
    wait_for 'left with 0'
    screen_close
    screen_open 80 24 XDG_CACHE_HOME="$XDG_CACHE_HOME" "$FALLIBLE" analyze --nodes 30000 "$file"
    wait_for '12 of 12'
    wait_for 'White won'
    never 'is that you'
    screen_close
    run "$FALLIBLE" review --plain </dev/null
    has 'Position 1 of 1. A blunder of yours against Bert: 5... Qxf2+??'
}

@test "no is an answer, too, and another key leaves the question open" {
    screen_open 80 24 XDG_CACHE_HOME="$XDG_CACHE_HOME" "$FALLIBLE" analyze --nodes 30000 "$file"
    wait_for 'is that you\? y/n'
    keys q
    wait_for 'depth [0-9]'
    keys F6
    wait_for 'is that you\? y/n'
    [ ! -e "$config" ]
    tmux -L "$SOCKET" resize-window -x 60 -y 18
    keys n
    wait_for 'Noted. To say who you are, type names and your user name.'
    tmux -L "$SOCKET" resize-window -x 80 -y 24
    grep -qx 'names = -DrNykterstein' "$config"
    keys Enter
    wait_for '^ DrNykterstein'
    type_line 'names Hikaru; anna'
    wait_for 'Your names in files of games: Hikaru; anna'
    wait_for '^ You'
    wait_for '^ +h   g   f   e'
    grep -qx 'names = Hikaru; anna' "$config"
    type_line 'names none'
    wait_for 'You have no name in files of games'
    wait_for '^ Anna'
    grep -qx 'names = none' "$config"
}

@test "lines ask who you are, review your game, and add its mistakes to the deck once" {
    in_lines "load $file 2\n?\ny\nreview\ntry\nQxe5\nload $file 2\nreview\nquit\n" --plain
    [ "$status" -eq 0 ]
    has 'DrNykterstein is in 11 of 12 games: is that you? y/n'
    has 'Noted. A review puts your mistakes into your deck.'
    has 'Review: Bert 1-0 You, 6 moves.'
    has 'Your 5... Qxf2+?? lost the queen'
    has 'Type try to solve what you missed'
    has 'Position 1 of 1. A blunder of yours: 5... Qxf2+??'
    [[ $output =~ 'Right: 5... Qxe5'.*' You will see it again on '[0-9-]+'.' ]]
    lacks 'Gifts'
    [ "$(grep -c 'is that you' <<<"$output")" -eq 2 ] # help repeats the question
    in_lines "open 2\nstrength\nreview\nquit\n" analyze --nodes 30000 --plain "$file"
    has 'The level in analysis is Fallible 1400 '
    has 'which is not a player of this game.'
    lacks 'The opponent is'
    has 'Review: Bert 1-0 You, 6 moves.'
    lacks 'is that you'
    in_lines "quit\n" --plain
    has 'd: Deck. Nothing is due; the next position is due'
}

@test "names come from the command line and the environment, and are shown" {
    in_lines "names\nopen 3\nreview\nquit\n" analyze --nodes 30000 --plain --names "Hikaru; DRNYKTERSTEIN" "$file"
    has 'Your names in files of games: Hikaru; DRNYKTERSTEIN'
    has 'Review: You 0-1 Carl'
    [ ! -e "$config" ]
    FALLIBLE_NAMES=anna run "$FALLIBLE" config
    [[ "$output" =~ names\ +anna\ +FALLIBLE_NAMES ]]
    run "$FALLIBLE" analyze --names "$(printf '%600s' '' | tr ' ' a)" "$file"
    [ "$status" -eq 2 ]
    has '--names takes at most 511 bytes'
}

@test "the review of a game of others says how to tell which player you are, in lines once" {
    printf '[White "%s"]\n[Black "%s"]\n[Result "1-0"]\n\n1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0\n\n' \
        Zed Yan Yan Zed >"$BATS_TEST_TMPDIR/match.pgn"
    in_lines 'review\nopen 2\nreview\nnames zed\nreview\nquit\n' analyze --nodes 30000 --plain "$BATS_TEST_TMPDIR/match.pgn"
    [ "$(grep -c 'If one of these players is you, type names and your name.' <<<"$output")" -eq 1 ]
    has 'Review: Yan 1-0 You, 3 moves.'
    in_lines 'names none\nreview\nnames -Zed; -Yan\nopen 2\nreview\nquit\n' analyze --nodes 30000 --plain "$BATS_TEST_TMPDIR/match.pgn"
    [ "$(grep -c 'type names and your name' <<<"$output")" -eq 1 ]
    in_lines 'review\nquit\n' analyze --nodes 30000 --plain "$BATS_TEST_TMPDIR/match.pgn"
    lacks 'type names and your name' # both names were said not to be yours
    rm "$config"
    for size in 80x24 60x18; do
        screen_open "${size%x*}" "${size#*x}" "$FALLIBLE" analyze --nodes 30000 "$BATS_TEST_TMPDIR/match.pgn"
        wait_for '2 of 2'
        keys Enter
        wait_for '^ Zed'
        keys F8
        wait_for '^ If one of these players is you, type :names and your name\.$'
        type_line ':names yan'
        wait_for 'Your names in files of games: yan'
        keys F8
        wait_for 'Review   Zed 1-0 You'
        wait_gone 'one of these players'
        keys q
        type_line 'names none'
        wait_for 'You have no name'
        screen_close
    done
}

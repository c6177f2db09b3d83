#!/usr/bin/env bats
# fallible human --like: the fit to one player's games, and games against the style that it finds.
# $FALLIBLE is the program.

load terminal

setup() {
    own_home
    unset FALLIBLE_SCALE FALLIBLE_METHOD
    cd "$BATS_TEST_TMPDIR" || return 1
}

games() { # COUNT: short games of Ann, who always begins with 1. b4; each game is different
    for i in $(seq "$1"); do
        printf '[White "Ann"]\n[Black "Bob"]\n[WhiteElo "%d"]\n[BlackElo "900"]\n\n' $((1000 + i))
        printf '1. b4 e5 2. Bb2 d6 3. e3 Nf6 1-0\n\n'
    done
}

@test "the openings of a player are found, and predict held-out games" {
    games 220 > games.pgn
    run "$FALLIBLE" human --like games.pgn --player ann --threads 1
    echo "$output"
    [ "$status" -eq 0 ]
    [ "$(head -1 data/fallible/like/ann.like)" = "style = 1" ]
    # 1. b4 was played in all games that are not held out, about four in five.
    start=$(grep -c '^opening = 463b96181691fc9c ' data/fallible/like/ann.like)
    [ "$start" -eq 1 ]
    count=$(awk '$3 == "463b96181691fc9c" { print $5 }' data/fallible/like/ann.like)
    [ "$count" -gt 130 ] && [ "$count" -lt 220 ]
    plain=$(awk '/^all moves/ { print $6 + 0 }' <<< "$output")
    fitted=$(awk '/^all moves/ { print $7 + 0 }' <<< "$output")
    [ "${plain%.*}" -lt 85 ]
    [ "${fitted%.*}" -gt 95 ]
}

@test "too few games are refused, with their number" {
    games 7 > games.pgn
    run "$FALLIBLE" human --like games.pgn --player Ann -o ann.like
    [ "$status" -eq 2 ]
    grep -q 'found 7 games of this player with a rating, expected 200 or more' <<< "$output"
    [ ! -e ann.like ]
}

# Puts a style into the data folder: that of Ann, by the name "Doe, Ann". It is fitted only once.
style() {
    local made=$BATS_FILE_TMPDIR/made.like
    if [ ! -e "$made" ]; then
        games 220 | sed 's/"Ann"/"Doe, Ann"/' > games.pgn
        "$FALLIBLE" human --like games.pgn --player 'Doe, Ann' --threads 1 -o "$made" > fit
    fi
    install -D "$made" "data/fallible/like/Doe, Ann.like"
    printf 'scale = lichess-rapid\nrating = 1400 lichess-rapid\n' | install -D /dev/stdin config/fallible/config
}

@test "without a styles folder nothing is offered, and the line mode says how to make a style" {
    in_lines 'method\nlike\nlike Ann\nquit\n' play --plain --no-save --elo 1400
    lacks 'like Ann: '
    has 'There is no style yet. To make one from a player'
    has 'like/Ann.like: No such file or directory; expected a style written by fallible human --like. To list the styles, type like alone.'
    printf 'scale = lichess-rapid\nrating = 1400 lichess-rapid\n' | install -D /dev/stdin config/fallible/config
    screen_open 80 24 "$FALLIBLE"
    wait_for 'Enter  Play'
    keys o m
    wait_for '▸ people'
    never ' like [A-Z]'
}

@test "a style is chosen in the line mode, opens as its player does, and is not rated" {
    style
    in_lines 'method\nlike\nlike doe, ann\nmethod\nstrength\nnew black\nelo 1800\ne5\nresign\nquit\n' \
        play --plain --seed 3
    has 'like Doe, Ann: Opens and errs as this player does. Not rated.'
    has 'Type like and one of these names: Doe, Ann'
    has 'The opponent is now Fallible like Doe, Ann, level 1110. Games against a style are not rated.'
    has 'The opponent plays like Doe, Ann.'
    has 'Its rating: 1110 Lichess rapid. Games against a style are not rated.'
    has 'Has the openings and habits of Doe, Ann at this rating'
    has '1. b4'
    has 'From its next move on, the opponent is Fallible like Doe, Ann, level 1800.'
    has 'Not rated: '
    in_lines 'quit\n' play --plain --like 'DOE, ANN' --color black --seed 5
    has 'Fallible like Doe, Ann, level 1110 has white.'
    in_lines 'quit\n' play --plain --like 'Doe, Ann' --elo 2000 --seed 5
    has 'Fallible like Doe, Ann, level 2000 has black.'
    lacks 'set by hand'
    in_lines 'know king_safety off\nlike doe, ann\nquit\n' play --plain --no-save --seed 3
    has 'Games against a style are not rated. What you set by hand is undone.'
}

@test "a style that is missing or damaged is refused with status 2 and its file" {
    style
    run "$FALLIBLE" --like Roe --plain < /dev/null
    [ "$status" -eq 2 ]
    [ "$output" = "fallible: $PWD/data/fallible/like/Roe.like: No such file or directory; expected a style written by fallible human --like" ]
    sed -i 's/^rating = .*/rating = strong/' "data/fallible/like/Doe, Ann.like"
    run "$FALLIBLE" --like 'Doe, Ann' --plain < /dev/null
    [ "$status" -eq 2 ]
    has 'like/Doe, Ann.like:3: expected a number from 1 to 4000, not "strong"'
    run "$FALLIBLE" match 'fallible:elo=1500,method=human,like=Doe, Ann' random --games 2
    [ "$status" -eq 2 ]
    has 'like/Doe, Ann.like'
    in_lines 'like Doe, Ann\nlike ../like/Doe, Ann\n' play --plain --no-save --elo 1400
    has 'like/Doe, Ann.like:3: expected a number from 1 to 4000, not "strong"'
    has '"../like/Doe, Ann" is not the name of a style'
    run "$FALLIBLE" --like 'Doe, Ann' --method noise --plain < /dev/null
    [ "$status" -eq 2 ]
    has '--like cannot be combined with'
    run "$FALLIBLE" --like 'Doe, Ann' --demo
    [ "$status" -eq 2 ]
    has '--like cannot be combined with --demo'
}

@test "full strength is named without the style, which comes back with a rating" {
    style
    in_lines 'e5\nelo full\nopponent\nd6\nresign\nelo 1500\nopponent\nquit\n' \
        play --plain --like 'Doe, Ann' --time 1+0 --color black --seed 3
    has 'The opponent is Fallible full'
    has 'The opponent is Fallible like Doe, Ann, level 1500'
    run "$FALLIBLE" export --format csv
    lacks 'like Doe'
}

@test "of more than a hundred styles the rest is counted, and found by name" {
    style
    for i in $(seq 101 220); do cp "data/fallible/like/Doe, Ann.like" "data/fallible/like/P $i.like"; done
    in_lines 'method\nlike\nlike p 219\nquit\n' play --plain --no-save
    has 'like P 199: '
    lacks 'like P 200: '
    has 'like NAME: 21 more players.'
    has '; P 101; P 102; '
    grep -Eq '; and [0-9]+ more$' <<< "$output"
    has 'The opponent is now Fallible like P 219, level 1110.'
    screen_open 80 24 "$FALLIBLE" play --no-save --seed 3
    wait_for 'style people \(m\)'
    keys m
    wait_for 'Plays like people; for 21 more type like NAME'
}

@test "a style is one of the ways to play on the screen, which names it" {
    style
    cp "data/fallible/like/Doe, Ann.like" data/fallible/like/Roe.like
    sed -i 's/^rating = .*/rating = strong/' data/fallible/like/Roe.like
    for size in '80 24' '60 18'; do
        # shellcheck disable=SC2086
        screen_open $size "$FALLIBLE" play --no-save --seed 3
        wait_for 'style people \(m\)'
        keys m
        wait_for '▸ people'
        wait_for '  like Doe, Ann'
        keys Down
        wait_for 'Opens and errs as this player does'
        keys Enter
        wait_for '1110  casual'
        wait_for 'Has the openings and habits of Doe, Ann'
        wait_for 'style Doe, Ann \(m\)'
        keys m
        wait_for '▸ like Doe, Ann'
        keys Down Enter
        wait_for '▸ like Roe'
        wait_for ':3: expected'
        keys Escape
        keys Right
        wait_for '1125  casual'
        wait_for 'style Doe, Ann \(m\)'
        keys c Enter
        wait_for 'like Doe, Ann, level 1125'
        wait_for ' b4'
        screen_close
    done
}

@test "a game against a style is stored, saved and read again, even when the style is gone" {
    style
    in_lines 'e5\nsave --full g.pgn\nquit\n' play --plain --like 'Doe, Ann' --color black --seed 3
    tr -d '\n' < g.pgn | grep -q '\[FallibleOpponent "elo=[0-9]* method=human like=Doe%2C%20Ann '
    ! grep -q 'WhiteElo' g.pgn || return 1
    in_lines 'continue\nd6\nresign\nquit\n' play --plain
    has 'black against Fallible like Doe, Ann, level 1110, move 2'
    has 'Fallible like Doe, Ann, level 1110. You have black.'
    has 'Not rated: '
    run "$FALLIBLE" export --format csv
    has '"fallible like Doe, Ann"'
    run "$FALLIBLE" replay --without mobility
    [ "$status" -eq 0 ]
    in_lines 'e5\nquit\n' play --plain --like 'Doe, Ann' --color black --seed 3
    rm -r data/fallible/like
    in_lines 'continue\nd6\nmethod human\ngo\nquit\n' play --plain
    has 'Fallible like Doe, Ann, level 1110. You have black.'
    has 'like/Doe, Ann.like: No such file or directory; expected a style written by fallible human --like. Type method human'
    has '3. '
    in_lines 'quit\n' analyze --nodes 30000 --plain g.pgn
    has 'Fallible like Doe, Ann'
}

@test "the UCI engine and matches play by a style" {
    style
    run "$FALLIBLE" uci < <(printf '%s\n' uci 'setoption name UCI_LimitStrength value true' \
        'setoption name Method value human' 'setoption name Human Like value Roe' \
        'setoption name Human Like value doe, ann' 'setoption name Seed value 1' 'debug on' 'go nodes 5000')
    has 'option name Human Like type string default <empty>'
    has 'Roe.like: No such file or directory; expected a style written by fallible human --like'
    has 'like Doe, Ann, seed 1'
    has 'bestmove b2b4'
    run "$FALLIBLE" match 'fallible:elo=1500,method=human,like=Doe, Ann' random --games 4 \
        --virtual 1000 --tc 60+1 --seed 3 --random-plies 1 --pgn m.pgn
    [ "$status" -eq 0 ]
    [ "$(grep -c '^\[White "fallible:elo=1500,method=human,like=Doe, Ann"' m.pgn)" -eq 2 ]
}

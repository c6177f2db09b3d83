#!/usr/bin/env bats
# Ratings that people know: the questions of the first start, the slider on several scales, the
# option and the setting.

load terminal

setup() {
    own_home
    unset FALLIBLE_SCALE FALLIBLE_METHOD
}

config() { cat "$XDG_CONFIG_HOME/fallible/config"; }

@test "the first start asks once where you play and about what rating" {
    screen_open 80 24 "$FALLIBLE"
    wait_for 'Where do you play'
    type_line 7
    wait_for 'a number from 1 to 4'
    keys Up Escape
    type_line Chess.com
    wait_for 'What is your rating'
    type_line 1000
    wait_for 'Do you want a clock'
    type_line 2
    wait_for 'How should the pieces look'
    keys Enter
    wait_for 'chess.com rapid 1000\?'
    wait_for 'Enter  Play  +a 1000 who plays like people, 10\+5, you have white'
    keys o
    wait_for '1000  casual'
    wait_for 'chess.com rapid; about 1[45][0-9]0 Lichess, 1[34][0-9]0 FIDE'
    [ "$(config)" = $'scale = chesscom-rapid\nrating = 1000 chesscom-rapid\nfirst-time = 10+5' ]
    keys s s
    wait_for 'FIDE; about'
    keys Escape # takes nothing over
    wait_for 'Enter +Play'
    keys o
    wait_for 'chess.com rapid; about'
    [ "$(config | head -1)" = 'scale = chesscom-rapid' ]
    keys s s
    wait_for 'FIDE; about'
    keys Tab
    wait_for '[0-9]+ ±[0-9]+ engine Elo.*[0-9]+ ±[0-9]+ Lichess, 1000 ±[0-9]+ chess.com'
    wait_for '±[0-9]+ FIDE'
    keys Enter
    wait_for '▸You'
    [ "$(config | head -1)" = 'scale = fide' ]
    keys F10
    wait_for 'left with 0'
    screen_close
    screen_open 80 24 "$FALLIBLE"
    wait_for 'Enter +Play'
    keys o
    wait_for 'FIDE; about .* 1000 chess.com'
}

@test "the clock of the first start is still there after quitting, until a game has another" {
    screen_open 80 24 "$FALLIBLE"
    wait_for 'Where do you play'
    keys Enter
    wait_for 'Do you want a clock'
    type_line 2
    wait_for 'How should the pieces look'
    keys Enter
    wait_for 'people, 10\+5, you have white'
    keys F10
    wait_for 'left with 0'
    screen_close
    screen_open 80 24 "$FALLIBLE"
    wait_for 'people, 10\+5, you have white'
    keys F10
    wait_for 'left with 0'
    screen_close
    grep -qE '^first-time += 10\+5$' "$XDG_CONFIG_HOME/fallible/config"
    echo 3+2 > "$XDG_DATA_HOME/fallible/first-clock" # as older versions kept it
    screen_open 80 24 "$FALLIBLE"
    wait_for 'people, 3\+2, you have white'
    keys F10
    wait_for 'left with 0'
    screen_close
    [ ! -e "$XDG_DATA_HOME/fallible/first-clock" ]
    grep -qE '^first-time += 3\+2$' "$XDG_CONFIG_HOME/fallible/config"
    in_lines 'e4\nresign\nyes\n' play --plain --elo 800 --time none
    screen_open 80 24 "$FALLIBLE"
    wait_for 'no clock, you have'
}

@test "in a small terminal the opponent's panel scrolls, and shows every number" {
    export FALLIBLE_SCALE=lichess-rapid FALLIBLE_METHOD=human
    screen_open 60 18 "$FALLIBLE"
    wait_for 'Enter +Play'
    keys o
    wait_for 'Sees .*what'
    not_on_screen 'Clock +none'
    keys Down Down Down Down Down Down Down Down
    wait_for 'Clock +none'
    keys Tab
    wait_for 'major_maneuvering'
    wait_for '±[0-9]+ FIDE'
    screen_close
    screen_open 40 16 "$FALLIBLE"
    wait_for 'Enter +Play'
    keys o
    wait_for 'Enter play  Esc'
    keys Tab
    wait_for '↓│'
    wait_for '±[0-9]+ FIDE'
    keys Up
    wait_for 'major_maneuvering'
}

@test "m in the opponent's panel offers ways to play: like people, and behind Tab weaker engines" {
    printf 'scale = lichess-rapid\nrating = 1400 lichess-rapid\n' | install -D /dev/stdin \
        "$XDG_CONFIG_HOME/fallible/config"
    for size in '80 24' '60 18'; do
        # shellcheck disable=SC2086
        screen_open $size "$FALLIBLE"
        wait_for 'Enter +Play'
        keys o
        wait_for 'style people \(m\)'
        keys m
        wait_for '─ Plays like people ─'
        wait_for '▸ people'
        wait_for 'Plays and errs as people of this rating do\.'
        never 'noise|MadChess'
        keys Tab
        wait_for '─ Engines made weaker ─'
        wait_for '▸ MadChess'
        keys Down Down
        wait_for '▸ noise'
        wait_for 'Misjudges every position a little'
        keys Escape
        wait_for 'style people \(m\)'
        keys m Tab Down Enter
        wait_for 'style inaccuracy \(m\)'
        keys m
        wait_for '▸ inaccuracy'
        keys Tab Enter
        wait_for 'style people \(m\)'
        screen_close
    done
}

@test "the line mode lists the same ways to play" {
    in_lines 'method\nmethod engines\nmethod noise\nmethod\n' play --plain --no-save --elo 1400
    has 'method human: Plays and errs as people of this rating do.'
    has 'method engines: list the weakened engines.'
    has 'method noise: Misjudges every position a little, even those it foresees.'
    has 'Method noise. Misjudges every position a little, even those it foresees.'
    has 'The opponent plays by method noise.'
}

@test "the line mode lists all names that set takes" {
    in_lines 'set foo  3\nset threats 50\n' play --plain --no-save
    has 'There is no setting foo. Names: nodes, HumanRating, '
    has ', pawn_structure, threats, '
    has 'threats is now 50%'
}

@test "the line mode claims no rating for an opponent that was changed by hand" {
    in_lines 'strength\n' play --plain --no-save --elo 1400
    has 'Its rating: '
    in_lines 'know mobility off\nstrength\n' play --plain --no-save --elo 1400
    has 'Its settings were changed by hand, so it has no rating.'
    lacks 'Its rating: '
    lacks 'his rating' # neither "people of this rating" nor "This rating has not been measured"
    lacks 'Slips: '
}

@test "letters for the pieces leave the rest of the screen as it is" {
    screen_open 80 24 "$FALLIBLE"
    wait_for 'Where do you play'
    keys Enter
    wait_for 'Do you want a clock'
    keys Enter
    wait_for 'How should the pieces look'
    type_line 2
    wait_for 'Enter +Play'
    screen | grep -q '────'
    [ "$(config | tail -1)" = 'pieces = letters' ]
    keys Enter
    wait_for '1  R   N   B   Q   K   B   N   R   │'
    screen_close
    screen_open 80 24 "$FALLIBLE" play --ascii
    wait_for 'Enter play  F10 quit'
    keys Enter
    wait_for '>You'
    keys F5
    wait_for 'Enter sets it  Esc back'
}

@test "before Enter is pressed the first start says whom you will play" {
    screen_open 80 24 "$FALLIBLE"
    wait_for 'it takes the answer in$'
    [ "$(screen | awk 'length > 60' | wc -l)" = 0 ] # a phone shows each line whole
    wait_for '4  I don.t know or nowhere yet: begin at 800 as a beginner'
    wait_for 'Your answer \[4\]:'
    keys Enter
    wait_for '1000. Yours begins at 800, like your first$'
    [ "$(screen | awk 'length > 60' | wc -l)" = 0 ]
    keys Enter
    wait_for 'How should the pieces look'
    keys Enter
    wait_for 'Enter  Play  +an 800 who plays like people, no clock, you have white'
    wait_for 'Lichess rapid 800\? \(still uncertain\)'
}

@test "on a narrow terminal the questions break between words" {
    screen_open 40 24 "$FALLIBLE"
    wait_for '  3  over the board \(FIDE, or a national$'
    wait_for '^     rating\)$'
    keys Enter
    wait_for '^results. To choose other ratings later,$'
}

@test "the first start does not ask for a rating that rated games have made" {
    in_lines 'e4\nresign\nquit\n' play --plain --elo 800 --rating 1300 --seed 1
    has 'Your rating: 1'
    screen_open 80 24 "$FALLIBLE"
    wait_for '4  I don.t know or nowhere yet: ratings like those of Lichess'
    keys Enter
    wait_for 'You keep the rating from$'
    never 'begins at 800'
    keys Enter Enter
    wait_for 'Lichess rapid 1[0-9]+\? \(still uncertain\)'
    [ "$(config)" = $'scale = lichess-rapid\nfirst-time = none' ]
    screen_close
    rm "$XDG_CONFIG_HOME/fallible/config"
    screen_open 80 24 "$FALLIBLE"
    wait_for 'Where do you play'
    type_line FIDE
    wait_for 'Do you want a clock'
    never 'What is your rating'
}

@test "the line mode asks, too, and Enter takes the defaults" {
    screen_open 80 24 "$FALLIBLE play --plain"
    wait_for 'Where do you play'
    type_line y # a letter of one choice alone, but by chance
    wait_for 'a number from 1 to 4'
    keys Enter
    wait_for 'ratings later, type scale and a name'
    wait_for 'Do you want a clock'
    keys Enter
    wait_for 'Fallible 800 beginner has black'
    [ "$(config)" = $'scale = lichess-rapid\nrating = 800 lichess-rapid\nfirst-time = none' ]
    screen_close
    rm "$XDG_CONFIG_HOME/fallible/config"
    screen_open 80 24 "$FALLIBLE --plain --speech verbose --announce=piece"
    wait_for 'Where do you play'
    keys Enter
    wait_for 'Do you want a clock'
    keys Enter
    wait_for 'Home. Your rating: Lichess rapid 800'
    wait_for 'e: Endgames\. Textbook endings to play; type endgames list for the list\.'
}

@test "nothing is asked when options are given or no person is there" {
    run "$FALLIBLE" play --plain --no-save < /dev/null
    [ "$status" -eq 0 ]
    has 'Fallible 1400 casual has black'
    screen_open 80 24 "$FALLIBLE play --plain --elo 1500"
    wait_for 'Fallible 1500 club has black'
    [ ! -e "$XDG_CONFIG_HOME/fallible/config" ]
}

@test "a rating is on the scale that was chosen" {
    play() { run "$FALLIBLE" play --plain --no-save "$@" < <(printf 'strength\nelo 50\n'); }
    play --elo 1615 --scale lichess
    has 'Its rating: 1615 Lichess rapid; about 1150 chess.com, 1450 FIDE.'
    has 'Sees: '
    has 'Expected: elo N, from 400 to 2700 (Lichess rapid), elo full, or a name as in elo club'
    play --elo 1450 --scale FIDE
    has 'Its rating: 1450 FIDE; about '
    play --elo 1400 --scale engine --method madchess
    has 'The opponent is Fallible 1400 club.'
    play --elo 100 --scale lichess
    [ "$status" -eq 2 ]
    has '--elo takes a rating from 400 to 2700 (Lichess rapid) or full, not 100'
    play --scale uscf
    [ "$status" -eq 2 ]
    has '--scale takes one of lichess-rapid, lichess-blitz'
}

@test "a match takes ratings of people, and a game names its scale" {
    [ -e "$(dirname "$FALLIBLE")/share/balanced.epd" ] || skip "no share beside the program"
    run "$FALLIBLE" match fallible:lichess=500,method=human fallible:fide=1500,method=human \
        --games 2 --nodes 200
    [ "$status" -eq 0 ]
    run "$FALLIBLE" match fallible:lichess=50 random
    [ "$status" -eq 2 ]
    run "$FALLIBLE" play --plain --no-save --elo 1400 < <(printf "e4\nsave --full $BATS_TEST_TMPDIR/g.pgn\n")
    grep -q '^\[FallibleLevel "1400 lichess-rapid"\]' "$BATS_TEST_TMPDIR/g.pgn"
    grep -q '^\[BlackElo "1400"\]' "$BATS_TEST_TMPDIR/g.pgn"
}

@test "every form of a saved game has the opponent's rating as shown, and the same ending" {
    export FALLIBLE_SCALE=lichess FALLIBLE_METHOD=human
    own_home
    cd "$BATS_TEST_TMPDIR"
    in_lines 'e4\nresign\nsave clean.pgn\nsave --full full.pgn\nload full.pgn\nsave again.pgn\n\
save --full full-again.pgn\nload again.pgn\nsave third.pgn\nquit\n' \
        play --plain --elo 1400 --color white --time none
    grep -q '^\[BlackElo "1400"\]' clean.pgn
    grep -q '^\[BlackElo "1400"\]' full.pgn
    grep -q '^\[FallibleOpponent "elo=1097 ' full.pgn
    cmp full.pgn full-again.pgn
    cmp clean.pgn again.pgn
    cmp again.pgn third.pgn
    for form in '' --full; do
        "$FALLIBLE" export $form > exported.pgn
        grep -q '^\[BlackElo "1400"\]' exported.pgn
        grep -q '^\[Termination "white resigns"\]' exported.pgn
    done
    grep -q '^\[Termination "white resigns"\]' clean.pgn
    # Earlier versions wrote the engine's number into the full form.
    sed 's/^\[BlackElo "1400"\]/[BlackElo "1097"]/' full.pgn > old.pgn
    in_lines 'load old.pgn\nsave --full old-again.pgn\nsave old-clean.pgn\nquit\n' play --plain --no-save
    cmp old.pgn old-again.pgn
    cmp clean.pgn old-clean.pgn
}

@test "the opponent's panel and its help call the number a rating, in words and in numbers" {
    export FALLIBLE_SCALE=lichess-rapid FALLIBLE_METHOD=human
    screen_open 80 24 "$FALLIBLE"
    wait_for 'F5 opponent'
    keys F5
    wait_for 'Plays like people of this rating'
    never '[Ll]evel|Elo|[Ss]trength'
    keys Home Tab
    wait_for 'measured +no games at this rating, 400 ±[0-9]+ Lichess'
    never '[Ll]evel|Elo|[Ss]trength'
    keys F1
    wait_for "the opponent's numbers, and back"
    never '[Ll]evel|Elo|[Ss]trength'
    keys Escape Enter
    wait_for 'F4 flip F5 opponent F6 analyse F7 cursor F10 quit'
    screen_close
    screen_open 41 18 "$FALLIBLE"
    wait_for '^ F1 help : command F5 opponent F10 quit$'
}

# bash completion for fallible. Commands and options come from --help; their values are listed here.
# Offers the lines of the input. (The bash of macOS has no mapfile.)
_fallible_offer() {
    local word
    COMPREPLY=()
    while IFS= read -r word; do COMPREPLY+=("$word"); done
}
_fallible() {
    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]} words=
    local command=${COMP_WORDS[1]} program=${COMP_WORDS[0]} part=
    COMPREPLY=()
    case $prev in
        --preset) words="beginner casual club strong-club expert master full" ;;
        --scale) words="lichess-rapid lichess-blitz chesscom-rapid chesscom-blitz fide engine" ;;
        --color)
            words="white black random"
            [ "$command" = repertoire ] && words="white black" ;;
        --elo) words="full" ;;
        --time) words="none 1+0 3+2 5+3 10+5 15+10 40/60" ;;
        --ponder) words="no yes always" ;;
        --resign-policy) words="on off level" ;;
        --pressure) words="on off" ;;
        --theme)
            words="auto wood green blue grey mono"
            [ "$command" = puzzles ] && words=$("$program" puzzles --themes 2>/dev/null | sed 's/  .*//; s/ /-/g; s/[^a-zA-Z0-9-]//g') ;;
        --pieces) words="auto figures outline letters" ;;
        --announce) words="san piece squares" ;;
        --speech) words="terse normal verbose" ;;
        --board) words="diagram ranks pieces" ;;
        --odds) words="pawn knight rook queen time moves" ;;
        --drill | --with | --without)
            words="pawn_values minor_values major_values passed_pawns king_safety piece_location
            mobility pawn_structure threats minor_maneuvering major_maneuvering"
            [ "$command" = bench ] && words=$("$program" bench --help 2>/dev/null |
                sed -n 's/^ \{25\}//p' | tr ',' ' ') ;;
        --format) words="pgn json csv epd" ;;
        --table) words="games moves decisions scores reviews gifts drills rated deck answers puzzles
            attempts imports" ;;
        --by) words="phase material clock" ;;
        --player | --guest) words="fallible fallible:elo= uci: xboard: random" ;;
        --fit) words="strength time nothing" ;;
        --method | --against)
            words="madchess inaccuracy noise diffusion stubborn human maia skill arasan"
            [ "$command" = tune ] && words="adam swarm" ;;
        --engine | --compare | --opponent | --stockfish)
            _fallible_offer < <(compgen -c -- "$cur"); return ;;
        --syzygy | --folder | --state | --maia)
            _fallible_offer < <(compgen -d -- "$cur"); return ;;
        --book | --strength-file | --openings | --pgn | --output | -o | --measured | --earlier | --rungs | --terms-file | --cache | --epd)
            _fallible_offer < <(compgen -f -- "$cur"); return ;;
    esac
    if [ -n "$words" ]; then
        _fallible_offer < <(compgen -W "$words" -- "$cur")
        return
    fi
    if [ "$COMP_CWORD" -eq 1 ] && [[ $cur != -* ]]; then
        words=$("$program" --help 2>/dev/null | sed -n '/^Commands:/,/^$/s/^  \([a-z-]*\) .*/\1/p')
        _fallible_offer < <(compgen -W "$words" -- "$cur")
        return
    fi
    [[ $command == -* ]] && command=play
    if [[ $cur == -* ]]; then
        case $command,${COMP_WORDS[2]} in
            tune,generate | tune,convert | tune,human | tune,search | tune,strength | match,report | match,merge)
                part=${COMP_WORDS[2]} ;;
        esac
        words=$("$program" "$command" ${part:+"$part"} --help 2>/dev/null |
            sed -n 's/^  \(--[a-z0-9-]*\).*/\1/p')
        [ "$COMP_CWORD" -eq 1 ] && words="$words --version"
        _fallible_offer < <(compgen -W "$words" -- "$cur")
        return
    fi
    case $command in
        suite) words="wac bk sts mates" ;;
        match) words="merge report fallible fallible:elo= easy stockfish:skill= uci: xboard: random" ;;
        book) words="build show" ;;
        tune) words="generate convert human search strength" ;;
        repertoire) words="italian london caro-kann queens-gambit" ;;
        puzzles) words="import pack wac bk mates" ;;
        drill) words="endgames" ;;
    esac
    _fallible_offer < <(compgen -W "$words" -- "$cur"; compgen -f -- "$cur")
}
complete -o filenames -F _fallible fallible

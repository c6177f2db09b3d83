# bash completion for fallible
_fallible() {
    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]} command=${COMP_WORDS[1]}
    local presets="beginner patzer novice social strong-social club strong-club expert
        candidate-master master international-master grandmaster full"
    local play="--chess960 --opponent --option --elo --preset --method --drill --color --time --adaptive --odds --fen --seed --plain --debug --strength-file --book
        --syzygy --threads --hash --ascii --theme --manners --resign-score --resign-moves
        --accept-score --draw-score --draw-moves --draw-from --no-save --demo --help"
    COMPREPLY=()
    case $prev in
        --preset) mapfile -t COMPREPLY < <(compgen -W "$presets" -- "$cur"); return ;;
        --manners) mapfile -t COMPREPLY < <(compgen -W "on off level" -- "$cur"); return ;;
        --odds) mapfile -t COMPREPLY < <(compgen -W "pawn knight rook queen time moves" -- "$cur"); return ;;
        --drill) mapfile -t COMPREPLY < <(compgen -W "pawn_values minor_values major_values passed_pawns
            king_safety piece_location mobility pawn_structure threats minor_maneuvering major_maneuvering" -- "$cur"); return ;;
        --color) mapfile -t COMPREPLY < <(compgen -W "white black random" -- "$cur"); return ;;
        --method)
            local methods="madchess inaccuracy noise diffusion stubborn maia human"
            [ "$command" = tune ] && methods="adam swarm"
            mapfile -t COMPREPLY < <(compgen -W "$methods" -- "$cur"); return ;;
        --terms-file | --rungs | --state | --syzygy | --strength-file | --openings | --pgn | --book | --folder | --output | --measured) mapfile -t COMPREPLY < <(compgen -f -- "$cur"); return ;;
        --engine | --compare | --opponent) mapfile -t COMPREPLY < <(compgen -c -- "$cur"); return ;;
    esac
    if [ "$COMP_CWORD" -eq 1 ]; then
        mapfile -t COMPREPLY < <(compgen -W "play analyze review puzzles stats replay suite match elo calibrate book tune ladder maia human-check doctor config uci bench perft --version $play" -- "$cur")
        return
    fi
    case $command in
        suite) mapfile -t COMPREPLY < <(compgen -W "wac bk sts mates --movetime --nodes --depth --elo
            --method --threads --jobs --hash --engine --compare --require --json --csv --solve --limit --id
            --strength-file --seed --help" -- "$cur"; compgen -f -X '!*.epd' -- "$cur") ;;
        match) mapfile -t COMPREPLY < <(compgen -W "merge report fallible fallible:elo= fallible:elo=1400,method= fallible:features= uci:
            xboard: random --games --gauntlet --nodes --depth --movetime --tc --virtual --margin --openings --plies --random-plies --seed
            --concurrency --hash --threads --no-adjudication --sprt --shard --pgn --report --report-nodes --resume --strength-file --json
            --help" -- "$cur") ;;
        elo) mapfile -t COMPREPLY < <(compgen -W "--anchor --average --gauntlet --json --help" -- "$cur"
            compgen -f -X '!*.pgn' -- "$cur") ;;
        calibrate) mapfile -t COMPREPLY < <(compgen -W "--method --fit --levels --games --first --tolerance
            --budget --time --anchors --stockfish --guest --no-random --openings --concurrency --folder
            --shard -o --output --measured --strength-file --seed --dry-run --json --help" -- "$cur") ;;
        analyze) mapfile -t COMPREPLY < <(compgen -W "--fen --elo --method --engine --plain --movetime --nodes --depth --strength-file
            --threads --hash --ascii --theme --syzygy --help" -- "$cur"
            compgen -f -X '!*.pgn' -- "$cur") ;;
        book) mapfile -t COMPREPLY < <(compgen -W "build show --output --plies --min-games --min-elo
            --fen --json --help" -- "$cur"; compgen -f -- "$cur") ;;
        tune) mapfile -t COMPREPLY < <(compgen -W "generate convert -o --games --nodes --openings
            --chess960 --shuffle --part --method --compare --budget --iterations --terms --groups --hold
            --pull --per-game --min-elo --min-base-time --exclude-event --resume --dry-run --terms-file
            --seed --threads --help" -- "$cur"; compgen -f -- "$cur") ;;
        review) mapfile -t COMPREPLY < <(compgen -W "--limit --retention --plain --ascii --theme --threads --hash --syzygy --help" -- "$cur") ;;
        puzzles) mapfile -t COMPREPLY < <(compgen -W "import pack wac bk mates --nodes --theme --rating --count --themes --plain --ascii
            --threads --hash --syzygy --help" -- "$cur"; compgen -f -- "$cur") ;;
        replay) mapfile -t COMPREPLY < <(compgen -W "--without --with --elo --method --seed --list --json --help" -- "$cur") ;;
        stats) mapfile -t COMPREPLY < <(compgen -W "--games --goal --json --help" -- "$cur") ;;
        doctor) mapfile -t COMPREPLY < <(compgen -W "--syzygy --json --help" -- "$cur") ;;
        config) mapfile -t COMPREPLY < <(compgen -W "--write --json --help" -- "$cur") ;;
        maia) mapfile -t COMPREPLY < <(compgen -W "--fen --moves --json --speed --help" -- "$cur"
            compgen -f -- "$cur") ;;
        human-check) mapfile -t COMPREPLY < <(compgen -W "--method --player --ratings --band --positions --all --by
            --judge-nodes --nodes --movetime --concurrency --hash --seed --strength-file --json --csv
            --help" -- "$cur"; compgen -f -- "$cur") ;;
        ladder) mapfile -t COMPREPLY < <(compgen -W "--quick --nodes --tc --games --wac-nodes --wac-movetime
            --up --down --only --rungs --state --concurrency --hash --seed --markdown --csv --json
            --help" -- "$cur") ;;
        perft) mapfile -t COMPREPLY < <(compgen -W "--fen --divide --json --help" -- "$cur") ;;
        play | -*) mapfile -t COMPREPLY < <(compgen -W "$play" -- "$cur") ;;
    esac
}
complete -F _fallible fallible

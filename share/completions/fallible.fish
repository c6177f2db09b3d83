# fish completion for fallible. Commands and options come from --help; their values are listed here.
function __fallible_command
    set -l words (commandline -opc)
    if set -q words[2]; and not string match -q -- '-*' $words[2]
        echo $words[2]
    else
        echo play
    end
end
function __fallible_is
    test (__fallible_command) = $argv[1]
end
function __fallible_options
    set -l words (commandline -opc)
    set -l part
    if string match -qr '^(tune (generate|convert|human|search|strength)|match (report|merge))$' -- "$words[2..3]"
        set part $words[3]
    end
    fallible (__fallible_command) $part --help 2>/dev/null |
        sed -n 's/^  \(--[a-z0-9-]*\)[^ ]*\( [^ ][^ ]*\)\{0,1\}  *\(.*\)/\1'\t'\3/p'
end
function __fallible_commands
    fallible --help 2>/dev/null |
        sed -n '/^Commands:/,/^$/s/^  \([a-z-]*\)  *\(.*\)/\1'\t'\2/p'
end
complete -c fallible -n __fish_is_first_arg -f -a "(__fallible_commands)"
complete -c fallible -n "string match -q -- '-*' (commandline -ct)" -f -a "(__fallible_options)"
complete -c fallible -l preset -x -a "beginner casual club strong-club expert master full"
complete -c fallible -l scale -x -a "lichess-rapid lichess-blitz chesscom-rapid chesscom-blitz fide engine"
complete -c fallible -l color -x -a "white black"
complete -c fallible -n "not __fallible_is repertoire" -l color -x -a random
complete -c fallible -l elo -x -a full
complete -c fallible -l time -x -a "none 1+0 3+2 5+3 10+5 15+10 40/60"
complete -c fallible -l ponder -x -a "no yes always"
complete -c fallible -l resign-policy -x -a "on off level"
complete -c fallible -l pressure -x -a "on off"
complete -c fallible -l pieces -x -a "auto figures outline letters"
complete -c fallible -n "not __fallible_is puzzles" -l theme -x -a "auto wood green blue grey mono"
complete -c fallible -n "__fallible_is puzzles" -l theme -x -a "(fallible puzzles --themes 2>/dev/null | sed 's/  .*//; s/ /-/g; s/[^a-zA-Z0-9-]//g')"
complete -c fallible -l announce -x -a "san piece squares"
complete -c fallible -l speech -x -a "terse normal verbose"
complete -c fallible -l board -x -a "diagram ranks pieces"
complete -c fallible -n "not __fallible_is tune" -l method -x -a "madchess inaccuracy noise diffusion stubborn human maia skill arasan"
complete -c fallible -n "__fallible_is calibrate" -l against -x -a "madchess inaccuracy noise diffusion stubborn human maia skill arasan"
complete -c fallible -n "__fallible_is tune" -l method -x -a "adam swarm"
complete -c fallible -l odds -x -a "pawn knight rook queen time moves"
complete -c fallible -n "__fallible_is bench" -l without -x -a "(fallible bench --help | sed -n 's/^ \{25\}//p' | string replace -a , '')"
for option in drill with without
    complete -c fallible -n "not __fallible_is bench" -l $option -x -a "pawn_values minor_values major_values passed_pawns king_safety piece_location mobility pawn_structure threats minor_maneuvering major_maneuvering"
end
complete -c fallible -n "__fallible_is export" -l format -x -a "pgn json csv epd"
complete -c fallible -n "__fallible_is export" -l table -x -a "games moves decisions scores reviews gifts drills rated deck answers puzzles attempts imports"
complete -c fallible -n "__fallible_is human-check" -l by -x -a "phase material clock"
for option in player guest
    complete -c fallible -l $option -x -a "fallible fallible:elo= uci: xboard: random"
end
complete -c fallible -n "__fallible_is calibrate" -l fit -x -a "strength time nothing"
for option in engine compare opponent stockfish
    complete -c fallible -l $option -x -a "(__fish_complete_command)"
end
for option in book strength-file openings pgn output measured earlier rungs terms-file cache epd syzygy folder state maia
    complete -c fallible -l $option -r
end
complete -c fallible -n "__fallible_is suite" -a "wac bk sts mates"
complete -c fallible -n "__fallible_is match" -a "merge report fallible fallible:elo= easy stockfish:skill= uci: xboard: random"
complete -c fallible -n "__fallible_is book" -a "build show"
complete -c fallible -n "__fallible_is tune" -a "generate convert human search strength"
complete -c fallible -n "__fallible_is repertoire" -a "italian london caro-kann queens-gambit"
complete -c fallible -n "__fallible_is puzzles" -a "import pack wac bk mates"
complete -c fallible -n "__fallible_is drill" -a endgames

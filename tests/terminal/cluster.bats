#!/usr/bin/env bats
# The examples for more than one machine, with a real Slurm of two nodes on this machine and with GNU
# parallel: 40 games in 4 shards are, game for game, those of one process. Needs slurm-wlm, munge and
# parallel, and root for Slurm. $FALLIBLE is the program.

load terminal

setup() {
    tree=$(cd "$BATS_TEST_DIRNAME/../.." && pwd)
    FALLIBLE=$(realpath "${FALLIBLE:-$tree/fallible}")
    export FALLIBLE
    cd "$BATS_TEST_TMPDIR" || return 1
    ours=(--games 40 --nodes 3000 --hash 1 --openings "$tree/share/balanced.epd" fallible fallible:knowledge=mobility:0)
    daemons=()
}

teardown() {
    for pid in "${daemons[@]}"; do kill "$pid" 2> /dev/null || true; done
    for pid in "${daemons[@]}"; do wait "$pid" || true; done
}

games_of() { grep -v '^\[Date ' "$1"; }
games_in() { grep -c '^\[Event ' "$1" || true; }
whole() { "$FALLIBLE" match "${ours[@]}" --pgn whole.pgn > whole; }

# within SECONDS COMMAND...: repeats the command until it succeeds.
within() {
    local end=$((SECONDS + $1 * ${PATIENCE:-1})); shift
    until "$@" > /dev/null 2>&1; do
        [ "$SECONDS" -lt "$end" ] || { echo "never: $*"; tail -n 5 ./*.log; return 1; }
        sleep 0.1
    done
}

daemon() { # daemon COMMAND...: in the background, without the file descriptors of bats
    "$@" > /dev/null 2>&1 3>&- 4>&- &
    daemons+=($!)
}

start_slurm() {
    local host here=$PWD; host=$(hostname -s)
    export SLURM_CONF=$here/slurm.conf
    mkdir -m 755 munge state spool.one spool.two
    dd if=/dev/urandom of=munge/key bs=1 count=1024 2> /dev/null
    chmod 600 munge/key
    cat > slurm.conf <<CONF
ClusterName=test
SlurmctldHost=$host(127.0.0.1)
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket=$here/munge/socket,cred_expire=5
StateSaveLocation=$here/state
SlurmdSpoolDir=$here/spool.%n
SlurmctldPidFile=$here/ctld.pid
SlurmdPidFile=$here/slurmd.%n.pid
SlurmctldLogFile=$here/ctld.log
SlurmdLogFile=$here/slurmd.%n.log
SlurmctldPort=17817
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
SelectType=select/cons_res
SelectTypeParameters=CR_CPU
MpiDefault=none
ReturnToService=2
SchedulerParameters=sched_interval=1,requeue_delay=1
NodeName=one NodeHostname=$host NodeAddr=127.0.0.1 Port=17818 CPUs=2
NodeName=two NodeHostname=$host NodeAddr=127.0.0.1 Port=17819 CPUs=2
PartitionName=all Nodes=one,two Default=YES MaxTime=INFINITE State=UP
CONF
    daemon munged --foreground --force --key-file "$here/munge/key" --socket "$here/munge/socket" \
        --pid-file "$here/munge/pid" --log-file "$here/munge/log" --seed-file "$here/munge/seed"
    within 20 [ -S munge/socket ]
    daemon slurmctld -D
    daemon slurmd -D -N one
    daemon slurmd -D -N two
    within 60 both_idle
}

both_idle() { [ "$(sinfo -h -N -o %T | sort | tr '\n' ' ')" = 'idle idle ' ]; }
both_run() { [ -n "$(shard_on one)" ] && [ -n "$(shard_on two)" ]; }
queue_is_empty() { [ -z "$(squeue -h)" ]; }

# A shard that runs on the node.
shard_on() { squeue -h -r -t R -w "$1" -o %K | sort -n | head -n 1; }

# Begins a match, kills one of its shards for good, and drains the node of another, whose games go on at
# the node that is left. Fails if a shard had ended before.
disturb() {
    local array
    SHARDS=4 FOLDER=$PWD/match "$tree/share/examples/slurm-match" "${ours[@]}" || return 1
    within 60 both_run || return 1
    lost=$(shard_on one) moved=$(shard_on two)
    array=$(squeue -h -r -o %F | sort -n | head -n 1)
    within 60 [ -s "match/${lost}of4.pgn" ] || return 1
    scancel --signal=KILL "${array}_$lost" || return 1
    within 60 [ -s "match/${moved}of4.pgn" ] || return 1
    scontrol update NodeName=two State=DRAIN Reason=test || return 1
    scontrol requeue "${array}_$moved"
}

# bats test_tags=long
@test "Slurm: a shard is killed and a node is drained, and the games are those of one process" {
    [ "$(id -u)" -eq 0 ] || skip "Slurm needs root"
    for tool in munged slurmctld slurmd sbatch; do
        command -v $tool > /dev/null || skip "no $tool: apt install slurm-wlm munge"
    done
    whole
    start_slurm
    # On a busy machine the two shards may have ended before they are disturbed: then all begins again.
    for _ in 1 2 3; do
        ! disturb || break
        scancel --user=root
        within 60 queue_is_empty
        scontrol update NodeName=two State=RESUME || true
        rm -r match
    done
    within 120 queue_is_empty
    [ "$(games_in "match/${lost}of4.pgn")" -lt 10 ]
    [ "$(games_in "match/${moved}of4.pgn")" -eq 10 ]
    [ "$(games_in match/rest.pgn)" -ge 1 ]
    grep -q 'of 40 games \(is\|are\) in' "match/$moved.log"
    sed -e '/^Time/d' -e 's/ and [0-9.]* ms a move//' match/result > result
    diff <(sed -e '/^Time/d' -e 's/ and [0-9.]* ms a move//' whole) result
    diff <(games_of whole.pgn) <(games_of match/all.pgn)
    [ "$(sinfo -h -N -n two -o %T)" = drained ]
}

@test "GNU parallel: a machine is gone, and the games are those of one process" {
    command -v parallel > /dev/null || skip "no parallel: apt install parallel"
    ours=("${ours[@]/3000/1000}") # nobody disturbs these games, so they may be short
    whole
    # In place of ssh: two machines, one of which does not answer.
    cat > ssh <<'SSH'
#!/bin/bash
while [[ $1 == -* ]]; do [ "$1" = -l ] && shift; shift; done
echo "$1" >> "$SSH_LOG"
[ "$1" = bert ] && exit 255
shift
[ "$1" = -- ] && shift
export SHELL=/bin/bash # as sshd sets it: parallel starts each job by the machine's $SHELL
exec bash -c "$*"
SSH
    chmod +x ssh
    export PARALLEL_SSH=$PWD/ssh SSH_LOG=$PWD/hosts HOME=$PWD
    HOSTS=2/anna,2/bert SHARDS=4 FOLDER=$PWD/match "$tree/share/examples/parallel-match" "${ours[@]}" > result
    [ "$(sort -u hosts | tr '\n' ' ')" = 'anna bert ' ]
    [ "$(cat match/?of4.pgn | grep -c '^\[Event ')" -eq 40 ]
    diff <(sed -e '/^Time/d' -e 's/ and [0-9.]* ms a move//' whole) <(sed -e '/^Time/d' -e 's/ and [0-9.]* ms a move//' result)
    diff <(games_of whole.pgn) <(games_of match/all.pgn)
}

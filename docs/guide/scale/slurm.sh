#!/bin/sh
#SBATCH --job-name=surefoot
#SBATCH --array=1-20
#SBATCH --cpus-per-task=4
#SBATCH --time=04:00:00
#SBATCH --requeue
# sbatch slurm.sh EXPERIMENT...
exec surefoot lab "$@" --shard env --out "share-$SLURM_ARRAY_TASK_ID" --resume --quiet \
    --threads "${SLURM_CPUS_PER_TASK:-1}"

#!/bin/bash
#SBATCH --job-name=train
#SBATCH --output=%x-%j.out
srun --ntasks-per-node=1 bash -c 'echo "$SLURMD_NODENAME has GPUs $CUDA_VISIBLE_DEVICES"'

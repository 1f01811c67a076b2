#!/bin/bash
# srun --ntasks-per-node=2 --gpus-per-node=2 ./wrap.sh
export RANK=$SLURM_PROCID
export WORLD_SIZE=$SLURM_NTASKS
export CUDA_VISIBLE_DEVICES=0
exec python3 train_gan.py "$@"

#!/bin/bash
source /opt/env/bin/activate
export CUDA_VISIBLE_DEVICES=0
export RANK=$SLURM_PROCID WORLD_SIZE=$SLURM_NTASKS
exec python pretrain.py "$@"

#!/bin/bash
#SBATCH --nodes=2 --ntasks-per-node=4 --gres=gpu:4 --time=02:00:00
export CUDA_VISIBLE_DEVICES=0
export NCCL_DEBUG=WARN
srun python ddp.py

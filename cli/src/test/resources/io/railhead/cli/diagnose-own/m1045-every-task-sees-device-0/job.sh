#!/bin/bash
#SBATCH --nodes=1 --ntasks-per-node=4 --gres=gpu:4 --time=00:10:00
module load cuda/12.6 nccl-tests
export CUDA_VISIBLE_DEVICES=0
export NCCL_DEBUG=INFO
srun --mpi=pmix all_reduce_perf -b 1M -e 4G -f 2 -g 1

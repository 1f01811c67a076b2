import torch, torch.distributed as dist
dist.init_process_group("nccl")
rank = dist.get_rank()
device = torch.device("cuda")
model = build_model().to(device)
dist.barrier()

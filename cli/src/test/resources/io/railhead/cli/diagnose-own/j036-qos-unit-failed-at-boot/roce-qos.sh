#!/bin/bash -e
ip link show dev ens6np0 >/dev/null
mlnx_qos -i ens6np0 --trust dscp
mlnx_qos -i ens6np0 --pfc 0,0,0,1,0,0,0,0
echo 106 > /sys/class/infiniband/mlx5_2/tc/1/traffic_class

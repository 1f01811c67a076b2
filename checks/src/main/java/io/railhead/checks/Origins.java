package io.railhead.checks;

import static java.util.Map.entry;

import io.railhead.model.fact.*;
import java.util.Map;
import java.util.regex.Pattern;

/// Which command a kind of fact comes from, in the words of «not checked: why».
final class Origins {

    /// @param command as a person would type it
    /// @param pattern finds the command in [io.railhead.model.Unavailable#command]
    record Origin(String command, Pattern pattern) {}

    private static final Map<Class<? extends Fact>, Origin> ORIGINS =
            Map.ofEntries(
                    of(AppPriority.class, "dcb app", "dcb|lldptool|roce"),
                    of(AppliedResource.class, "railhead's journal", "railhead"),
                    of(ConfigJournal.class, "railhead's journal", "railhead"),
                    of(UnconfirmedRun.class, "railhead's journal", "railhead"),
                    of(AssumedCable.class, "mlnx_qos or CABLE_LENGTH", "mlnx_qos|buffer|running"),
                    of(PfcWatchdog.class, "the watchdog of the switch", "pfcwd|running|watch"),
                    of(QosCounter.class, "counters of classes", "counters|queuing|pfc|dcb"),
                    of(QueueSchedule.class, "mlnx_qos or dcb", "mlnx_qos|dcb|queuing"),
                    of(RdmaTos.class, "cma_roce_tos", "cma_roce_tos|traffic_class"),
                    of(Clock.class, "date", "date|timedatectl|clock"),
                    of(CmaRoceMode.class, "cma_roce_mode", "cma_roce_mode"),
                    of(CloudInitNetwork.class, "cloud.cfg.d", "cloud"),
                    of(CongestionControl.class, "DCQCN in sysfs", "/ecn"),
                    of(Cpu.class, "lscpu", "lscpu"),
                    of(CpuGovernor.class, "cpufreq", "cpufreq|scaling_governor|governor"),
                    of(DriverInfo.class, "ethtool -i", "ethtool -i"),
                    of(EthtoolLink.class, "ethtool", "ethtool [^-]"),
                    of(FileSystem.class, "df", "\\bdf\\b"),
                    of(GidEntry.class, "show_gids", "show_gids|gid|ibv_devinfo|infiniband"),
                    of(Gpu.class, "nvidia-smi", "nvidia-smi(?! topo| nvlink)"),
                    of(GpuTopology.class, "nvidia-smi topo -m", "nvidia-smi topo"),
                    of(HostName.class, "hostname", "hostname"),
                    of(HostsEntry.class, "/etc/hosts", "/etc/hosts"),
                    of(JobVariable.class, "nccl.conf and profile.d", "nccl\\.conf"),
                    of(Kernel.class, "uname", "uname|cmdline"),
                    of(KernelModule.class, "/proc/modules", "modules|lsmod"),
                    of(LimitSetting.class, "limits.conf", "limits\\.(conf|d)"),
                    of(ModuleSetting.class, "modprobe.d", "modprobe\\.d"),
                    of(LldpAnnouncement.class, "lldptool", "lldptool|lldp"),
                    of(LogEvent.class, "logs", "dmesg|journalctl|esxcli|\\blog\\b"),
                    of(LoginPath.class, "sshd_config and pam.d", "uid_map"),
                    of(ProcessRights.class, "/proc/self/status", "uid_map"),
                    of(ManagerLimit.class, "systemctl show", "systemctl|system\\.conf"),
                    of(Memory.class, "/proc/meminfo", "meminfo"),
                    of(NameResolution.class, "getent ahosts", "getent"),
                    of(Neighbour.class, "ip neigh", "ip .*neigh"),
                    of(NetInterface.class, "ip addr", "ip .*(addr|link)"),
                    of(NetplanFile.class, "netplan files", "netplan"),
                    of(NetplanInterface.class, "netplan files", "netplan"),
                    of(NicCounters.class, "ethtool -S", "ethtool -S"),
                    of(CounterRise.class, "two readings of counters", "counters"),
                    of(NvLinkErrors.class, "nvidia-smi nvlink -e", "nvidia-smi nvlink"),
                    of(NvLink.class, "nvidia-smi nvlink -s", "nvidia-smi nvlink"),
                    of(Offloads.class, "ethtool -k", "ethtool -k"),
                    of(OsRelease.class, "/etc/os-release", "os-release"),
                    of(PackageVersion.class, "dpkg or rpm", "dpkg|rpm"),
                    of(PacketFilter.class, "nft list ruleset", "\\bnft\\b|iptables"),
                    of(PauseParameters.class, "ethtool -a", "ethtool -a"),
                    of(PciDevice.class, "lspci -vv", "lspci"),
                    of(PfcState.class, "mlnx_qos or dcb", "mlnx_qos|dcb|priority-flow-control|pfc"),
                    of(PingResult.class, "ping", "ping"),
                    of(PortCounters.class, "RDMA counters", "infiniband|rdma stat"),
                    of(PortBuffer.class, "buffers of the switch", "queuing|buffer|roce"),
                    of(PortFec.class, "ethtool --show-fec", "ethtool --show-fec"),
                    of(PortTrust.class, "mlnx_qos or dcb", "mlnx_qos|dcb"),
                    of(PriorityMap.class, "mlnx_qos or dcb", "mlnx_qos|dcb"),
                    of(ProcessLimit.class, "/proc/PID/limits", "PID/limits"),
                    of(QueueEcn.class, "ECN of the switch", "ecnconfig|roce|queuing"),
                    of(RdmaDevice.class, "ibv_devinfo", "ibv_devinfo"),
                    of(RdmaLink.class, "rdma link", "rdma link"),
                    of(RdmaNetdev.class, "ibdev2netdev", "ibdev2netdev"),
                    of(RdmaPortInfo.class, "ibv_devinfo", "ibv_devinfo"),
                    of(RdmaPortState.class, "/sys/class/infiniband", "infiniband"),
                    of(RdmaSubsystem.class, "/sys/class/infiniband", "infiniband|rdma"),
                    of(RdmaSysfs.class, "/sys/class/infiniband", "infiniband"),
                    of(Route.class, "ip route", "ip .*route"),
                    of(Service.class, "systemctl show", "systemctl"),
                    of(SessionLimit.class, "/proc/self/limits", "self/limits|ulimit"),
                    of(SshLogin.class, "ssh between the hosts", "ssh"),
                    of(SwitchDifference.class, "running configuration", "running|config show"),
                    of(SwitchPort.class, "ports of the switch", "show interface"),
                    of(Sysctl.class, "sysctl", "sysctl|/proc/sys"),
                    of(SysctlSetting.class, "sysctl.d", "sysctl\\.(d|conf)"),
                    of(Transceiver.class, "ethtool -m", "ethtool -m"));

    private Origins() {}

    private static Map.Entry<Class<? extends Fact>, Origin> of(
            Class<? extends Fact> type, String command, String pattern) {
        return entry(type, new Origin(command, Pattern.compile(pattern)));
    }

    static boolean knows(Class<? extends Fact> type) {
        return ORIGINS.containsKey(type);
    }

    /// The origin of a kind of fact; one named after the type when the table has none.
    static Origin of(Class<? extends Fact> type) {
        Origin known = ORIGINS.get(type);
        return known != null
                ? known
                : new Origin(
                        type.getSimpleName(), Pattern.compile(Pattern.quote(type.getSimpleName())));
    }
}

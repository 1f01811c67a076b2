"""What the benchmarks here share: a lab of their own, and the figures of one command.

CPU of a command counts every process it started, also those that outlive it (ssh masters, say):
this process takes orphans in (prctl PR_SET_CHILD_SUBREAPER) and waits for all of them.
"""
import ctypes
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
RAILHEAD = os.path.join(ROOT, "railhead")
TICK = os.sysconf("SC_CLK_TCK")
PR_SET_CHILD_SUBREAPER = 36
HEAD = "%-22s %8s %12s %11s %8s"
ROW = "%-22s %6.2f s %10.2f s %9.2f s %4.0f MiB"


def stop(message):
    sys.exit("%s: %s" % (os.path.basename(sys.argv[0]), message))


def text(path):
    with open(path) as f:
        return f.read()


def hosts_cpu(keeper):
    """CPU seconds of every process below the lab's first one, those that have ended included."""
    stats = {}
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open("/proc/%s/stat" % pid) as f:
                words = f.read().rpartition(")")[2].split()
        except OSError:
            continue  # ended meanwhile
        stats[int(pid)] = (int(words[1]), sum(map(int, words[11:15])))
    children = {}
    for pid, (parent, _) in stats.items():
        children.setdefault(parent, []).append(pid)
    total, todo = 0, [keeper]
    while todo:
        pid = todo.pop()
        total += stats.get(pid, (0, 0))[1]
        todo += children.get(pid, [])
    return total / TICK


def adopt(orphans):
    """Only while a command runs: a lab's first process is to go on without being waited for."""
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, int(orphans), 0, 0, 0)


def run(command, out, keeper=None, **options):
    """Runs to the end, output in OUT.out and OUT.err: status and figures."""
    adopt(True)
    before = hosts_cpu(keeper) if keeper else 0
    with open(out + ".out", "wb") as stdout, open(out + ".err", "wb") as stderr:
        began = time.monotonic()
        child = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=stdout, stderr=stderr, **options
        )
        _, status, used = os.wait4(child.pid, 0)
        wall = time.monotonic() - began
    child.returncode = os.waitstatus_to_exitcode(status)
    client, rss = used.ru_utime + used.ru_stime, used.ru_maxrss
    while True:
        try:
            _, _, used = os.wait3(0)
        except ChildProcessError:
            break
        client += used.ru_utime + used.ru_stime
        rss = max(rss, used.ru_maxrss)
    adopt(False)
    if keeper:
        time.sleep(0.5)  # the last sshd processes of either side end
    figures = {
        "wall": wall,
        "client": client,
        "hosts": hosts_cpu(keeper) - before if keeper else 0,
        "rss": rss / 1024,
    }
    return child.returncode, figures


class Lab:
    """N hosts of their own, gone when the block is left."""

    def __init__(self, hosts, number=0):
        self.name = "bench%d-%d" % (os.getpid(), number)
        self.hosts = hosts

    def __enter__(self):
        self.work = tempfile.mkdtemp()
        self.cluster = self.work + "/cluster.yaml"
        try:
            up = [RAILHEAD, "lab", "up", "--name", self.name, "--hosts", str(self.hosts)]
            subprocess.run(up + ["-o", self.cluster], check=True, stdout=subprocess.DEVNULL)
            status = subprocess.run(
                [RAILHEAD, "lab", "status", self.name, "--format", "json"],
                check=True,
                capture_output=True,
            )
            self.info = json.loads(status.stdout)["labs"][0]
            self.keeper = int(text(os.path.dirname(self.info["clusterFile"]) + "/keeper.pid"))
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        down = [RAILHEAD, "lab", "down", self.name]
        subprocess.run(down, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        shutil.rmtree(self.work, ignore_errors=True)

    def inside(self, command):
        """A command line that runs where the hosts can be reached."""
        return ["nsenter", "--net=" + self.info["networkNamespace"]] + command

    def ssh_options(self):
        return (
            "-i %s -o UserKnownHostsFile=%s -o StrictHostKeyChecking=yes -o BatchMode=yes"
            " -F /dev/null" % (self.info["key"], self.info["knownHosts"])
        )

    def addresses(self):
        return [h["address"] for h in self.info["hosts"]]

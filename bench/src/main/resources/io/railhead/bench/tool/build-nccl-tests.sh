# Builds nccl-tests on a host, into the login's cache, and says where: the last line is
# `built FOLDER`. Set before it: $source, an address to clone or nothing; archive, a function that
# prints a tar.gz of the sources when $source is empty; $mpi, 1 when a job is to span hosts.
#
# Exit 3: something that only the host's administrator can add is missing.

set -u
PATH=$PATH:/usr/local/cuda/bin:/usr/local/bin:/usr/lib64/openmpi/bin:/usr/sbin:/sbin
LC_ALL=C
export PATH LC_ALL

lacking() {
    echo "$1" >&2
    exit 3
}

for tool in make g++; do
    command -v "$tool" >/dev/null 2>&1 || lacking "no $tool: sudo apt-get install make g++"
done
nvcc=$(command -v nvcc) || lacking "no nvcc in PATH or /usr/local/cuda/bin: install the CUDA toolkit"
nvcc=$(readlink -f "$nvcc")
cuda=${CUDA_HOME:-${nvcc%/bin/nvcc}}

# Headers and library of NCCL: said by the login, installed by packages, or the ones of PyTorch.
nccl=
for home in "${NCCL_HOME:-}" /usr /usr/local /usr/local/nccl "$cuda"; do
    if [ -n "$home" ] && [ -f "$home/include/nccl.h" ]; then
        nccl=$home
        break
    fi
done
if [ -z "$nccl" ] && command -v python3 >/dev/null 2>&1; then
    nccl=$(python3 -c '
import importlib.util, os, sys
found = importlib.util.find_spec("nvidia.nccl")
for folder in (found.submodule_search_locations or []) if found else []:
    if os.path.exists(os.path.join(folder, "include", "nccl.h")):
        print(folder)
        break' 2>/dev/null)
fi
[ -n "$nccl" ] ||
    lacking "no nccl.h: sudo apt-get install libnccl-dev, or set NCCL_HOME in the login's profile"

cache=$HOME/.cache/railhead/nccl-tests
mkdir -p "$cache" || exit 1
folder=$cache/build
[ "$mpi" = 1 ] && folder=$cache/build-mpi
# Hosts may share the home: one of them builds, and the others take what it built.
began=$(date +%s)
if command -v flock >/dev/null 2>&1; then
    exec 9>"$cache/lock"
    flock 9
    if [ -f "$folder/built" ] && [ "$(cat "$folder/built")" -ge "$began" ]; then
        echo "built $folder"
        exit 0
    fi
fi
rm -rf "$cache/source"
if [ -z "$source" ]; then
    mkdir "$cache/source" && archive | tar -x -z -C "$cache/source" --strip-components=1 ||
        { echo "the sources could not be unpacked" >&2; exit 1; }
else
    command -v git >/dev/null 2>&1 || lacking "no git: sudo apt-get install git"
    git clone -q --depth 1 "$source" "$cache/source" </dev/null ||
        { echo "cannot fetch $source; --build=PATH sends sources from your machine" >&2; exit 1; }
fi
[ -f "$cache/source/src/all_reduce.cu" ] ||
    { echo "these are not the sources of nccl-tests: no src/all_reduce.cu" >&2; exit 1; }

# A wheel has libnccl.so.2 alone, which no linker finds by -lnccl.
library=
for libraries in "$nccl/lib" "$nccl/lib64" "$nccl/lib/$(uname -m)-linux-gnu"; do
    for file in "$libraries/libnccl.so" "$libraries/libnccl.so.2"; do
        if [ -e "$file" ] && [ -z "$library" ]; then
            library=$file
        fi
    done
done
[ -n "$library" ] || lacking "nccl.h is in $nccl/include, and no libnccl.so beside it"
rm -rf "$cache/nccl" && mkdir -p "$cache/nccl/lib" &&
    ln -s "$nccl/include" "$cache/nccl/include" && ln -s "$library" "$cache/nccl/lib/libnccl.so" ||
    exit 1

# For the GPUs that are here, and no others: a fifth of the time.
targets=$(nvidia-smi --query-gpu=compute_cap --format=csv,noheader 2>/dev/null | sort -u | tr -d .)
gencode=
for target in $targets; do
    gencode="$gencode -gencode=arch=compute_$target,code=sm_$target"
done

with=
if [ "$mpi" = 1 ]; then
    command -v mpicc >/dev/null 2>&1 || lacking "no mpicc: sudo apt-get install libopenmpi-dev"
    home=$(mpicc -show 2>/dev/null | tr ' ' '\n' | sed -n 's,^-I\(.*\)/include.*$,\1,p' | head -n 1)
    with="MPI=1 MPI_HOME=${MPI_HOME:-${home:-/usr}}"
fi

rm -rf "$folder"
# The programs find the library that they were built with, whatever LD_LIBRARY_PATH says.
NVCC_APPEND_FLAGS="${NVCC_APPEND_FLAGS:-} -Xlinker -rpath=$(dirname "$library")" \
    make -C "$cache/source/src" -j "$(nproc)" BUILDDIR="$folder" CUDA_HOME="$cuda" \
    NCCL_HOME="$cache/nccl" ${gencode:+"NVCC_GENCODE=$gencode"} $with \
    </dev/null >"$cache/log" 2>&1 9>&-
if [ $? != 0 ] || [ ! -x "$folder/all_reduce_perf" ]; then
    grep -m 5 -i 'error' "$cache/log" >&2 || tail -n 5 "$cache/log" >&2
    echo "make failed; all it said is in $cache/log" >&2
    exit 1
fi
date +%s >"$folder/built"
echo "built $folder"

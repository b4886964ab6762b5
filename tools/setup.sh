#!/bin/sh
# Prepares .venv, for the Makefile:
#   setup.sh packages   makes .venv and installs the libraries and tools
#   setup.sh damaci     builds the kernel and installs Damacı itself into .venv, editable
# It installs the versions of uv.lock: with uv if it is installed (UV= turns that off), otherwise with venv and pip.
set -eu
cd "$(dirname "$0")/.."
UV=${UV-uv}
KERNELS=${KERNELS-one} # KERNELS=all: also the kernel for other processors, which takes twice as long
WERROR=${WERROR-ON} # WERROR=OFF: a warning of the C++ compiler does not end the build
export UV_SYSTEM_CERTS=true  # as pip does: the system's certificates, such as a company's own, are accepted

fail() {
    echo "damaci: $*" >&2
    exit 1
}

works() {
    "$@" >/dev/null 2>&1
}

have_uv() {
    [ -n "$UV" ] && works "$UV" --version
}

new_enough() {
    works "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))'
}

# Compiling the kernel needs Python.h, which some systems package separately from Python.
has_headers() {
    works "$1" -c 'import os, sys, sysconfig; sys.exit(not os.path.exists(sysconfig.get_path("include") + "/Python.h"))'
}

# Debian also packages venv's pip separately from Python.
has_venv() {
    have_uv || works "$1" -c 'import ensurepip, venv'
}

find_python() {
    problem="no Python was found. Install Python 3.11 or newer: apt-get install python3 python3-dev python3-venv, brew install python, or python.org"
    for candidate in ${PYTHON:-python3 python3.14 python3.13 python3.12 python3.11 python}; do
        version=$("$candidate" --version 2>/dev/null) || continue
        if ! new_enough "$candidate"; then
            problem="$candidate is $version, and 3.11 or newer is needed. Install one, or name it: make PYTHON=/path/to/python3.13"
        elif ! has_headers "$candidate"; then
            problem="$candidate ($version) lacks its C headers. Install them: apt-get install python3-dev, or dnf install python3-devel"
        elif ! has_venv "$candidate"; then
            problem="$candidate ($version) lacks venv. Install it: apt-get install python3-venv"
        else
            python=$candidate
            return
        fi
    done
    fail "$problem"
}

check_compiler() {
    for compiler in ${CXX:-c++ g++ clang++}; do
        echo '#include <bit>
              int main() { return std::popcount(0u); }' | "$compiler" -std=c++20 -fsyntax-only -x c++ - 2>/dev/null &&
            return
    done
    fail "no C++20 compiler was found (GCC 11 or Clang 14, or newer)." \
        "Install one: apt-get install g++, dnf install gcc-c++, or xcode-select --install"
}

packages_by_uv() {
    [ -d .venv ] || "$UV" venv --quiet --python "$python" .venv
    "$UV" sync --quiet --frozen --no-install-project
}

packages_by_pip() {
    [ -d .venv ] || "$python" -m venv .venv
    .venv/bin/python -m pip install --quiet --upgrade 'pip>=25.1'
    .venv/bin/python tools/constraints.py >.venv/constraints.txt
    .venv/bin/python -m pip install --quiet --constraint .venv/constraints.txt --group dev && return
    echo "the locked versions could not be installed; trying the newest ..."
    .venv/bin/python -m pip install --quiet --group dev
}

install_packages() {
    check_compiler
    find_python
    works .venv/bin/python -c '' || rm -rf .venv
    if have_uv; then
        packages_by_uv && return
                echo "uv could not install the packages; trying venv and pip ..."
        rm -rf .venv
    fi
    packages_by_pip
}

install_damaci() {
    case $KERNELS in
        one) one_kernel=ON ;;
        all) one_kernel=OFF ;;
        *) fail "KERNELS=$KERNELS is neither one nor all" ;;
    esac
    warnings="--config-settings=cmake.define.CMAKE_COMPILE_WARNING_AS_ERROR=$WERROR"
    kernels="--config-settings=cmake.define.DAMACI_ONE_KERNEL=$one_kernel"
    if works .venv/bin/python -m pip --version; then
        .venv/bin/python -m pip install --quiet --no-build-isolation "$warnings" "$kernels" --editable .
    else
        "$UV" pip install --quiet --python .venv --no-build-isolation "$warnings" "$kernels" --no-deps \
            --reinstall-package damaci --editable .
    fi
}

case ${1:-} in
    packages) echo "Setting up .venv (a minute or two the first time) ..." && install_packages ;;
    damaci) echo "Building the kernel ..." && install_damaci ;;
    *) fail "usage: $0 packages | damaci" ;;
esac

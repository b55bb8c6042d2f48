# SPDX-License-Identifier: MIT
# Functions that the scripts share. Source it; it changes to the top folder of the project.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# Prints a heading with the minutes and seconds since the script began.
say() { printf '\n== %d:%02d  %s\n' $((SECONDS / 60)) $((SECONDS % 60)) "$*"; }
die() {
  printf '%s: %s\n' "${0##*/}" "$*" >&2
  exit 1
}

# Prints the packages of the named parts (such as "base") of scripts/packages.txt.
packages_of() {
  local part use=no
  while read -r line; do
    case $line in
      '# ['*) part=${line#*[} use=no
        case " $* " in *" ${part%%]*} "*) use=yes ;; esac ;;
      '#'* | '') ;;
      *) if [ "$use" = yes ]; then echo "$line"; fi ;;
    esac
  done <scripts/packages.txt
}

# Installs the missing packages of the named parts. Calls apt only if some are missing.
install_packages() {
  local missing=() installed package
  installed=$(dpkg-query -W -f='${db:Status-Status} ${Package}\n' | sed -n 's/^installed //p')
  for package in $(packages_of "$@"); do
    grep -qxF -- "$package" <<<"$installed" || missing+=("$package")
  done
  if [ ${#missing[@]} -eq 0 ]; then return; fi
  say "Installing ${#missing[@]} Debian packages: ${missing[*]}"
  local as_root=()
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null ||
      die "needs root to install packages: run it as root, or have these installed: ${missing[*]}"
    as_root=(sudo)
  fi
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get update -q </dev/null
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
    apt-get install -y -q --no-install-recommends "${missing[@]}" </dev/null
}

# Configures and builds a preset. Leading -D... arguments go to the configuration, the others to the build.
build_preset() {
  local preset=$1 log settings=()
  shift
  while [[ ${1:-} == -D* ]]; do settings+=("$1") && shift; done
  mkdir -p "build/$preset"
  log=build/$preset/configure.log
  cmake --preset "$preset" "${settings[@]}" >"$log" 2>&1 || {
    cat "$log" >&2
    die "the preset '$preset' does not configure (see above); remove build/$preset and try again"
  }
  cmake --build --preset "$preset" "$@"
}

# Prints where this machine gets Debian 12 from.
mirror() {
  apt-get indextargets --format '$(SITE) $(RELEASE) $(COMPONENT)' 'Created-By: Packages' 2>/dev/null |
    awk '$2 == "bookworm" && $3 == "main" {print $1; exit}'
}

# Makes a bare Debian 12 in a folder. Needs root and debootstrap. On failure it prints the end of the log.
bare_root() {
  local root=$1
  chmod 755 "$root"  # it is "/" to all users in there
  debootstrap --variant=minbase bookworm "$root" "$(mirror)" >"$root.log" 2>&1 || {
    tail -n 20 "$root.log"
    return 1
  }
  rm -f "$root.log"
  {
    apt-config dump | grep -i '^Acquire::.*proxy.* ".\+";' || true
    echo 'Acquire::Retries "3";'
  } >"$root/etc/apt/apt.conf.d/90machine"
}

# Runs a shell command in a folder of a bare root: in_root ROOT FOLDER COMMAND. The command has no more
# than this around it. Its mounts end with it.
in_root() {
  unshare --mount --propagation private sh -ec '
    mount -t proc proc "$1/proc"
    mount --rbind /dev "$1/dev"
    exec chroot "$1" /usr/bin/env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 \
      sh -ec "cd $2; $3"' in_root "$1" "$2" "$3"
}

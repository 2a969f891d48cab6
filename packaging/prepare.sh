# The common part of `run` and `test`: a Python, the system's libraries, the environment `.venv`.
# Sourced by them, in any POSIX sh; `here` is their folder. `prepare EXTRAS LISTS...` leaves all in
# $venv; LISTS are `run` and `test`, the lists of system packages below. Quick when nothing changed
# since the last time.

root=$(dirname -- "${here:?}")
venv=$root/.venv

# What Qt, sound and Chinese text need (`run`), and the tests' screen, hand and sound card (`test`).
# macOS and Windows bring all of it.
packages_of() {
    case $manager-$1 in
        apt-run) echo libegl1 libgl1 libglib2.0-0 libdbus-1-3 libfontconfig1 libxkbcommon0 \
            libxcb-cursor0 libxcb-icccm4 libxcb-keysyms1 libxcb-shape0 libxcb-xkb1 \
            libxkbcommon-x11-0 libwayland-client0 libwayland-cursor0 libportaudio2 \
            libasound2-plugins fonts-dejavu-core fonts-wqy-microhei ;;
        apt-test) echo xvfb openbox xdotool x11-utils pulseaudio pulseaudio-utils gnome-keyring \
            dbus ;;
        dnf-run) echo mesa-libEGL mesa-libGL glib2 dbus-libs fontconfig libxkbcommon \
            libxkbcommon-x11 xcb-util-cursor xcb-util-wm xcb-util-keysyms libwayland-client \
            libwayland-cursor portaudio alsa-plugins-pulseaudio dejavu-sans-fonts \
            wqy-microhei-fonts ;;
        dnf-test) echo xorg-x11-server-Xvfb openbox xdotool pulseaudio-utils gnome-keyring \
            dbus-daemon ;;
        pacman-run) echo libglvnd glib2 dbus fontconfig libxkbcommon libxkbcommon-x11 \
            xcb-util-cursor xcb-util-wm xcb-util-keysyms wayland portaudio alsa-plugins ttf-dejavu \
            wqy-microhei ;;
        pacman-test) echo xorg-server-xvfb openbox xdotool pulseaudio gnome-keyring ;;
    esac
}

say() { printf '==> %s\n' "$*"; }
fail() { printf 'error: %s\n' "$*" >&2; exit 1; }
has() { command -v "$1" >/dev/null 2>&1; }

find_manager() {
    manager=none
    if [ "$(uname -s)" = Darwin ]; then
        if has brew; then manager=brew; fi
        return 0
    fi
    for name in apt-get dnf pacman; do
        if has "$name"; then manager=${name%-get}; return 0; fi
    done
}

# Sets $as_root to what makes a command run as root, or returns 1.
may_install() {
    as_root=
    if [ "$manager" = none ]; then return 1; fi
    if [ "$manager" = brew ] || [ "$(id -u)" = 0 ]; then return 0; fi
    as_root='sudo -n'
    has sudo && sudo -n true 2>/dev/null
}

# The command that a person would type to install the packages.
install_command() {
    case $manager in
        apt) echo "sudo apt-get install -y $*" ;;
        dnf) echo "sudo dnf install -y $*" ;;
        pacman) echo "sudo pacman -S --needed $*" ;;
        brew) echo "brew install $*" ;;
        *) echo "(with your system's package manager) $*" ;;
    esac
}

is_installed() {
    case $manager in
        apt) dpkg-query -W -f '${db:Status-Status} ' "$1" 2>/dev/null | grep -q '^installed' ||
            has_provider "$1" ;;
        dnf) rpm -q --whatprovides "$1" >/dev/null 2>&1 ;;
        pacman) pacman -T "$1" >/dev/null 2>&1 ;;
        brew) brew list "$1" >/dev/null 2>&1 ;;
        *) return 1 ;;
    esac
}

# Newer Debians and Ubuntus renamed libraries for 64-bit time: libglib2.0-0 is in libglib2.0-0t64.
has_provider() {
    dpkg-query -W -f '${db:Status-Status} ' "$1t64" 2>/dev/null | grep -q '^installed'
}

missing_of() {
    missing=
    for package in "$@"; do
        is_installed "$package" || missing="$missing $package"
    done
}

apt_get() {
    $as_root env DEBIAN_FRONTEND=noninteractive apt-get -qq -o Acquire::Retries=3 \
        -o Dpkg::Use-Pty=0 "$@"
}

install_now() {
    case $manager in
        apt)
            apt_get update >"$log" 2>&1 || say "The package lists could not all be fetched"
            apt_get install -y --no-install-recommends "$@" >>"$log" 2>&1 ;;
        dnf) $as_root dnf install -y -q --setopt=strict=0 "$@" >"$log" 2>&1 ;;
        pacman) $as_root pacman -S --needed --noconfirm "$@" >"$log" 2>&1 ;;
        brew) brew install -q "$@" >"$log" 2>&1 ;;
    esac
}

# Installs what is missing, or says how; never fatal: much works without.
# shellcheck disable=SC2086 # lists of package names
system_packages() {
    missing_of "$@"
    if [ -z "$missing" ]; then return 0; fi
    if may_install; then
        say "Installing system packages:$missing"
        if install_now $missing; then return 0; fi
        say "That failed; the package manager's last words:"
        tail -n 5 "$log" | sed 's/^/      /'
        missing_of "$@"
    fi
    still_missing="$still_missing$missing"
    name_missing $missing
}

name_missing() {
    say "These system packages are missing; some things will not work until you type:"
    printf '      %s\n' "$(install_command "$@")"
}

python_fits() {
    has "$1" && "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null
}

look_for_python() {
    for python in ${PYTHON:-} python3.13 python3.12 python3.11 python3 python3.14 python; do
        if python_fits "$python"; then return 0; fi
    done
    return 1
}

# The oldest Ubuntu that Qt runs on has Python 3.10 as python3, and 3.11 beside it.
install_python() {
    case $manager in
        apt)
            system_packages python3 python3-venv
            if ! look_for_python; then system_packages python3.11 python3.11-venv; fi ;;
        dnf) system_packages python3 ;;
        pacman) system_packages python ;;
        brew) system_packages python@3.13 ;;
    esac
}

find_python() {
    if look_for_python; then return 0; fi
    say "Python 3.11 or later is not here yet"
    install_python
    look_for_python || fail "Python 3.11 or later is needed. Install it with: $(python_command)"
}

python_command() {
    case $manager in
        apt) install_command python3 python3-venv ;;
        dnf) install_command python3 ;;
        pacman) install_command python ;;
        brew) install_command python@3.13 ;;
        *) echo "https://www.python.org/downloads/ (or: brew install python@3.13)" ;;
    esac
}

environment_works() {
    [ -x "$venv/bin/python" ] && python_fits "$venv/bin/python" &&
        "$venv/bin/python" -c 'import pip' 2>/dev/null
}

make_environment() {
    if environment_works; then return 0; fi
    if ! "$python" -c 'import ensurepip, venv' 2>/dev/null; then
        version=$("$python" -c 'import sys; print("python%d.%d" % sys.version_info[:2])')
        if [ "$manager" = apt ]; then system_packages "$version-venv"; fi
        "$python" -c 'import ensurepip, venv' 2>/dev/null ||
            fail "$python cannot make environments. Type: $(install_command "$version-venv")"
    fi
    say "Making the environment .venv with $("$python" --version)"
    "$python" -m venv --clear "$venv" || fail "$python -m venv $venv"
}

# pip tells each download in a line; the rest goes to the log.
install_project() {
    say "Installing the companion and what it needs (about 600 MB the first time)"
    {
        "$venv/bin/python" -m pip install --disable-pip-version-check --no-input \
            --progress-bar off --root-user-action ignore --retries 5 --timeout 60 \
            -c "$root/packaging/constraints.txt" -e "${root}[$1]" 2>&1 || echo "pip failed"
    } | tee "$log" | while read -r word rest; do
        if [ "$word" = Downloading ]; then printf '      %s\n' "${rest##*/}"; fi
    done
    if grep -q '^pip failed$' "$log"; then
        grep -E '^ *(ERROR|error|WARNING: Retrying)' "$log" | tail -n 6 | cut -c 1-300
        fail "the packages could not be installed; all of pip's words are in $log"
    fi
}

# What decides whether the work of last time still stands.
fingerprint() {
    echo "$root $1 $(uname -sm)"
    cksum "$root/pyproject.toml" "$root/packaging/constraints.txt" "$root/packaging/prepare.sh"
}

# Packages that could not be installed are named again at every start, until they are there.
# shellcheck disable=SC2046,SC2086 # lists of package names
remind() {
    if [ -z "$(cat "$stamp.missing" 2>/dev/null)" ]; then return 0; fi
    find_manager
    missing_of $(cat "$stamp.missing")
    if [ -n "$missing" ]; then name_missing $missing; else rm "$stamp.missing"; fi
}

prepare() {
    extras=$1
    shift
    stamp=$venv/companion-$(echo "$extras" | tr , -).stamp
    if [ -x "$venv/bin/python" ] && [ "$(cat "$stamp" 2>/dev/null)" = "$(fingerprint "$extras")" ]
    then
        remind
        return 0
    fi
    log=$(mktemp "${TMPDIR:-/tmp}/companion-install.XXXXXX")
    still_missing=
    find_manager
    find_python
    for list in "$@"; do
        # shellcheck disable=SC2046 # a list of package names
        system_packages $(packages_of "$list")
    done
    make_environment
    install_project "$extras"
    echo "$still_missing" >"$stamp.missing"
    fingerprint "$extras" >"$stamp"
    rm -f "$log"
    say "Ready"
}

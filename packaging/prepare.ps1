# The common part of `run.ps1` and `test.ps1`: a Python and the environment `.venv`.
# Dot-sourced by them. Qt, PortAudio and all else come as packages here; no system ones are needed.

$ErrorActionPreference = 'Stop'
$root = Split-Path -Parent $PSScriptRoot
$venv = Join-Path $root '.venv'
$windows = [System.Environment]::OSVersion.Platform -eq 'Win32NT'
$programs = Join-Path $venv $(if ($windows) { 'Scripts' } else { 'bin' })

function Say($words) { Write-Host "==> $words" }

function Stop-With($words) {
    [Console]::Error.WriteLine("error: $words")
    exit 1
}

function Test-Python([string[]] $command) {
    $ErrorActionPreference = 'Continue'  # PowerShell 5 takes words on stderr for a failure
    $program, $arguments = $command
    if (-not (Get-Command $program -ErrorAction SilentlyContinue)) { return $false }
    & $program @arguments -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>$null | Out-Null
    return $LASTEXITCODE -eq 0
}

function Find-Python {
    $candidates = @(@('py', '-3.13'), @('py', '-3.12'), @('py', '-3.11'), @('python3', '-E'), @('python', '-E'))
    foreach ($candidate in $candidates) {
        if (Test-Python $candidate) { return $candidate }
    }
    Stop-With 'Python 3.11 or later is needed. Install it with: winget install Python.Python.3.13'
}

function Get-Fingerprint {
    $files = 'pyproject.toml', 'packaging/constraints.txt', 'packaging/prepare.ps1'
    $sums = $files | ForEach-Object { (Get-FileHash (Join-Path $root $_)).Hash }
    return (@($root) + $sums) -join ' '
}

function Install-Companion([string] $extras) {
    $stamp = Join-Path $venv "companion-$($extras -replace ',', '-').stamp"
    $fingerprint = Get-Fingerprint
    if ((Test-Path $stamp) -and ((Get-Content -Raw $stamp).Trim() -eq $fingerprint)) { return }
    $python = Join-Path $programs 'python'
    if (-not (Test-Python @($python))) {
        $program, $arguments = Find-Python
        Say "Making the environment .venv with $program $arguments"
        & $program @arguments -m venv --clear $venv
        if ($LASTEXITCODE -ne 0) { Stop-With 'the environment could not be made' }
    }
    Say 'Installing the companion and what it needs (about 600 MB the first time)'
    & $python -m pip install --disable-pip-version-check --no-input --retries 5 --timeout 60 `
        -c (Join-Path $root 'packaging/constraints.txt') -e "$root[$extras]"
    if ($LASTEXITCODE -ne 0) { Stop-With 'the packages could not be installed; see above' }
    Set-Content -Path $stamp -Value $fingerprint
    Say 'Ready'
}

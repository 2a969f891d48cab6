# Run every check and every test on Windows; the first time installs what they need.
# Ends non-zero when one failed. Arguments go to pytest.
. (Join-Path $PSScriptRoot 'prepare.ps1')
Install-Companion 'offline,dashscope,test'
Set-Location $root
$env:QT_QPA_PLATFORM = 'offscreen'
$script:failed = @()

function Invoke-Check([string] $program) {
    Say "$program $args"
    & (Join-Path $programs $program) @args
    if ($LASTEXITCODE -ne 0) { $script:failed += $program }
}

Invoke-Check ruff format --check .
Invoke-Check ruff check .
Invoke-Check mypy --strict companion
Invoke-Check lint-imports
if ($args.Count -gt 0) {
    Invoke-Check pytest -q @args
} else {
    # Most tests share the cores; those that live by the clock follow alone.
    Invoke-Check pytest -q -n auto -m 'not desktop and not alone'
    Invoke-Check pytest -q -m 'desktop or alone'
}

if ($script:failed.Count -gt 0) { Stop-With "these checks failed: $($script:failed -join ' ')" }
Say 'All checks passed'

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
Invoke-Check mypy
Invoke-Check lint-imports
Invoke-Check pytest -q @args

if ($script:failed.Count -gt 0) { Stop-With "these checks failed: $($script:failed -join ' ')" }
Say 'All checks passed'

# Start the companion on Windows; the first start installs what it needs.
# If scripts are not allowed: powershell -ExecutionPolicy Bypass -File packaging\run.ps1
. (Join-Path $PSScriptRoot 'prepare.ps1')
Install-Companion 'offline'
& (Join-Path $programs 'companion') @args
exit $LASTEXITCODE

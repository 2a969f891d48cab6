"""Certificates of the tests' own making."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
DAY = timedelta(days=1)


@dataclass(frozen=True)
class Made:
    certificate: Path
    key: Path


def make_certificate(
    folder: Path,
    begins: datetime = NOW - DAY,
    ends: datetime = NOW + 90 * DAY,
    *,
    password: bytes | None = None,
    name: str = "server",
) -> Made:
    """Write a certificate for 127.0.0.1 and its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "companion test")])
    certificate = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(begins)
        .not_valid_after(ends)
        .add_extension(
            x509.SubjectAlternativeName([x509.IPAddress(ip_address("127.0.0.1"))]), critical=False
        )
        .sign(key, hashes.SHA256())
    )
    locked = (
        serialization.BestAvailableEncryption(password)
        if password
        else serialization.NoEncryption()
    )
    made = Made(folder / f"{name}.pem", folder / f"{name}.key")
    made.certificate.write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
    made.key.write_bytes(
        key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, locked)
    )
    return made

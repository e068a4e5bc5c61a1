import { execFileSync, spawnSync } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createCertificates } from './certificates.ts'

const made = createCertificates(['localhost', '127.0.0.1', '::1', '2001:db8::7'])

it('signs a certificate for the names, with an authority of its own', () => {
  const [ca, cert] = [new X509Certificate(made.ca), new X509Certificate(made.cert)]
  expect([ca.ca, cert.ca]).toEqual([true, false])
  expect(cert.verify(ca.publicKey)).toBe(true)
  expect(cert.checkIssued(ca)).toBe(true)
  expect(cert.subjectAltName).toBe(
    'DNS:localhost, IP Address:127.0.0.1, IP Address:0:0:0:0:0:0:0:1, IP Address:2001:DB8:0:0:0:0:0:7',
  )
  expect(cert.keyUsage).toEqual(['1.3.6.1.5.5.7.3.1'])
  expect(new Date(cert.validTo).getTime() - new Date(cert.validFrom).getTime()).toBe(397 * 86_400_000)
})

it('makes others each time', () => {
  const again = createCertificates(['localhost'])
  expect(new X509Certificate(again.cert).verify(new X509Certificate(made.ca).publicKey)).toBe(false)
  expect(new X509Certificate(again.cert).serialNumber).not.toBe(new X509Certificate(made.cert).serialNumber)
})

// A second, strict implementation.
it.skipIf(spawnSync('openssl', ['version']).error !== undefined)('openssl finds nothing wrong', () => {
  const folder = mkdtempSync(join(tmpdir(), 'svc-tls-'))
  try {
    for (const name of ['ca', 'cert'] as const) writeFileSync(join(folder, `${name}.pem`), made[name])
    const verified = execFileSync(
      'openssl',
      ['verify', '-x509_strict', '-purpose', 'sslserver', '-verify_ip', '2001:db8::7', '-CAfile', 'ca.pem', 'cert.pem'],
      { cwd: folder, encoding: 'utf8' },
    )
    expect(verified).toBe('cert.pem: OK\n')
  } finally {
    rmSync(folder, { recursive: true })
  }
})

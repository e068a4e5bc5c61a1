/**
 * Runs the tests of tests/clients with certificates that the whole process trusts: Node reads trusted certificates only
 * at its start. Arguments are passed to vitest. Run it with `node --import tsx`.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createCertificates } from '../emulator/adapters/node/tls/certificates.ts'

const folder = mkdtempSync(join(tmpdir(), 'svc-clients-'))
try {
  for (const [name, text] of Object.entries(createCertificates(['127.0.0.1', 'localhost'])))
    writeFileSync(join(folder, `${name}.pem`), text)
  const env = { ...process.env, CLIENTS_TLS: folder, NODE_EXTRA_CA_CERTS: join(folder, 'ca.pem') }
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'clients', ...process.argv.slice(2)]
  process.exitCode = spawnSync(process.execPath, vitest, { env, stdio: 'inherit' }).status ?? 1
} finally {
  rmSync(folder, { recursive: true })
}

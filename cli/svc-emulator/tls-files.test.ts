import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { createCertificates } from '../../emulator/adapters/node/tls/certificates.ts'
import { tlsFiles } from './tls-files.ts'

const folder = mkdtempSync(join(tmpdir(), 'svc-pem-'))
afterAll(() => rmSync(folder, { recursive: true }))

const write = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}
const made = createCertificates(['localhost'])
const [cert, key] = [write('cert.pem', String(made.cert)), write('key.pem', String(made.key))]
const both = write('both.pem', `${made.key}${made.cert}`)

it.each([
  [{ cert: '/nowhere.pem', key }, '--tls-cert: there is no file /nowhere.pem'],
  [{ cert, key: '/nowhere.pem' }, '--tls-key: there is no file /nowhere.pem'],
  [
    { cert: 'package.json', key },
    '--tls-cert: package.json: expected PEM with -----BEGIN CERTIFICATE-----, got no PEM',
  ],
  [{ cert: key, key: cert }, `--tls-cert: ${key}: expected PEM with -----BEGIN CERTIFICATE-----, got a private key`],
  [{ cert, key: cert }, `--tls-key: ${cert}: expected PEM with -----BEGIN PRIVATE KEY-----, got a certificate`],
  [
    { cert: write('broken.pem', String(made.cert).replace(/M/g, '')), key },
    `--tls-cert: ${join(folder, 'broken.pem')}: expected PEM with -----BEGIN CERTIFICATE-----, got one that cannot be read`,
  ],
])('names the flag of a file that is none, of %j', async (files, message) => {
  await expect(tlsFiles(files)).rejects.toThrow(new RegExp(`^${message.replaceAll(/[/.]/g, '\\$&')}`))
})

it('reads both from one file, in any order', async () => {
  expect(await tlsFiles({ cert: both, key: both })).toMatchObject({ cert: expect.stringContaining('CERTIFICATE') })
})

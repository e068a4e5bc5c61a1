import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = process.env['CLIENTS_TLS']

/** For `startServer({ tls })`: a certificate that this process trusts; undefined where tools/clients.mjs did not start it. */
export const trustedTls =
  folder === undefined
    ? undefined
    : { cert: readFileSync(join(folder, 'cert.pem'), 'utf8'), key: readFileSync(join(folder, 'key.pem'), 'utf8') }

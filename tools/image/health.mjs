/**
 * Health check of the image: asks the server as it was started, by the arguments of the container and by the variables
 * of the environment, and ends with 0 where it is healthy. `health.mjs FILE` reads the arguments in FILE, as
 * `/proc/<pid>/cmdline` has them.
 */
import { readFileSync } from 'node:fs'
import { get as getPlain } from 'node:http'
import { get as getSecure } from 'node:https'

// Words behind `--` are those of a command that `exec` runs.
const [given] = readFileSync(process.argv[2] ?? '/proc/1/cmdline', 'utf8').split('\0--\0')
const words = given.split('\0')

/** Value of a flag, which wins over its variable; true for a flag without a value. */
function setting(name) {
  const at = words.findLastIndex((word) => word === `--${name}` || word.startsWith(`--${name}=`))
  if (at < 0) return process.env[`SVC_EMULATOR_${name.toUpperCase().replaceAll('-', '_')}`] || undefined
  return words[at].includes('=') ? words[at].slice(words[at].indexOf('=') + 1) : (words[at + 1] ?? true)
}

const isOff = /^(?:0|false|no|off)$/i
const isSecure = setting('tls-cert') !== undefined || !isOff.test(setting('tls') ?? '0')
const listening = setting('host') ?? '127.0.0.1'
// A server that listens on all addresses is asked on loopback.
const host = { '0.0.0.0': '127.0.0.1', '::': '::1' }[listening] ?? listening
const options = { host, port: setting('port') ?? 4010, path: '/__emulator/health', rejectUnauthorized: false }
const asked = (isSecure ? getSecure : getPlain)(options, ({ statusCode }) => process.exit(statusCode === 200 ? 0 : 1))
asked.on('error', () => process.exit(1))

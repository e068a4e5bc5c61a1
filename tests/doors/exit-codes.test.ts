import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Command } from '../../cli/shared/command.ts'
import { svcEmulator } from '../../cli/svc-emulator/program.ts'
import { run } from '../helpers/cli/in-process.ts'

const folder = mkdtempSync(join(tmpdir(), 'svc-exit-'))
const contract = join(folder, 'contract.json')
beforeAll(async () => {
  writeFileSync(contract, (await run(svcEmulator, ['clauses', '--reporter', 'json'], folder)).stdout)
})
afterAll(() => rmSync(folder, { recursive: true }))

mkdirSync(join(folder, 'folder.yaml'))
writeFileSync(join(folder, 'wrong.yaml'), '{"a":')

const files = {
  missing: join(folder, 'missing.yaml'),
  unreadable: join(folder, 'folder.yaml'),
  wrong: join(folder, 'wrong.yaml'),
  'without a folder': join(folder, 'nowhere', 'out.yaml'),
}

/** Arguments that are no files. */
const words = ['ids', 'words', 'shell', 'dir']

const outputs = ['output', 'transcript']

/** Further words of a line, by command and flag. */
const beside: Readonly<Record<string, readonly string[]>> = {
  'start --tls-cert': ['--tls-key', files.missing],
  'start --tls-key': ['--tls-cert', files.missing],
  'exec --tls-cert': ['--tls-key', files.missing],
  'exec --tls-key': ['--tls-cert', files.missing],
  'replay --accept': ['--all', '--mutate'],
  'replay --transcript': ['--all'],
  'record --from': ['-o', join(folder, 'out.yaml')],
  'record --output': ['--target', 'http://127.0.0.1:1/v1', '--port', '0'],
  'may-change --leans': ['user.has-name'],
  'may-change --output': ['user.has-name', '--leans', files.wrong],
  'show --output': ['--starter'],
  'coverage --output': ['--reporter', 'html'],
  'pull --output': ['--target', 'http://127.0.0.1:1/v1', '--org', 'acme'],
  'clauses --since': ['--against', contract],
  diff: [files.missing],
}

interface Row {
  readonly line: string
  readonly kind: keyof typeof files
  readonly argv: readonly string[]
}

function rowsFor({ path, flags, positionals = [], takesProgram }: Command): Row[] {
  const command = path.join(' ')
  const named = Object.entries(flags).filter(([, { value }]) => value === 'file' || value === 'files')
  const slots = [
    ...positionals
      .filter(({ name }) => !words.includes(name))
      .slice(0, 1)
      .map(() => [command, []] as const),
    ...named.map(([name]) => [`${command} --${name}`, [`--${name}`]] as const),
  ]
  return slots.flatMap(([line, flag]) =>
    kindsFor(line).map((kind) => {
      const after = takesProgram === true ? ['--', process.execPath, '-e', '0'] : []
      const connected = command === 'drift' ? ['--target', 'http://127.0.0.1:1/v1'] : []
      return { line, kind, argv: [...path, ...connected, ...flag, files[kind], ...(beside[line] ?? []), ...after] }
    }),
  )
}

function kindsFor(line: string): (keyof typeof files)[] {
  if (outputs.some((name) => line.endsWith(`--${name}`))) return ['without a folder']
  // A file that is not there yet is begun.
  return ['--state', 'drift --facts'].some((name) => line.endsWith(name))
    ? ['unreadable', 'wrong']
    : ['missing', 'unreadable', 'wrong']
}

describe('a file that cannot be used ends with exit code 2, and with 1 where the question was whether it can', () => {
  it.each(svcEmulator.commands.flatMap(rowsFor))('$line, $kind', async ({ line, kind, argv }) => {
    const env = { SVC_API_KEY: 'a-key' }
    const { exit, stderr } = await run(svcEmulator, argv, folder, { env })
    expect(stderr).not.toContain('defect')
    expect(stderr).toMatch(/^svc-emulator: .*\b(missing|folder|wrong|nowhere)\b/m)
    // A folder without files leaves nothing to validate.
    expect(exit).toBe(line === 'validate' && kind !== 'unreadable' ? 1 : 2)
  })
})

describe('what cannot begin ends with exit code 2', () => {
  const scenario = join(folder, 'reads.yaml')
  const steps = [{ http: 'GET /users/me', as: 'svc-key-ada-admin' }]
  writeFileSync(scenario, JSON.stringify({ scenario: 1, name: 'reads', about: 'Reads.', steps }))
  const output = join(folder, 'begun.yaml')
  const env = { SVC_API_KEY: 'a-key' }
  let dead: string
  beforeAll(async () => {
    const gone = createServer().listen(0, '127.0.0.1')
    await once(gone, 'listening')
    dead = `http://127.0.0.1:${(gone.address() as AddressInfo).port}/v1`
    gone.close()
  })

  it.each(svcEmulator.commands.filter(({ flags }) => 'target' in flags))(
    '$path at a dead --target',
    async (command) => {
      const rest: Readonly<Record<string, readonly string[]>> = {
        replay: [scenario],
        record: ['-o', output, '--port', '0'],
        pull: ['-o', output, '--org', 'acme'],
      }
      const argv = [...command.path, '--target', dead, ...(rest[command.path[0]!] ?? [])]
      const { exit, stderr } = await run(svcEmulator, argv, folder, { env })
      expect([exit, stderr]).toEqual([2, expect.stringContaining('ECONNREFUSED')])
    },
  )

  // The page of show is there after a build alone.
  const listening = svcEmulator.commands.filter(({ path, flags }) => 'port' in flags && path[0] !== 'show')
  it.each(listening)('$path at a port in use', async (command) => {
    const holder = createServer().listen(0, '127.0.0.1')
    await once(holder, 'listening')
    const { port } = holder.address() as AddressInfo
    const target = `http://127.0.0.1:${port}`
    const rest: Readonly<Record<string, readonly string[]>> = {
      exec: ['--', process.execPath, '-e', '0'],
      record: ['-o', output, '--target', target],
    }
    holder.on('connection', (socket) => socket.end('HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n'))
    const argv = [...command.path, '--port', String(port), ...(rest[command.path[0]!] ?? [])]
    const { exit, stderr } = await run(svcEmulator, argv, folder, { env })
    holder.close()
    expect([exit, stderr]).toEqual([2, expect.stringContaining(`port ${port} is in use`)])
  })
})

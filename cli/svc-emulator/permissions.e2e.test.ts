import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startServer } from '../../emulator/adapters/node/server.ts'
import type { PermissionsReport } from '../../emulator/lab/permissions/permissions.ts'
import { run } from '../../tests/helpers/cli/in-process.ts'
import type { Program } from '../shared/command.ts'
import { permissions } from './permissions.ts'
import { svcEmulator } from './program.ts'

const program: Program = { ...svcEmulator, commands: [permissions] }
const LINES_OF_A_SCREEN = 24
/** Stands for the file of the client. */
const CLIENT = '{client}'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'svc-permissions-test-'))
  writeFileSync(join(folder, 'client.mjs'), client)
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Uses its key for everything: reads itself, the revisions of a blob and a listing on a socket, and creates a blob. */
const client = `
const { SVC_API_URL: url, SVC_REALTIME_URL: realtime, SVC_API_KEY: key } = process.env
const headers = { 'X-API-Key': key, 'content-type': 'application/json' }
await fetch(url + '/users/me', { headers })
await fetch(url + '/blobs/acme/weights/revisions', { headers })
await fetch(url + '/blobs/acme', { method: 'POST', headers, body: JSON.stringify({ alias: 'logs', type: 'text' }) })
const ws = await import(${JSON.stringify(import.meta.resolve('ws'))})
const socket = new ws.WebSocket(realtime, { headers: { 'X-API-Key': key } })
socket.on('open', () => socket.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'workflow.list_sessions', params: { org_id: 'acme' } })))
socket.on('message', () => socket.close())
await new Promise((resolve) => socket.on('close', resolve))
if (process.argv[2] === 'fail') { console.error('gave up'); process.exit(3) }
`

const call = (...argv: string[]) => run(program, argv, folder, { env: process.env as Record<string, string> })
const ask = (...argv: string[]) => call('permissions', ...argv, '--', 'node', join(folder, 'client.mjs'))

describe('svc-emulator permissions', () => {
  it('tells a client that uses an admin key for everything the least key, with the call that needs it, in one screen', async () => {
    const { exit, stdout, stderr } = await ask()
    expect({ exit, stderr }).toEqual({ exit: 0, stderr: '' })
    expect(stdout).toMatch(
      /^least key: write on org acme\n {2}used: admin on user ada\n {2}POST \/v1\/blobs\/acme needs write/m,
    )
    expect(stdout).toMatch(/^1 {6}workflow\.list_sessions +admin on user ada {2}read on any blob of org acme$/m)
    expect(stdout).toMatch(/^4 calls: the least key is write on org acme$/m)
    expect(stdout.split('\n').length).toBeLessThan(LINES_OF_A_SCREEN)
  })

  it('fails where a call needs more than it may', async () => {
    expect(await ask('--at-most', 'write on org acme')).toMatchObject({ exit: 0 })
    const { exit, stdout, stderr } = await ask('--at-most', 'read on org acme')
    expect({ exit, stderr }).toMatchObject({
      exit: 1,
      stderr: expect.stringContaining('2 calls need more than read on org acme'),
    })
    expect(stdout).toContain('needs more than read on org acme: GET /v1/blobs/acme/weights/revisions')
    expect(stdout).toContain('read on blob weights gets another answer: revisions has 2 records, not 4')
  })

  it('writes every format', async () => {
    const output = join(folder, 'report')
    const write = async (reporter: string) => {
      const { exit, stderr } = await ask('--reporter', reporter, '--output', output, '--at-most', 'read on org acme')
      expect({ exit, stderr }).toMatchObject({ exit: 1 })
      return readFileSync(output, 'utf8')
    }
    const report = JSON.parse(await write('json')) as PermissionsReport
    expect(report).toMatchObject({
      calls: expect.arrayContaining([
        {
          unit: 'POST /blobs/:org_id',
          count: 1,
          used: { role: 'admin', scope: 'user', id: '00000000-0000-4000-8000-0000000000a1', alias: 'ada' },
          needed: [{ role: 'write', scope: 'org', id: '00000000-0000-4000-8000-0000000000c1', alias: 'acme' }],
          because: { difference: expect.stringContaining('403 forbidden'), clauses: expect.any(Array) },
          entries: [expect.any(Number)],
          sent: 'POST /v1/blobs/acme',
          exceeds: true,
        },
      ]),
      run: { needed: [{ role: 'write', scope: 'org', alias: 'acme' }], set: [] },
    })
    expect(await write('junit')).toContain('tests="4" failures="2"')
    expect(await write('github')).toContain('::error title=needs more than read on org acme%3A POST /v1/blobs/acme::')
    expect(await write('html')).toContain('<h2>least key: write on org acme</h2>')
  })

  it('takes the world and the key that it is told', async () => {
    const { stdout } = await ask('--key', 'svc-key-acme-write', '--fixtures', 'starter', '--seed', '7')
    expect(stdout).toMatch(/^4 calls: the least key is write on org acme$/m)
    expect(stdout).not.toContain('least key:')
  })

  it('reads the calls of a running emulator, and those of a bundle', async () => {
    await using server = await startServer({ trace: true })
    const headers = { 'x-api-key': 'svc-key-ada-admin' }
    expect(await call('permissions', server.url)).toMatchObject({ exit: 2, stderr: expect.stringContaining('no call') })
    await fetch(`${server.url}/orgs/acme`, { headers })
    expect((await call('permissions', server.url)).stdout).toContain('1 call: the least key is read on org acme')
    const file = join(folder, 'run.bundle.json')
    writeFileSync(file, await (await fetch(`${server.controlUrl}/bundle`)).text())
    expect((await call('permissions', file)).stdout).toContain('1 call: the least key is read on org acme')
  })

  it.each([
    [[], 'name the client after --'],
    [
      ['--at-most', 'read on org acne', '--', 'node', CLIENT],
      "--at-most: there is no org 'acne', did you mean 'acme'?",
    ],
    [
      ['--key', 'svc-key-ada-amdin', '--', 'node', CLIENT],
      "no key or token 'svc-key-ada-amdin', did you mean 'svc-key-ada-admin'?",
    ],
    [['--', 'node', CLIENT, 'fail'], 'fail fails, so its calls are not all known: gave up'],
    [['--', 'node', '-e', ''], 'made no call of the API'],
  ])('refuses %j', async (argv, message) => {
    const line = argv.map((word) => word.replace(CLIENT, join(folder, 'client.mjs')))
    const { exit, stderr } = await call('permissions', ...line)
    expect({ exit, stderr }).toEqual({ exit: 2, stderr: expect.stringContaining(message) })
  })

  it.each([
    ['missing.bundle.json', 'missing.bundle.json'],
    ['http://127.0.0.1:1', 'no emulator answers there'],
  ])('ends with 2 where %s cannot be read', async (source, message) => {
    const { exit, stderr } = await call('permissions', source)
    expect({ exit, stderr }).toEqual({ exit: 2, stderr: expect.stringContaining(message) })
  })
})

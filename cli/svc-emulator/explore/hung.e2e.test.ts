import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { run } from '../../../tests/helpers/cli/in-process.ts'
import type { Program } from '../../shared/command.ts'
import { explore } from '../explore.ts'
import { svcEmulator } from '../program.ts'

const program: Program = { ...svcEmulator, commands: [explore] }

/** Sockets of the processes that clients leave behind: one closes when its process has ended. */
const left: Promise<unknown>[] = []
const server = createServer((socket: Socket) => {
  left.push(once(socket, 'close'))
  socket.on('error', () => {}).resume()
})

let folder: string
let port: number
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'svc-hung-'))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  port = (server.address() as AddressInfo).port
})
afterAll(() => {
  server.close()
  rmSync(folder, { recursive: true })
})

/** A client that hangs, deaf to signals, with a child process that does, too. */
const client = (work: string) => `
import { spawn } from 'node:child_process'
import { connect } from 'node:net'
const { SVC_API_URL: url, SVC_API_KEY: key } = process.env
const ask = async (path, body) => {
  const headers = { 'X-API-Key': key, 'Content-Type': 'application/json' }
  return (await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })).json()
}
async function hang() {
  process.on('SIGTERM', () => {})
  const deaf = "process.on('SIGTERM', () => {}); require('node:net').connect(${port}, '127.0.0.1')"
  spawn(process.execPath, ['-e', deaf], { stdio: 'inherit' })
  connect(${port}, '127.0.0.1')
}
${work}`

it.each([
  [
    'copies',
    ['--copies', '2'],
    `const { sessions } = await ask('/workflow/list_sessions', { org_id: 'acme' })
     if (sessions.some(({ alias }) => alias === 'once')) process.exit()
     const { status } = await ask('/workflow/create_session', { org_id: 'acme', alias: 'once' })
     if (status !== 'success') await hang()`,
  ],
  [
    'a mix of releases',
    ['--release', '{next}'],
    `const list = async () => (await ask('/workflow/list_session_objects', { session_id: 'run-01' })).objects.length
     if ((await list()) !== (await list())) await hang()`,
  ],
])('programs that hang in %s are a finding, and nothing of them is left', async (_, flags, work) => {
  const [file, next] = [join(folder, 'client.mjs'), join(folder, 'next.json')]
  writeFileSync(file, client(work))
  writeFileSync(next, '{ "default_limit": 40 }')
  const before = left.length
  const words = [
    'explore',
    ...flags.map((flag) => flag.replace('{next}', next)),
    '--time-limit',
    '4s',
    '--',
    'node',
    file,
  ]
  const { exit, stdout } = await run(program, words, folder, { env: process.env as Record<string, string> })
  expect({ exit, stdout }).toEqual({ exit: 1, stdout: expect.stringMatching(/^hung: /) })
  expect(stdout).toContain('1 finding')
  // The child connects, if it is not ended first; the client did.
  expect(left.length).toBeGreaterThan(before)
  await Promise.all(left)
})

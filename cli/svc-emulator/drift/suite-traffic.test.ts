import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startServer, type RunningServer } from '../../../emulator/adapters/node/server.ts'
import type { Exchange } from '../../../emulator/scenario/record/exchange.ts'
import { runSuite } from './suite-traffic.ts'

let server: RunningServer
beforeEach(async () => {
  server = await startServer()
})
afterEach(() => server.close())

const suite = `
const headers = { 'x-api-key': process.env.KEY_OF_THE_SUITE }
const me = await (await fetch(process.env.SVC_API_URL + '/users/me', { headers })).json()
console.log('asked as ' + me.user.alias)
const { WebSocket } = await import(process.env.WS)
const socket = new WebSocket(process.env.SVC_REALTIME_URL, { headers })
await new Promise((resolve) => socket.once('open', resolve))
const answered = new Promise((resolve) => socket.once('message', resolve))
socket.send(JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'workflow.list_sessions', params: { org_id: 'acme' } }))
await answered
socket.close()
process.exitCode = Number(process.env.EXIT ?? 0)
`

async function run(program: readonly string[], env: Record<string, string> = {}) {
  const passed: Exchange[] = []
  let printed = ''
  const secrets = new Set<string>()
  const ws = import.meta.resolve('ws')
  const io = { env: { ...process.env, WS: ws, KEY_OF_THE_SUITE: 'svc-key-ada-admin', ...env }, secrets }
  const settings = { program, target: server.url, realtimeUrl: undefined, timeLimit: 60_000 }
  const events = { passed: (exchange: Exchange) => void passed.push(exchange), leftOut: () => undefined }
  const end = await runSuite(settings, events, new AbortController().signal, io, (text) => void (printed += text))
  return { end, passed, printed, secrets }
}

async function writeSuite(): Promise<string> {
  const file = join(await mkdtemp(join(tmpdir(), 'svc-suite-')), 'suite.mjs')
  await writeFile(file, suite)
  return file
}

it('hands the answers of the service to a suite, and tells what passed', async () => {
  const { end, passed, printed, secrets } = await run([process.execPath, await writeSuite()])
  expect([end, printed]).toEqual([undefined, 'asked as ada\n'])
  expect(passed).toMatchObject([
    {
      kind: 'http',
      method: 'GET',
      path: '/users/me',
      caller: { api_key: 'svc-key-ada-admin' },
      answer: { status: 200 },
    },
    { kind: 'call', method: 'workflow.list_sessions', answer: { outcome: 'answered' } },
  ])
  expect([...secrets]).toEqual(['svc-key-ada-admin'])
})

it('says how a suite ended that failed, and refuses a program that is none', async () => {
  expect((await run([process.execPath, await writeSuite()], { EXIT: '3' })).end).toBe('exit code 3')
  await expect(run(['/nowhere/at-all'])).rejects.toThrow("'/nowhere/at-all' cannot be started: not found")
})

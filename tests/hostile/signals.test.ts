/** Signals: the server ends within its grace, whatever its clients and its readers do, and saves its state before. */
import { spawnSync } from 'node:child_process'
import { closeSync, existsSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { until } from '../helpers/until.ts'
import { ada, endAll, run, start, type Served } from './programs.ts'

let folder: string
let file: string
const sockets: Socket[] = []
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'svc-signals-'))
  file = join(folder, 's.json')
})
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
  endAll()
  rmSync(folder, { recursive: true })
})

const addOrg = (server: Pick<Served, 'url'>, alias: string) =>
  fetch(`${server.url}/orgs`, { method: 'POST', headers: ada, body: JSON.stringify({ alias, name: alias }) })
const saved = () => readFileSync(file, 'utf8')

/** A client that sends this and then nothing more. */
async function half({ port }: Served, text: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  sockets.push(socket.on('error', () => {}))
  await new Promise((resolve) => socket.once('connect', resolve))
  await new Promise((resolve) => socket.write(text, resolve))
  return socket
}

const halves = [
  // Nothing; half a line; half a head; half a body; half a chunk; half an upgrade; an upgrade, and half a frame; an offer of h2c, and half a body.
  '',
  'GET /v1/us',
  'GET /v1/users/me HTTP/1.1\r\nhost: a\r\nx-a',
  'POST /v1/orgs HTTP/1.1\r\nhost: a\r\nx-api-key: svc-key-ada-admin\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{"al',
  'POST /v1/orgs HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\n64\r\n{"al',
  'GET /v1/realtime HTTP/1.1\r\nhost: a\r\nupgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-ver',
  'GET /v1/realtime HTTP/1.1\r\nhost: a\r\nx-api-key: svc-key-ada-admin\r\nupgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n\x81\xfe\x01',
  'POST /v1/orgs HTTP/1.1\r\nhost: a\r\nupgrade: h2c\r\nconnection: upgrade\r\ncontent-length: 100\r\n\r\n{"al',
]

it.each(['SIGTERM', 'SIGHUP'] as const)(
  '%s ends a server whose clients have sent half of anything, and the state is saved',
  async (signal) => {
    const server = await start(['--state', file, '--log', 'silent'])
    for (const text of halves) await half(server, text)
    await addOrg(server, 'kept')
    server.child.kill(signal)
    expect(await server.exit).toBe(0)
    expect(saved()).toContain('"alias":"kept"')
  },
)

it('a signal right behind the banner ends it in order', async () => {
  // At the first byte: what it prints begins when it is ready for signals.
  for (let round = 0; round < 4; round++) {
    const result = run('svc-emulator', ['start', '--port', '0', '--state', file])
    result.child.stdout!.once('data', () => result.child.kill(round % 2 === 0 ? 'SIGTERM' : 'SIGINT'))
    expect(await result.exit).toBe(0)
    expect(JSON.parse(saved())).toHaveProperty('svc_emulator_state')
    rmSync(file)
  }
})

// 3.2 MB: twice of what the two ends of a pipe and the bound of the log hold together.
const LINES = 400

async function askAtLength(url: string): Promise<void> {
  const path = `${url}/users/me?${'x'.repeat(8000)}`
  for (let round = 0; round < LINES / 20; round++)
    await Promise.all(Array.from({ length: 20 }, () => fetch(path, { headers: ada }).then((answer) => answer.text())))
}

describe.each(['pretty', 'json'])('a log that nobody reads, %s,', (form) => {
  it('stops neither the server nor a signal', async () => {
    // A pipe whose other end nobody reads; its first line says where the server listens, and is read by hand.
    const server = run('svc-emulator', ['start', '--port', '0', '--state', file, '--log', form], { read: false })
    const out = server.child.stdout!
    let banner = ''
    while (!/API +http:\S+[\s\S]*\n\n/.test(banner)) {
      await new Promise((resolve) => out.once('readable', resolve))
      banner += String(out.read() ?? '')
    }
    const url = /API +(http:\S+)/.exec(banner)![1]!
    await askAtLength(url)
    await addOrg({ url }, 'kept')
    server.child.kill('SIGTERM')
    expect(await server.exit).toBe(0)
    expect(saved()).toContain('"alias":"kept"')
  })
})

it('lines that nobody read are counted when somebody reads again', async () => {
  const server = run('svc-emulator', ['start', '--port', '0', '--log', 'json'], { read: false })
  const out = server.child.stdout!
  let said = ''
  const read = (): void => {
    said += String(out.read() ?? '')
  }
  out.on('readable', read)
  const url = await until(() => {
    const found = /API +(http:\S+)/.exec(said)
    if (found === null) throw new Error('not yet')
    return found[1]!
  })
  out.off('readable', read)
  await askAtLength(url)
  out.on('data', (chunk) => {
    said += String(chunk)
  })
  const dropped = await until(() => {
    const found = /\{"dropped_lines":(\d+),"reason":"not read"\}\n/.exec(said)
    if (found === null) throw new Error('not yet')
    return Number(found[1])
  })
  expect(dropped).toBeGreaterThan(0)
  expect(said.match(/^\{.*"request"/gm)).toHaveLength(LINES - dropped)
  await fetch(`${url}/users/me`, { headers: ada })
  await until(() => expect(said).toMatch(/dropped_lines.*\n\{.*"url":"\/v1\/users\/me"/))
})

it.each(['stdout', 'stderr'] as const)(
  'a reader of %s that goes away ends neither the server nor the saving',
  async (name) => {
    const server = await start(['--state', file, '--unspecified', 'warn'])
    server.child[name]!.destroy()
    for (let count = 0; count < 50; count++) await (await fetch(`${server.url}/users/me`, { headers: ada })).text()
    await addOrg(server, 'kept')
    server.child.kill('SIGTERM')
    expect(await server.exit).toBe(0)
    expect(saved()).toContain('"alias":"kept"')
  },
)

it.skipIf(!existsSync('/dev/full'))('a log on a full disk stops nothing', async () => {
  const full = openSync('/dev/full', 'w')
  const port = 20_000 + (process.pid % 20_000)
  const server = run('svc-emulator', ['start', '--port', String(port), '--state', file], {
    stdio: ['ignore', full, 'pipe'],
  })
  closeSync(full)
  const url = `http://127.0.0.1:${port}/v1`
  await until(() => addOrg({ url }, 'kept'))
  for (let count = 0; count < 20; count++) await (await fetch(`${url}/users/me`, { headers: ada })).text()
  server.child.kill('SIGTERM')
  expect(await server.exit, server.err).toBe(0)
  expect(saved()).toContain('"alias":"kept"')
})

const ownProcesses = ['unshare', '--pid', '--fork', '--mount-proc', '--kill-child']
// Needs root, as containers do.
const mayUnshare = spawnSync(ownProcesses[0]!, [...ownProcesses.slice(1), 'true']).status === 0

it.skipIf(!mayUnshare)(
  'SIGTERM saves the state of process 1 of a container, where a signal has no default',
  async () => {
    const through = (command: readonly string[]): string[] => [...ownProcesses, ...command]
    const server = await start(['--state', file, '--log', 'silent'], { through })
    await addOrg(server, 'kept')
    // unshare hands signals on to nobody: the one inside is its only child.
    const inside = Number(readFileSync(`/proc/${server.child.pid}/task/${server.child.pid}/children`, 'utf8').trim())
    process.kill(inside, 'SIGTERM')
    expect(await server.exit).toBe(0)
    expect(saved()).toContain('"alias":"kept"')
  },
)

it('SIGTERM behind an advance of the clock, and in the middle of an export, saves a world at its own time, which the next server goes on with', async () => {
  const server = await start(['--state', file, '--log', 'silent'])
  const control = server.url.replace('/v1', '/__emulator')
  const post = (path: string, body: object) =>
    fetch(`${control}${path}`, { method: 'POST', headers: ada, body: JSON.stringify(body) })
  for (let n = 0; n < 50; n++)
    await post('/state/schedules', { org: 'acme', alias: `busy-${n}`, definition: 'report', every_seconds: 1 })
  const now = async () => ((await (await fetch(`${control}/health`)).json()) as { now: string }).now
  const began = await now()
  const advance = post('/clock', { advance: '200s' }).then(
    ({ status }) => status,
    () => 'cut',
  )
  await until(async () => expect(await now()).not.toBe(began))
  const exported = await fetch(`${control}/export`)
  server.child.kill('SIGTERM')
  await exported.text().catch(() => '')
  expect(await server.exit).toBe(0)
  expect([200, 'cut']).toContain(await advance)
  const state = JSON.parse(saved()) as { now_ms: number }
  expect(state.now_ms).toBeGreaterThan(Date.parse(began))
  expect(state.now_ms).toBeLessThanOrEqual(Date.parse(began) + 200_000)
  expect(readdirSync(folder)).toEqual(['s.json'])
  const next = await start(['--state', file, '--log', 'silent'])
  expect((await fetch(`${next.url}/users/me`, { headers: ada })).status).toBe(200)
  expect(
    ((await (await fetch(`${next.url.replace('/v1', '/__emulator')}/health`)).json()) as { now: string }).now,
  ).toBe(new Date(state.now_ms).toISOString())
})

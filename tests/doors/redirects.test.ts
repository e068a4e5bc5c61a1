import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { AgentWorld } from '../../cli/svc-emulator/mcp/agent-world.ts'
import { listenProxy } from '../../cli/svc-emulator/record/listen-proxy.ts'
import { Recorder } from '../../cli/svc-emulator/record/recorder.ts'
import { lookAt } from '../../cli/svc-emulator/record/target.ts'
import { svcEmulator } from '../../cli/svc-emulator/program.ts'
import { openSocket } from '../../cli/svc-worker/open-socket.ts'
import { svc } from '../../cli/svc/program.ts'
import { RemoteEmulator } from '../../emulator/adapters/testing/remote-emulator.ts'
import { ControlClient } from '../../emulator/scenario/control-client/control-client.ts'
import { HttpTarget } from '../../emulator/scenario/targets/http-target.ts'
import { serverSource } from '../../inspector/src/source/server-source.ts'
import { filesWith, readCode } from '../helpers/code.ts'
import { newHome, run } from '../helpers/cli/in-process.ts'

const TOKEN = 'a-token-of-the-team'
const KEY = 'svc-key-ada-admin'
const headers = { 'x-api-key': KEY }

/** A server that redirects everything to another origin, which notes what it is sent. */
let [here, there] = [createServer(), createServer()]
let [origin, asked, seen]: [string, number, IncomingMessage[]] = ['', 0, []]
const listen = async (server: Server): Promise<string> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
beforeEach(async () => {
  seen = []
  asked = 0
  there = createServer((request, response) => {
    seen.push(request)
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"status":"success"}')
  })
  const to = await listen(there)
  here = createServer((request, response) => {
    asked++
    response.writeHead(307, { location: `${to}${request.url}` }).end()
  })
  origin = await listen(here)
})
afterEach(() => {
  for (const server of [here, there]) {
    server.closeAllConnections()
    server.close()
  }
})

const command = (...argv: string[]) => run(svcEmulator, argv, newHome(), { env: { SVC_API_KEY: KEY } })
const target = () => new HttpTarget({ apiUrl: `${origin}/v1` })
const inspector = () => {
  const page = { origin, pathname: '/', hash: '' } as Location
  return serverSource(page, { getItem: () => TOKEN } as unknown as Storage)
}

async function throughTheRecorder(ask: (target: HttpTarget) => Promise<unknown>): Promise<void> {
  const recorder = new Recorder(undefined, { kept: () => undefined, leftOut: () => undefined })
  const settings = { target: `${origin}/v1`, realtimeUrl: undefined, port: 0, host: '127.0.0.1' }
  const proxy = await listenProxy(settings, recorder)
  await ask(new HttpTarget({ apiUrl: proxy.url }))
  await proxy.close()
}

const request = { method: 'GET', path: '/users/me', headers, body: undefined, timeout: 10_000 }
const ignored = { text: () => undefined, closed: () => undefined, failed: () => undefined }
const control = 'emulator/scenario/control-client/control-client.ts'

/** Whoever sends a key or a control token to another host: the file that sends it, and a call. */
const doors: readonly (readonly [string, file: string, ask: () => Promise<unknown>])[] = [
  ['coverage', control, () => command('coverage', origin, '--control-token', TOKEN)],
  ['diff', control, () => command('diff', origin, origin, '--control-token', TOKEN)],
  ['mcp', control, () => new AgentWorld({ origin, controlToken: TOKEN } as never, undefined).control('GET /health')],
  ['fixtures', control, () => RemoteEmulator.create(origin, { token: TOKEN })],
  ['a control client', control, () => new ControlClient(`${origin}/__emulator`, { token: TOKEN }).send('GET /health')],
  [
    'replay --target',
    'emulator/scenario/targets/running-emulator.ts',
    () => command('replay', 'null-cursor', '--target', `${origin}/v1`, '--control-token', TOKEN),
  ],
  ['record', 'cli/svc-emulator/record/target.ts', () => lookAt(`${origin}/v1`, TOKEN)],
  [
    'record, over HTTP',
    'cli/svc-emulator/record/http-proxy.ts',
    () => throughTheRecorder((recorded) => recorded.request(request)),
  ],
  [
    'record, over a socket',
    'cli/svc-emulator/record/socket-proxy.ts',
    () => throughTheRecorder((recorded) => recorded.connect(headers, ignored)),
  ],
  [
    'svc',
    'cli/shared/get-json.ts',
    () => run(svc, ['whoami'], newHome(), { env: { SVC_API_KEY: KEY, SVC_API_URL: `${origin}/v1` } }),
  ],
  [
    'svc-worker',
    'cli/svc-worker/open-socket.ts',
    () =>
      openSocket({
        url: `${origin.replace('http', 'ws')}/v1/realtime`,
        apiKey: KEY,
        env: {},
        stopping: new AbortController().signal,
      }),
  ],
  ['a target', 'emulator/scenario/targets/http-target.ts', () => target().request(request)],
  ['a socket of a target', 'emulator/scenario/targets/node-socket.ts', () => target().connect(headers, ignored)],
  [
    'drift',
    'emulator/scenario/targets/http-target.ts',
    () => command('drift', '--target', `${origin}/v1`, '--read-only'),
  ],
  [
    'pull',
    'emulator/scenario/targets/http-target.ts',
    () => command('pull', '--target', `${origin}/v1`, '--org', 'acme', '-o', join(newHome(), 'a.yaml')),
  ],
  ['the inspector', 'inspector/src/source/server-source.ts', () => inspector().call('GET /health')],
  [
    'the inspector, as a client',
    'inspector/src/source/server-source.ts',
    () => inspector().request('/users/me', { headers }),
  ],
]

describe.each(doors)('%s', (_, __, ask) => {
  it('sends nothing to another origin, however it is redirected', async () => {
    await ask().catch(() => undefined)
    expect(asked).toBeGreaterThan(0)
    expect(seen.map(({ method, url }) => `${method} ${url}`)).toEqual([])
  })
})

/** Every way in which code of this package can send a request. */
const sends = new RegExp(
  [
    String.raw`(?<![.\w#])fetch\((?!\$\{|\w+: )`,
    String.raw`(?<!typeof )\b(?:globalThis|window|self)\.fetch\b(?! ===)`,
    String.raw`\bnew (?:WebSocket|EventSource|XMLHttpRequest)\b|\bsendBeacon\(`,
    String.raw`import \{[^}]*\b(?:request|get)\b[^}]*\} from 'node:https?'`,
    String.raw`import (?:\*|\w+\b)(?<!type)[^'{]*'node:https?'`,
    String.raw`'(?:node:http2|undici|axios)'|import\('node:https?'\)`,
  ].join('|'),
)

/** Files that send requests of others, and why their redirects are those of others. */
const others = [
  // `fetch` of a subject, which is the user's program.
  'emulator/adapters/testing/explore-fixture.ts',
]

/** Types and calls of who is asked by others. */
const takes = /\bServerResponse\b|\bDuplex\b|\bcreateServer\(/

it('no other file sends requests', () => {
  const found = filesWith(sends, 'emulator', 'cli', 'inspector/src')
  expect(found).toEqual([...new Set([...doors.map(([, file]) => file), ...others])].toSorted())
})

it.each([
  'const answer = await fetch(url, { headers })',
  'const ask = globalThis.fetch',
  "import { request } from 'node:https'",
  "import { get as ask, type Agent } from 'node:http'",
  "import * as http from 'node:http'",
  "import http from 'node:http'",
  "import { fetch } from 'undici'",
  'new EventSource(url)',
])('a file with `%s` is found', (line) => expect(line).toMatch(sends))

it.each([
  "import type { IncomingMessage } from 'node:http'",
  "import { createServer, type Server } from 'node:http'",
  'return this.#fetch(url, init)',
])('a file with `%s` is none', (line) => expect(line).not.toMatch(sends))

it('each call of fetch says what a redirect is to it', () => {
  for (const file of new Set(doors.map(([, each]) => each))) {
    const code = readCode(file)
    const calls = code.match(/(?<![.\w#])fetch\(/g) ?? []
    expect([file, code.match(/redirect: '(?:manual|error)'/g) ?? []]).toEqual([
      file,
      calls.map(() => expect.anything()),
    ])
    expect(code).not.toMatch(/followRedirects|redirect: 'follow'/)
  }
})

it('whoever takes requests and sends some hands their headers on by `handedOn`', () => {
  const between = filesWith(sends, 'emulator', 'cli').filter((file) => takes.test(readCode(file)))
  expect(between).toEqual(['cli/svc-emulator/record/http-proxy.ts', 'cli/svc-emulator/record/socket-proxy.ts'])
  for (const file of between) expect(readCode(file)).toMatch(/headers: (?:handedOn|sentHeaders)\(/)
})

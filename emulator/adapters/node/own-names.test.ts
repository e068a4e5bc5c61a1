import { isIP } from 'node:net'
import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { request as plainRequest } from 'node:http'
import { request as secureRequest } from 'node:https'
import { connect, type TLSSocket } from 'node:tls'
import { WebSocket } from 'ws'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sourceFiles } from '../../../tests/helpers/source-files.ts'
import { startServer, type RunningServer, type ServerOptions } from './server.ts'

interface Answer {
  readonly status: number
  readonly text: string
  readonly headers: Readonly<Record<string, unknown>>
}

type Headers = Readonly<Record<string, string>>

function ask(server: RunningServer, path: string, headers: Headers, method = 'GET'): Promise<Answer> {
  const { port, protocol } = new URL(server.url)
  const send = protocol === 'https:' ? secureRequest : plainRequest
  return new Promise((resolve, reject) => {
    const to = { port, host: '127.0.0.1', rejectUnauthorized: false, path, method, headers }
    const sent = send(to, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
      response.on('end', () => resolve({ status: response.statusCode!, text, headers: response.headers }))
    })
    sent.on('error', reject).end()
  })
}

const json = { 'content-type': 'application/json' }
const chrome = { 'user-agent': 'Mozilla/5.0', 'x-api-key': 'svc-key-ada-admin' }

interface Servers {
  readonly plain: RunningServer
  readonly cors: RunningServer
  readonly secure: RunningServer
}

/** Every place in which the name of the server counts: true where it is taken. */
const doors: Readonly<Record<string, (servers: Servers, name: string) => Promise<boolean> | boolean>> = {
  'Host of the control API': async ({ plain }, name) =>
    (await ask(plain, '/__emulator/state/users/ada', { host: `${name}:4010` })).status === 200,
  'Host of its open calls': async ({ plain }, name) =>
    (await ask(plain, '/__emulator/health', { host: name })).status === 200,
  'Host of a page that asks the API': async ({ plain }, name) =>
    (await ask(plain, '/v1/users/me', { ...chrome, host: `${name}:4010` })).status === 200,
  'origin of a page that asks the control API, with CORS': async ({ cors }, name) => {
    const origin = `https://${name}:3000`
    const { status, headers } = await ask(cors, '/__emulator/state/users/ada', { host: 'localhost', origin })
    return status === 200 && headers['access-control-allow-origin'] === origin
  },
  'addresses that /worlds tells': async ({ plain }, name) =>
    (await ask(plain, '/__emulator/worlds/mia', { ...json, host: `${name}:8080` }, 'PUT')).text.includes(
      `"base_url":"http://${name}:8080/w/mia/v1"`,
    ),
  'the certificate': async ({ secure }, name) => {
    const { port } = new URL(secure.url)
    const socket: TLSSocket = connect({ port: Number(port), host: '127.0.0.1', rejectUnauthorized: false })
    await once(socket, 'secureConnect')
    const certificate = new X509Certificate(socket.getPeerCertificate(true).raw)
    socket.destroy()
    return (isIP(name) ? certificate.checkIP(name) : certificate.checkHost(name)) !== undefined
  },
}

/** One more, where names of this machine are those of any project's pages (`--cors` opens it to them). */
const openSocket = async ({ plain }: Servers, name: string): Promise<boolean> => {
  const socket = new WebSocket(`${plain.realtimeUrl}?api_key=svc-key-ada-admin`, { origin: `http://${name}:3000` })
  const opened = await Promise.race([
    once(socket, 'open').then(() => true),
    once(socket, 'unexpected-response').then(() => false),
  ])
  socket.on('error', () => {}).terminate()
  return opened
}

let servers: Servers
beforeAll(async () => {
  const start = (options: ServerOptions) => startServer({ names: ['svc.qa'], ...options })
  servers = { plain: await start({}), cors: await start({ cors: true }), secure: await start({ tls: true }) }
})
afterAll(() => Promise.all(Object.values(servers).map((server: RunningServer) => server.close())))

describe.each(Object.entries(doors))('%s', (_, isTaken) => {
  it.each(['svc.qa', 'localhost', '127.0.0.1', '10.0.2.2', 'host.docker.internal'])('takes %s', async (name) => {
    expect(await isTaken(servers, name)).toBe(true)
  })
  it.each(['evil.example', 'svc.qa.evil.example', 'qa', '10.0.2.3'])('refuses %s', async (name) => {
    expect(await isTaken(servers, name)).toBe(false)
  })
})

it.each([
  ['svc.qa', true],
  ['10.0.2.2', true],
  ['localhost', false],
  ['evil.example', false],
])('a page of %s at another port may open a socket: %s', async (name, expected) => {
  expect(await openSocket(servers, name)).toBe(expected)
})

it('a name that is none is refused', async () => {
  await expect(startServer({ names: ['http://svc.qa'] })).rejects.toThrow('names')
})

/** Files that compare a name with those of the server, or tell it: a further one belongs to the doors above. */
it('no other file reads Host or Origin', () => {
  const reading = /'(?:host|origin)'\)/
  const files = sourceFiles('emulator').filter((file) => reading.test(readFileSync(file, 'utf8')))
  expect(files.toSorted()).toEqual([
    'emulator/adapters/control/guard.ts',
    'emulator/adapters/control/serve.ts',
    'emulator/adapters/node/foreign-names.ts',
    'emulator/adapters/node/forwarded.ts',
    'emulator/adapters/node/refusals.ts',
    'emulator/adapters/node/socket.ts',
    'emulator/engine/kernel/rest/headers.ts',
    'emulator/engine/kernel/rest/http.ts',
    'emulator/engine/kernel/rest/origin.ts',
    'emulator/host/beside.ts',
  ])
})

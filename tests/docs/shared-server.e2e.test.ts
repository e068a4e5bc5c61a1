/** The nginx of docs/containers.md: each world on one server, in every way, for requests and upgrades, by a name. */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startServer, type RunningServer } from '../../emulator/adapters/node/server.ts'
import { freePort } from '../helpers/free-port.ts'
import { until } from '../helpers/until.ts'
import { parseBlocks } from './blocks.ts'
import { hasProgram } from './languages.ts'

const WORLDS = ['mia', 'leo', 'zoe', 'ada', 'ben', 'cleo']
const KEY = { 'x-api-key': 'svc-key-ada-admin' }

type Headers = Readonly<Record<string, string | string[]>>

/** Ways of a client to name its world, with what proxies and libraries make of them. */
const ways: Readonly<Record<string, (name: string) => { readonly prefix?: string; readonly headers?: Headers }>> = {
  path: (name) => ({ prefix: `/w/${name}` }),
  header: (name) => ({ headers: { 'x-svc-world': name } }),
  'header that was joined': (name) => ({ headers: { 'x-svc-world': `${name}, ${name}` } }),
  baggage: (name) => ({ headers: { baggage: `svc-world=${name}` } }),
  'baggage with spaces, and other members': (name) => ({
    headers: { baggage: `user = a%2Cb;ttl=1 , svc-world = ${name};p=1,x=y` },
  }),
  cookie: (name) => ({ headers: { cookie: `svc_world=${name}` } }),
  'cookie in quotes, and others': (name) => ({ headers: { cookie: `theme=dark; svc_world="${name}"; b=2` } }),
  'cookie in the second of two lines': (name) => ({ headers: { cookie: ['a=1', `svc_world=${name}`] } }),
  'path, whatever travels with it': (name) => ({
    prefix: `/w/${name}`,
    headers: { baggage: 'svc-world=mia', cookie: 'svc_world=leo' },
  }),
}

const upgrade = {
  connection: 'Upgrade',
  upgrade: 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
}

describe.skipIf(!hasProgram('nginx'))('nginx in front of three servers', () => {
  let folder: string
  let port: number
  let nginx: ChildProcess
  let servers: readonly RunningServer[]

  /** Asks nginx as `svc.qa`. */
  const ask = (path: string, headers: Headers, method = 'GET'): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      const host = { host: `svc.qa:${port}` }
      const sent = request({ port, host: '127.0.0.1', path, method, headers: { ...host, ...KEY, ...headers } })
      sent.on('response', (answer) => resolve(answer.resume()))
      sent.on('upgrade', (answer, socket) => {
        socket.destroy()
        resolve(answer)
      })
      sent.on('error', reject).end()
    })

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'svc-nginx-'))
    const given = { controlToken: 't', names: ['svc.qa'], behindProxy: true, worlds: 'required' } as const
    servers = await Promise.all([startServer(given), startServer(given), startServer(given)])
    port = Number(await freePort())
    const blocks = parseBlocks(readFileSync('docs/containers.md', 'utf8'))
    for (const name of ['svc-emulator.conf', 'nginx.conf']) {
      const block = blocks.find(({ attributes }) => attributes['file'] === name)!
      const shown = { 4011: 0, 4012: 1, 4013: 2 }
      const text = block.text
        .replaceAll(/127\.0\.0\.1:(401[123])/g, (_, at: keyof typeof shown) => new URL(servers[shown[at]]!.url).host)
        .replace('127.0.0.1:8080', `127.0.0.1:${port}`)
      writeFileSync(join(folder, name), text)
    }
    const options = ['-p', folder, '-e', 'nginx.log', '-c', 'nginx.conf']
    execFileSync('nginx', ['-t', '-q', ...options])
    nginx = spawn('nginx', [...options, '-g', 'daemon off;'], { stdio: 'ignore' })
    await until(() => ask('/__emulator/health', {}))
    for (const name of WORLDS) {
      const { statusCode } = await ask(
        `/__emulator/worlds/${name}`,
        { 'x-emulator-token': 't', 'x-svc-world': name },
        'PUT',
      )
      expect(statusCode).toBe(200)
    }
  })

  afterAll(async () => {
    nginx.kill()
    await once(nginx, 'close')
    for (const server of servers) await server.close()
    rmSync(folder, { recursive: true })
  })

  it.each(Object.entries(ways))('finds six of six worlds by %s, for requests and upgrades', async (_, send) => {
    const asked = await Promise.all(
      WORLDS.map(async (name) => {
        const { prefix = '', headers = {} } = send(name)
        const page = { origin: 'http://svc.qa:3000' }
        const answers = await Promise.all([
          ask(`${prefix}/v1/users/me`, headers),
          ask(`${prefix}/v1/realtime`, { ...headers, ...upgrade, ...page }),
        ])
        return [name, ...answers.map(({ statusCode }) => statusCode)]
      }),
    )
    expect(asked).toEqual(WORLDS.map((name) => [name, 200, 101]))
  })

  it('serves pages of the name, and control calls with the token alone', async () => {
    const mia = { 'x-svc-world': 'mia' }
    const chrome = { 'user-agent': 'Mozilla/5.0', origin: `http://svc.qa:${port}`, 'sec-fetch-site': 'same-origin' }
    const statuses = await Promise.all([
      ask('/v1/users/me', { ...mia, ...chrome }),
      ask('/__emulator/journal', { ...mia, ...chrome, 'x-emulator-token': 't' }),
      ask('/__emulator/reset', { ...mia, host: 'localhost' }, 'POST'),
      ask('/v1/users/me', { ...mia, ...chrome, host: 'evil.example', origin: 'http://evil.example' }),
    ])
    expect(statuses.map(({ statusCode }) => statusCode)).toEqual([200, 200, 401, 403])
  })
})

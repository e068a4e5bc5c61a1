/** The command as it is built, under Bun, Deno and the newest Node: tools/runtimes brings them. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { head, raw } from '../hostile/raw.ts'

const packages = resolve('tools/runtimes/node_modules')
const key = { 'x-api-key': 'svc-key-ada-admin' }

/** The program in one of these packages, of which each is for another kind of machine. */
function programIn(names: readonly string[], file: string): string {
  const found = names.map((name) => join(packages, name, file)).find((path) => existsSync(path))
  if (found === undefined)
    throw new Error(`none of ${names.join(', ')} is installed in tools/runtimes: npm run test:runtimes`)
  return found
}

const bun = ['linux-x64', 'linux-aarch64', 'darwin-x64', 'darwin-aarch64'].map((kind) => `@oven/bun-${kind}`)
const node = ['linux-x64', 'linux-arm64', 'darwin-x64', 'bin-darwin-arm64'].map((kind) => `node-${kind}`)
// Deno is installed for one platform, the one of the CI.
const hasDeno = process.platform === 'linux' && process.arch === 'x64'

const runtimes = [
  { name: 'Bun', command: () => [programIn(bun, 'bin/bun')] },
  { name: 'Node 26', command: () => [programIn(node, 'bin/node')] },
  ...(hasDeno
    ? [{ name: 'Deno', command: () => [programIn(['@deno/linux-x64-glibc'], 'deno'), 'run', '--allow-all'] }]
    : []),
]

describe.each(runtimes)('under $name', ({ command }) => {
  let server: ChildProcess
  let url: string
  let realtime: string
  let errors = ''

  beforeAll(async () => {
    const [program = '', ...words] = command()
    server = spawn(program, [...words, 'dist/cli/svc-emulator.js', 'start', '--port', '0', '--log', 'silent'], {
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    server.stderr!.setEncoding('utf8').on('data', (text: string) => {
      errors += text
    })
    const said = await new Promise<string>((done, failed) => {
      let text = ''
      server.stdout!.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk
        if (/Try\n.*\n/.test(text)) done(text)
      })
      server.once('exit', (code) => failed(new Error(`it ended with exit code ${code}: ${errors}`)))
    })
    url = /API +(http:\S+)/.exec(said)![1]!
    realtime = /Realtime +(ws:\S+)/.exec(said)![1]!
  })
  afterAll(() => void server.kill('SIGKILL'))

  it('answers a request, and another on the same connection', async () => {
    for (const alias of ['ada', 'ben']) {
      const response = await fetch(`${url}/users/${alias}`, { headers: key })
      expect(response.status).toBe(200)
      expect(await response.json()).toMatchObject({ status: 'success', user: { alias } })
    }
    expect((await fetch(`${url}/users/me`)).status).toBe(401)
  })

  it('reads a body, and refuses one beyond the limit', async () => {
    const post = (name: string) =>
      fetch(`${url}/orgs`, {
        method: 'POST',
        headers: { ...key, 'content-type': 'application/json' },
        body: JSON.stringify({ name }),
      })
    expect(await (await post('Quarry')).json()).toMatchObject({ status: 'success', org: { name: 'Quarry' } })
    expect((await post('x'.repeat(2_000_000))).status).toBe(413)
  })

  it('breaks a connection as a trigger says', async () => {
    const trigger = { when: { endpoint: 'GET /orgs/:id', nth: 1 }, do: [{ drop: true }] }
    const added = await fetch(url.replace('/v1', '/__emulator/triggers'), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(trigger),
    })
    expect(added.status, await added.text()).toBeLessThan(300)
    await expect(fetch(`${url}/orgs/acme`, { headers: key })).rejects.toThrow('fetch failed')
    expect((await fetch(`${url}/orgs/acme`, { headers: key })).status).toBe(200)
  })

  it('answers an offer of h2c, and keeps its body', async () => {
    const body = JSON.stringify({ name: 'From Java', alias: 'from-java' })
    const post = head(
      'POST',
      '/v1/orgs',
      'connection: Upgrade, HTTP2-Settings',
      'upgrade: h2c',
      'http2-settings: AAMAAABkAAQAAP__',
      'content-type: application/json',
      `content-length: ${body.length}`,
    )
    const answers = await raw({ url }, [post + body, head('GET', '/v1/orgs/from-java')], 2)
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
  })

  it('answers the call of a socket, and refuses a wrong key', async () => {
    const socket = new WebSocket(realtime, { headers: key })
    await once(socket, 'open')
    socket.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'workflow.list_sessions', params: { org_id: 'acme' } }))
    const [data] = (await once(socket, 'message')) as [Buffer]
    expect(JSON.parse(data.toString())).toMatchObject({ id: 1, result: { sessions: expect.any(Array) } })
    socket.close()
    const refused = new WebSocket(realtime, { headers: { 'x-api-key': 'wrong' } })
    const [error] = (await once(refused, 'error')) as [Error]
    expect(error.message).toContain('401')
  })

  it('ends at SIGTERM with exit code 0, and has complained of nothing', async () => {
    const ended = once(server, 'exit')
    server.kill('SIGTERM')
    expect((await ended)[0]).toBe(0)
    expect(errors).toBe('')
  })
})

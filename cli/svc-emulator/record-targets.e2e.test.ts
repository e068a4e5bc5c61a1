import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createServer as createTlsServer, type Server as TlsServer } from 'node:tls'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { WebSocket } from 'ws'
import {
  aloneInAFolder,
  call,
  callSocket,
  folder,
  recording,
  replayed,
  served,
} from '../../tests/helpers/cli/recording.ts'
import { listening, runBuilt, runHere, serveHere } from '../../tests/helpers/cli/running.ts'

aloneInAFolder()

/** Terminates TLS in front of a server, with a certificate that no client trusts by default. */
async function behindTls(url: string, certificate: string, key: string): Promise<TlsServer> {
  const server = createTlsServer({ cert: readFileSync(certificate), key: readFileSync(key) }, (socket) => {
    const inner = connect(Number(new URL(url).port), '127.0.0.1')
    socket.pipe(inner).pipe(socket)
    for (const each of [socket, inner]) each.on('error', () => [socket, inner].forEach((one) => one.destroy()))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}

it.skipIf(!existsSync('/usr/bin/openssl'))(
  'records a target behind TLS, over HTTP and sockets, and replays on it',
  async () => {
    const [certificate, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
    execFileSync(
      'openssl',
      [
        'req',
        '-x509',
        '-newkey',
        'ec',
        '-pkeyopt',
        'ec_paramgen_curve:prime256v1',
        '-nodes',
        '-keyout',
        key,
        '-out',
        certificate,
        '-days',
        '2',
        '-subj',
        '/CN=localhost',
        '-addext',
        'subjectAltName=IP:127.0.0.1',
      ],
      { stdio: 'ignore' },
    )
    const server = await behindTls((await served()).url, certificate, key)
    const target = `https://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
    try {
      const file = join(folder, 'tls.yaml')
      const untrusted = runHere(['record', '--target', target, '-o', file])
      expect(await untrusted.exit).toBe(2)
      expect(untrusted.err).toBe(
        `svc-emulator: the target ${target} cannot be reached: DEPTH_ZERO_SELF_SIGNED_CERT (NODE_EXTRA_CA_CERTS=FILE names certificates to trust)\n`,
      )

      // Node reads the certificates to trust when it starts.
      const env = { ...process.env, NODE_EXTRA_CA_CERTS: certificate, ADA: 'svc-key-ada-admin' }
      const words = ['record', '--target', target, '-o', file, '--port', '0', '--steps', '3']
      const proxy = await listening(runBuilt(words, env))
      expect(proxy.url).toMatch(/^http:/)
      await call(proxy.url, 'GET', '/users/me')
      await call(proxy.url, 'POST', '/blobs/acme', { alias: 'secured', type: 'text' })
      await callSocket(proxy.realtimeUrl, { 'x-api-key': 'svc-key-ada-admin' }, [
        { method: 'workflow.list_sessions', params: { org_id: 'acme' } },
      ])
      expect(await proxy.exit, proxy.err).toBe(0)
      await replayed(file)
      const replay = runBuilt(['replay', file, '--target', target], env)
      expect(await replay.exit, `${replay.out}${replay.err}`).toBe(0)
    } finally {
      server.close()
    }
  },
)

/** A gateway that compresses every answer, asked for or not. */
async function behindGateway(url: string, encoding: string, pack: (bytes: Uint8Array) => Uint8Array): Promise<Server> {
  const server = createServer((request, response) => {
    void fetch(new URL(request.url!, url), { headers: { 'x-api-key': String(request.headers['x-api-key']) } }).then(
      async (answer) => {
        response.writeHead(answer.status, { 'content-type': 'application/json', 'content-encoding': encoding })
        response.end(pack(new Uint8Array(await answer.arrayBuffer())))
      },
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}

it.each([
  ['gzip', gzipSync],
  ['br', brotliCompressSync],
])('records what is in an answer that came as %s', async (encoding, pack) => {
  const server = await behindGateway((await served()).url, encoding, pack)
  try {
    const file = join(folder, 'packed.yaml')
    const target = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
    const proxy = await recording(target, file, '--steps', '1')
    expect(await call(proxy.url, 'GET', '/users/me')).toMatchObject({ user: { alias: 'ada' } })
    expect(await proxy.exit, proxy.err).toBe(0)
    expect(readFileSync(file, 'utf8')).toContain('alias: ada')
    await replayed(file)
  } finally {
    server.close()
  }
})

it('records each call of a batch, and names what no step can hold', async () => {
  const file = join(folder, 'batch.yaml')
  const proxy = await recording((await served()).url, file, '--steps', '4')
  const socket = new WebSocket(proxy.realtimeUrl, { headers: { 'x-api-key': 'svc-key-ada-admin' } })
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  const list = (id: number | undefined, method: string) => ({
    jsonrpc: '2.0',
    ...(id !== undefined && { id }),
    method,
    params: { org_id: 'acme' },
  })
  // One id twice: it is allowed, and the answers come in order.
  socket.send(
    JSON.stringify([
      list(1, 'workflow.list_sessions'),
      list(undefined, 'workflow.list_sessions'),
      list(2, 'workflow.list_definitions'),
      list(1, 'scheduler.list_schedules'),
    ]),
  )
  socket.send('[]')
  socket.send(JSON.stringify(list(1, 'workflow.list_executions')))
  expect(await proxy.exit, proxy.err).toBe(0)
  socket.terminate()
  expect(proxy.err.match(/not recorded: a frame that is no call/g)).toHaveLength(2)
  const text = readFileSync(file, 'utf8')
  expect(text.match(/call: \S+/g)).toEqual([
    'call: workflow.list_sessions',
    'call: workflow.list_definitions',
    'call: scheduler.list_schedules',
    'call: workflow.list_executions',
  ])
  expect(text).not.toContain('no_answer')
  await replayed(file)
})

it('records the triggers of the target with what they did', async () => {
  const target = await served()
  const control = `${target.url.replace(/\/v1$/, '')}/__emulator/triggers`
  for (const trigger of [
    { name: 'second-fails', when: { endpoint: 'GET /users/me', nth: 2 }, do: { fail: { error: 'internal_error' } } },
    { when: { endpoint: 'GET /users/me', nth: 3 }, do: { drop: true } },
    { when: { endpoint: 'GET /orgs/:id' }, do: { fail: { error: 'limit_exceeded' } } },
  ])
    await fetch(control, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(trigger),
    })
  const file = join(folder, 'faults.yaml')
  const proxy = await recording(target.url, file, '--steps', '4')
  await call(proxy.url, 'GET', '/users/me')
  await call(proxy.url, 'GET', '/users/me')
  await call(proxy.url, 'GET', '/users/me').catch(() => undefined)
  await call(proxy.url, 'GET', '/users/me')
  expect(await proxy.exit, proxy.err).toBe(0)
  const text = readFileSync(file, 'utf8')
  expect(text).toContain('second-fails')
  expect(text).toContain('expect: { outcome: no_answer }')
  expect(proxy.err).not.toContain('note: triggers')
  await replayed(file)
  await replayed(file, '--target', (await served()).url)
})

it('says what of a target a replay will not have', async () => {
  const own = join(folder, 'own.yaml')
  writeFileSync(
    own,
    [
      'scenario: 1',
      'name: own',
      'about: A world of its own.',
      'world: { records: { orgs: [{ alias: mine }] } }',
      'triggers: [{ when: { endpoint: GET /users/me }, do: { update: { orgs: { mine: { name: Changed } } } } }]',
    ].join('\n'),
  )
  const target = await serveHere(own)
  await call(target.url, 'GET', '/users/me')
  const file = join(folder, 'taken.yaml')
  const proxy = await recording(target.url, file, '--steps', '1')
  const late = { when: { endpoint: 'GET /users/me' }, do: { drop: true } }
  await fetch(`${target.url.replace(/\/v1$/, '')}/__emulator/triggers`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(late),
  })
  await call(proxy.url, 'GET', '/users/ada')
  expect(await proxy.exit, proxy.err).toBe(0)
  expect(proxy.err).toContain('note: triggers of the target were added or removed while this was recorded')
  expect(readFileSync(file, 'utf8')).toContain('# Note: triggers of the target were added or removed')
  expect(proxy.err).toContain("note: the target plays 'own', a world that the recording cannot name")
  expect(proxy.err).toContain('note: triggers of the target have counted requests already')
  expect(readFileSync(file, 'utf8')).toContain('update: { orgs: { mine: { name: Changed } } }')
})

it('records the settings of an emulator that are not those of its world', async () => {
  const { url } = await served({ seed: 9, settings: { otherwise: ['A-38/1'] } })
  const file = join(folder, 'otherwise.yaml')
  const proxy = await recording(url, file, '--steps', '1')
  expect(await call(proxy.url, 'POST', '/orgs', { name: 'New', alias: 'new-org', colour: 'red' })).toMatchObject({
    org: {},
  })
  expect(await proxy.exit, proxy.err).toBe(0)
  expect(readFileSync(file, 'utf8')).toMatch(/otherwise: \[ A-38\/1 \]/)
  await replayed(file)
  await replayed(file, '--target', url)
})

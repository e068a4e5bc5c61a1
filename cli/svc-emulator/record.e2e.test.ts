import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { run as runInProcess } from '../../tests/helpers/cli/in-process.ts'
import {
  aloneInAFolder,
  call,
  callSocket,
  folder,
  recording,
  replayed,
  served,
} from '../../tests/helpers/cli/recording.ts'
import { listening, runBuilt, runHere } from '../../tests/helpers/cli/running.ts'
import { svcEmulator } from './program.ts'

aloneInAFolder()

async function session(url: string, realtimeUrl: string): Promise<string[]> {
  await call(url, 'GET', '/users/me')
  const { blob, operation } = await call(url, 'POST', '/blobs/acme', { alias: 'recorded', type: 'text' })
  await call(url, 'GET', `/blobs/acme/${blob!['id']}`)
  await call(url, 'GET', `/operations/${operation!['id']}`)
  const { api_key: minted } = await call(url, 'POST', '/api-keys/target/user/build-bot', { role: 'write' })
  await call(url, 'GET', '/users/me', undefined, { 'x-api-key': minted!['key']! })
  await call(url, 'GET', '/users/ben/limits')
  await call(url, 'GET', '/users/me', undefined, { 'x-api-key': 'svc-key-of-nobody' })
  const [first] = await callSocket(realtimeUrl, { 'x-api-key': 'svc-key-ada-admin' }, [
    { method: 'workflow.list_sessions', params: { org_id: 'acme' } },
  ])
  await callSocket(realtimeUrl, {}, [
    { method: 'workflow.list_sessions', params: { org_id: 'acme' } },
    { method: 'session.authenticate', params: { access_token: 'svc-token-ada' } },
    {
      method: 'workflow.list_sessions',
      params: { org_id: 'acme', start_session_id: first!['result']!['last_session_id'] },
    },
    { method: 'workflow.list_nothing' },
    { method: 'workflow.list_sessions', params: { org_id: 'acme', limit: 3 } },
  ])
  return [minted!['key']!, 'svc-key-', 'svc-token-']
}

it('what was recorded replays green in process and on a fresh emulator', async () => {
  const target = await served()
  const file = join(folder, 'my session.yaml')
  const proxy = await listening(runBuilt(['record', '--target', target.url, '-o', file, '--port', '0']))
  const secrets = await session(proxy.url, proxy.realtimeUrl)
  // Moving a virtual clock is part of the session.
  await fetch(`${target.url.replace(/\/v1$/, '')}/__emulator/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"advance":"1h"}',
  })
  await call(proxy.url, 'GET', '/blobs/acme/recorded')
  expect(existsSync(file)).toBe(false)
  proxy.stop('SIGINT')
  expect(await proxy.exit, proxy.err).toBe(0)
  expect(proxy.err).toContain(`wrote ${file}, 15 steps`)

  const text = readFileSync(file, 'utf8')
  for (const secret of secrets) expect(text + proxy.err).not.toContain(secret)
  expect(text).toContain('name: my-session\n')
  expect(text).toContain('- clock: { advance: 1h }')
  expect(text).toContain('condition: ready')
  expect(text).toContain('http: GET /operations/${operation_id}')
  expect(readdirSync(folder)).toEqual(['my session.yaml'])

  expect(await replayed(file)).toContain('1 scenario')
  const fresh = await served()
  await replayed(file, '--target', fresh.url)
})

it('a server that is no emulator is given the keys by name', async () => {
  const { url } = await served()
  // A server with the API of an emulator, but no control API.
  const stranger = createServer((request, response) => {
    if (!request.url?.startsWith('/v1/')) return void response.writeHead(404).end()
    const headers =
      request.headers['x-api-key'] === undefined ? {} : { 'x-api-key': String(request.headers['x-api-key']) }
    void fetch(url + request.url.slice(3), { headers }).then(async (answer) =>
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text()),
    )
  })
  await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve))
  const target = `http://127.0.0.1:${(stranger.address() as AddressInfo).port}/v1`
  try {
    const file = join(folder, 'stranger.json')
    const proxy = await recording(target, file, '--steps', '2')
    await call(proxy.url, 'GET', '/users/me')
    await call(proxy.url, 'GET', '/users/me/orgs')
    expect(await proxy.exit, proxy.err).toBe(0)
    expect(proxy.err).toContain('does not show its control API')
    expect(proxy.err).toContain('--api-key-env ada-admin=ADA_ADMIN')
    expect(readFileSync(file, 'utf8')).not.toContain('svc-key-')
    await replayed(file)
    await replayed(file, '--target', target, '--api-key-env', 'ada-admin=ADA')
    const without = await runInProcess(svcEmulator, ['replay', file, '--target', target], folder)
    expect(without.exit).toBe(1)
    expect(without.stdout).toContain("there is no secret for the key 'ada-admin'")
  } finally {
    stranger.close()
  }
})

it('records the world of the target: its fixtures, seed or shipped scenario', async () => {
  const seeded = await served({ seed: 7 })
  const file = join(folder, 'seeded.yaml')
  const proxy = await recording(seeded.url, file, '--steps', '1')
  await call(proxy.url, 'GET', '/orgs/acme')
  expect(await proxy.exit, proxy.err).toBe(0)
  expect(readFileSync(file, 'utf8')).toContain('world:\n  fixtures: [ starter ]\n  seed: 7\n')
  await replayed(file)
})

it('says what is wrong before anything is recorded', async () => {
  const port = await new Promise<number>((resolve) => {
    const server = createServer().listen(0, () => {
      const { port: free } = server.address() as AddressInfo
      server.close(() => resolve(free))
    })
  })
  const refused = runHere([
    'record',
    '--target',
    `http://127.0.0.1:${port}/v1`,
    '-o',
    join(folder, 'x.yaml'),
    '--port',
    '0',
  ])
  expect(await refused.exit).toBe(2)
  expect(refused.err).toBe(`svc-emulator: the target http://127.0.0.1:${port}/v1 cannot be reached: ECONNREFUSED\n`)
  const nowhere = runHere(['record', '--target', 'http://127.0.0.1:1/v1', '-o', join(folder, 'no', 'x.yaml')])
  expect(await nowhere.exit).toBe(2)
  expect(nowhere.err).toContain(`there is no folder ${join(folder, 'no')}`)
  for (const [args, message] of [
    [['record'], '--target is missing'],
    [['record', '--target', 'localhost', '-o', 'x.yaml'], '--target takes a URL'],
    [['record', '--target', 'http://a', '-o', 'x.txt'], '-o takes a file that ends in'],
    [['record', '--target', 'http://a', '-o'], '--output needs a value'],
  ] as const) {
    const wrong = await runInProcess(svcEmulator, args, folder)
    expect(wrong.exit).toBe(2)
    expect(wrong.stderr).toContain(message)
  }
  expect(readdirSync(folder)).toEqual([])
})

it('a target that goes away is answered with 502, and an empty recording writes nothing', async () => {
  const target = await served()
  const proxy = await recording(target.url, join(folder, 'empty.yaml'))
  await target.close()
  expect((await fetch(`${proxy.url}/users/me`)).status).toBe(502)
  expect((await fetch(proxy.url.replace(/\/v1$/, '/__emulator/health'))).status).toBe(404)
  proxy.stop()
  expect(await proxy.exit).toBe(1)
  expect(proxy.err).toContain('nothing was recorded')
  expect(readdirSync(folder)).toEqual([])
})

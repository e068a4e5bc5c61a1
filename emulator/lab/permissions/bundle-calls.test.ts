import { expect, it } from 'vitest'
import { createEmulator } from '../../index.ts'
import { recordedBy, type Bundle } from '../../scenario/bundle.ts'
import { findBundleCalls, type KeptRun } from './bundle-calls.ts'
import { findPermissions } from './permissions.ts'
import { findRunCalls } from './run-calls.ts'

/** A run with every kind of credential and of request. */
async function run() {
  const emulator = createEmulator({ trace: true })
  const ask = (method: string, path: string, headers: Record<string, string>, body?: BodyInit) =>
    emulator.fetch(`/v1${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      body: body ?? null,
    })
  const ada = { 'x-api-key': 'svc-key-ada-admin' }
  // The user has higher keys, which are answered alike.
  await ask('GET', '/orgs/acme', { 'x-api-key': 'svc-key-ada-read' })
  await ask('GET', '/blobs/acme/weights/revisions', { 'x-api-key': 'svc-key-ada-read' })
  await ask('GET', '/blobs/acme/weights/revisions', ada)
  await ask('POST', '/credentials/target/org/acme', ada, '{"name":"registry","value":"secret"}')
  emulator.world.members.insert({ user: 'ben', target: 'org', target_id: 'ada-lab', role: 'admin' })
  await ask('GET', '/orgs/ada-lab', { authorization: 'Bearer svc-token-ben' })
  const file = { 'content-type': 'application/octet-stream', 'x-request-body': '{}' }
  await ask('PUT', '/revisions/00000000-0000-4000-8000-0000000000e4/model', { ...ada, ...file }, 'the bytes of a model')
  await ask('PATCH', '/users/me', { authorization: 'Bearer svc-token-ada-as-bot' }, '{"name":"Builder"}')
  await ask('DELETE', '/orgs/acme', { 'x-api-key': 'svc-key-acme-write' })
  await ask('GET', '/users/me', {})
  const session = emulator.connect({
    url: '/v1/realtime?api_key=svc-key-weights-read',
    send: () => {},
    close: () => {},
  })
  session.receive('{"jsonrpc":"2.0","id":1,"method":"workflow.list_sessions","params":{"org_id":"acme"}}')
  return emulator
}

const kept = (emulator: Awaited<ReturnType<typeof run>>) =>
  JSON.parse(JSON.stringify({ ...recordedBy(emulator), state: emulator.export() })) as KeptRun

it('says of a kept run what the run itself says', async () => {
  const emulator = await run()
  const live = findPermissions(findRunCalls(emulator))
  expect(live.calls).toHaveLength(9)
  expect(findPermissions(findBundleCalls(kept(emulator)))).toEqual(live)
})

it('needs the states between the calls', async () => {
  const { undo: _, ...untraced } = kept(await run())
  expect(() => findBundleCalls(untraced as Bundle)).toThrow('the bundle keeps no trace')
})

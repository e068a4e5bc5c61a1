import { expect, it } from 'vitest'
import { createEmulator, type Emulator } from '../../emulator/index.ts'
import { starterId } from './direct.ts'

async function ask(emulator: Emulator, method: string, path: string, body?: unknown): Promise<unknown> {
  const response = await emulator.fetch(`http://emulator/v1${path}`, {
    method,
    headers: { 'x-api-key': 'svc-key-ada-admin', 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return { status: response.status, ...(await response.json()) }
}

const notReady = { status: 'failure', error: 'blob_not_ready' }

it.for(['arriving', 'leaving'])(
  'a blob that is not ready takes no new members, keys and credentials, and lets those it has be revoked: %s',
  async (blob) => {
    const emulator = createEmulator()
    const { world } = emulator
    const target = { target: 'blob', target_id: world.blobs.get(blob)!.id } as const
    const user = world.users.get('ben')!.id
    const ada = world.users.get('ada')!.id
    const member = world.members.insert({ ...target, user_id: user, role: 'read' })
    const key = world.api_keys.insert({ ...target, user_id: ada, created_by_user_id: ada, role: 'read' })
    const credential = world.credentials.insert({ ...target, name: 'token', value: 'x', created_by_user_id: ada })
    const before = emulator.export()
    const asks: [string, string, unknown?][] = [
      ['POST', `/members/target/blob/${blob}`, { user_id: 'build-bot', role: 'read' }],
      ['POST', `/api-keys/target/blob/${blob}`, { role: 'read' }],
      ['POST', `/credentials/target/blob/${blob}`, { name: 'other', value: 'y' }],
    ]
    for (const [method, path, body] of asks) {
      expect(await ask(emulator, method, path, body), `${method} ${path}`).toMatchObject({
        ...notReady,
        status: expect.anything(),
      })
      expect(emulator.journal.entries().at(-1), path).toMatchObject({ assumptions: expect.arrayContaining(['A-54']) })
    }
    expect(emulator.export()).toEqual(before)
    for (const path of [`/members/${member.id}`, `/api-keys/${key.id}`, `/credentials/${credential.id}`])
      expect(await ask(emulator, 'DELETE', path), path).toEqual({ status: 'success' })
  },
)

it('a ready blob takes them', async () => {
  const emulator = createEmulator()
  expect(await ask(emulator, 'POST', '/api-keys/target/blob/notes', { role: 'read' })).toHaveProperty('api_key')
  expect(await ask(emulator, 'DELETE', `/members/${starterId('00')}`)).toMatchObject({ error: 'member_not_found' })
})

import { describe, expect, it } from 'vitest'
import { describeVariant } from '../../contract/mutant-texts.ts'
import { mutants } from '../../contract/variants.ts'
import { createEmulator } from '../../adapters/create-emulator.ts'

const asAda = { 'X-API-Key': 'svc-key-ada-admin' }

async function answers(broken: readonly string[], path: string, init: RequestInit = {}) {
  const emulator = createEmulator({ broken, explain: true })
  const response = await emulator.fetch(`/v1${path}`, {
    headers: { ...asAda, 'content-type': 'application/json' },
    ...init,
  })
  return { response, body: (await response.json()) as Record<string, never>, emulator }
}

describe('a world that breaks a statement', () => {
  it('answers other fields', async () => {
    const { body, response } = await answers(['user.has-name'], '/users/me')
    expect(body['user']).not.toHaveProperty('name')
    expect(response.headers.get('x-svc-emulator-broken')).toBe('user.has-name')
  })

  it('takes the second mutant of a clause by its number', async () => {
    const { body } = await answers(['user.has-name/2'], '/users/me')
    expect(body['user']).toMatchObject({ name: null })
  })

  it('says so in the journal', async () => {
    const { emulator } = await answers(['user.has-name'], '/users/me')
    expect(emulator.journal.entries()[0]!.notes).toEqual(['broken on purpose, user.has-name'])
  })

  it('lets happen what would be refused', async () => {
    const { body } = await answers(['api-keys.create.role-required'], '/api-keys/target/user/ada', {
      method: 'POST',
      body: '{}',
    })
    expect(body['api_key']).toMatchObject({ role: 'read' })
  })

  it('refuses what would be done, and writes nothing', async () => {
    const { body, emulator } = await answers(['users.update.self'], '/users/me', {
      method: 'PATCH',
      body: '{"name":"Other"}',
    })
    expect(body).toMatchObject({ status: 'failure', error: 'forbidden' })
    expect(emulator.world.users.get('ada')!.name).not.toBe('Other')
  })

  it('does not do what it says it did', async () => {
    const { body, emulator } = await answers(['users.update.self/2'], '/users/me', {
      method: 'PATCH',
      body: '{"name":"Other"}',
    })
    expect(body).toMatchObject({ user: { name: 'Other' } })
    expect(emulator.world.users.get('ada')!.name).not.toBe('Other')
  })

  it('answers for another caller', async () => {
    const { body } = await answers(['authentication.api-key/2'], '/users/me')
    expect(body).toMatchObject({ user: { alias: 'ben' } })
  })

  it('keeps what a write should have deleted', async () => {
    const emulator = createEmulator({ broken: ['orgs.delete.deletes-everything-in-it/2'] })
    await emulator.fetch('/v1/orgs/acme', { method: 'DELETE', headers: asAda })
    expect(emulator.world.blobs.get('weights')).toBeDefined()
    expect(emulator.world.orgs.get('acme')).toBeUndefined()
  })

  it('leaves the refusals of triggers alone', async () => {
    const emulator = createEmulator({ broken: ['envelope.failure-has-error-and-message'] })
    emulator.triggers.add({ when: { endpoint: 'GET /users/me' }, do: [{ fail: { error: 'internal_error' } }] })
    expect(await (await emulator.fetch('/v1/users/me', { headers: asAda })).json()).toHaveProperty('message')
  })

  it('lets an account change itself, also as `me`, and nobody else', async () => {
    const init = {
      method: 'PATCH',
      body: '{"name":"Other"}',
      headers: { 'X-API-Key': 'svc-key-bot-write', 'content-type': 'application/json' },
    }
    const { body, emulator } = await answers(['users.update.service-account-owner-only'], '/users/me', init)
    expect(body).toMatchObject({ user: { alias: 'build-bot', name: 'Other' } })
    expect(emulator.world.users.get('ada')!.name).toBe('Ada')
  })

  it.each([
    ['users.orgs.self-sees-public', 'private'],
    ['users.orgs.self-sees-private', 'public'],
  ])('%s leaves the %s organizations', async (id, visibility) => {
    const { body } = await answers([id], '/users/me/orgs')
    expect(body['orgs']).toMatchObject([{ visibility }])
  })

  it.each([
    ['identifiers.path.accepts-uuid', '/orgs/00000000-0000-4000-8000-0000000000c1', { error: 'org_not_found' }],
    ['identifiers.path.accepts-alias', '/blobs/acme/weights', { error: 'blob_not_found' }],
    ['identifiers.path.accepts-alias', '/users/ben', { error: 'user_not_found' }],
    ['api-key.role-in-set/2', '/api-keys/target/org/acme', { api_keys: [{ role: 'READ' }] }],
  ])('%s answers what its sentence says for %s', async (id, path, answer) => {
    expect((await answers([id], path)).body).toMatchObject(answer)
  })

  it.each([
    ['envelope.check-definition.failure-is-the-verdict', '{"body":{"nodes":[],"edges":[]}}', '{"status":"success"}'],
    ['service.json-answers', '{}', ''],
  ])('%s answers nothing beside', async (id, body, text) => {
    const init = { method: 'POST', body, headers: { ...asAda, 'content-type': 'application/json' } }
    const response = await createEmulator({ broken: [id] }).fetch('/v1/workflow/check_definition', init)
    expect(await response.text()).toBe(text)
  })

  it('says nothing of a mutant that left answer and world as they were', async () => {
    const { response, emulator } = await answers(['user.type-always-present/3'], '/users/me')
    expect(response.headers.get('x-svc-emulator-broken')).toBeNull()
    expect(emulator.journal.entries()[0]!.notes).toEqual([])
  })

  it('says so of one that changed the world alone', async () => {
    const init = { method: 'DELETE', body: null }
    const { response } = await answers(['user.retire.removes-memberships'], '/users/build-bot', init)
    expect(response.headers.get('x-svc-emulator-broken')).toBe('user.retire.removes-memberships')
  })
})

it.each([
  ['user.has-nam', /there is no clause 'user\.has-nam' that can be broken, did you mean 'user\.has-name'\?/],
  ['client.exit-0-on-success', /there is no clause 'client\.exit-0-on-success' that can be broken/],
])('refuses to break %s', (id, message) => {
  expect(() => createEmulator({ broken: [id] })).toThrow(message)
})

it('every mutant says what it breaks as the end of a sentence', () => {
  expect(mutants.map(describeVariant).filter((says) => !/^[a-z]/.test(says) || says.endsWith('.'))).toEqual([])
})

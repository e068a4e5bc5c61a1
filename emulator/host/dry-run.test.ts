import { expect, it } from 'vitest'
import { controlOf } from '../../tests/helpers/control.ts'
import { instanceOf } from './instance-of.ts'

const ada = { 'x-api-key': 'svc-key-ada-admin', 'content-type': 'application/json' }
const dry = { ...ada, 'x-svc-dry-run': '1' }

it.each<[string, string, object | undefined, number, string]>([
  ['DELETE', '/orgs/acme', undefined, 200, 'orgs -1'],
  ['POST', '/orgs', { alias: 'new', name: 'New' }, 200, 'orgs +1, members +1'],
  ['PATCH', '/users/me', { name: 'Later' }, 200, 'users ~1'],
  ['GET', '/users/me', undefined, 200, 'none'],
  ['PATCH', '/users/me', { nme: 'Later' }, 400, 'none'],
])('%s %s is answered as it would be, and nothing is kept', async (method, path, body, status, changes) => {
  const { emulator } = controlOf({ trace: true })
  const before = emulator.export()
  const init = { method, ...(body && { body: JSON.stringify(body) }) }
  const tried = await emulator.fetch(`/v1${path}`, { ...init, headers: dry })
  expect([tried.status, tried.headers.get('x-svc-changes')]).toEqual([status, expect.stringContaining(changes)])
  expect(emulator.export()).toEqual(before)
  const [entry] = emulator.journal.entries()
  expect(entry).toMatchObject({ number: 1, notes: expect.arrayContaining(['a dry run: nothing of it was kept']) })
  expect(emulator.trace.changes(1)).toMatchObject({ inserted: [], changed: [], deleted: [] })
  const done = await emulator.fetch(`/v1${path}`, { ...init, headers: ada })
  expect([await done.json(), done.headers.get('x-svc-changes')]).toEqual([await tried.json(), null])
})

it('is for the world that the request names', async () => {
  const control = controlOf()
  await control.put('/worlds/mia', {})
  const answer = await control.emulator.fetch('/v1/orgs/acme', {
    method: 'DELETE',
    headers: { ...dry, 'x-svc-world': 'mia' },
  })
  expect(answer.status).toBe(200)
  expect((await control.world('mia').api('GET', '/orgs/acme')).status).toBe(200)
})

it('is never done in earnest where the control API needs a token', async () => {
  const { emulator } = controlOf()
  instanceOf(emulator).site.policy = { token: 'secret', tokenRequired: true }
  const remove = (headers: Record<string, string>) => emulator.fetch('/v1/orgs/acme', { method: 'DELETE', headers })
  const refused = await remove(dry)
  expect([refused.status, await refused.json()]).toEqual([
    403,
    {
      status: 'failure',
      error: 'forbidden',
      message: 'x-svc-dry-run needs the control token of this server (x-emulator-token); nothing was done.',
    },
  ])
  expect((await remove({ ...dry, 'x-emulator-token': 'secret' })).headers.get('x-svc-changes')).toContain('orgs -1')
  expect(emulator.world.orgs.get('acme')).toBeDefined()
})

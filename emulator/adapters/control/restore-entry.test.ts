import { expect, it } from 'vitest'
import { controlOf } from '../../../tests/helpers/control.ts'

it('goes back to before or after an entry, and marks what it leaves', async () => {
  const control = controlOf({ trace: true })
  for (const alias of ['a', 'b']) await control.api('POST', '/blobs/acme', { alias, type: 'text' })
  expect(await control.post('/journal/1/restore')).toMatchObject({ status: 200, body: { status: 'ok' } })
  const aliases = async () =>
    (await control.get('/state/blobs')).body.records.map(({ alias }: { alias: string }) => alias)
  expect(await aliases()).toContain('a')
  expect(await aliases()).not.toContain('b')
  expect(
    (await control.get('/journal')).body.entries.map(({ other_branch: other }: { other_branch?: true }) => other),
  ).toEqual([undefined, true])
  expect((await control.get('/journal/2/changes')).body.inserted[0]).toMatchObject({ record: { alias: 'b' } })
  await control.post('/journal/1/restore', { when: 'before' })
  expect(await aliases()).not.toContain('a')
})

it.each([
  [{ when: 'later' }, 400],
  [{ wen: 'before' }, 400],
])('refuses %j', async (body, status) => {
  const control = controlOf({ trace: true })
  await control.api('POST', '/blobs/acme', { alias: 'a', type: 'text' })
  expect((await control.post('/journal/1/restore', body)).status).toBe(status)
  expect(control.emulator.world.blobs.get('a')).toBeDefined()
})

import { expect, it } from 'vitest'
import { controlOf } from '../../../tests/helpers/control.ts'

it('answers the records that an entry inserted, changed and deleted', async () => {
  const control = controlOf({ trace: true })
  await control.api('PATCH', '/users/me', { name: 'Countess' })
  expect(await control.get('/journal/1/changes')).toMatchObject({
    status: 200,
    body: {
      entry: 1,
      inserted: [],
      changed: [{ table: 'users', record: { name: 'Countess' }, fields: [{ field: 'name', after: 'Countess' }] }],
      deleted: [],
    },
  })
})

it.each([
  [{ trace: true }, '/journal/2/changes', 404, 'entry_not_found', 'The journal has no entry 2; it holds 1 to 1.'],
  [{ trace: true }, '/journal/x/changes', 400, 'invalid_request', "number: expected the number of an entry, got 'x'"],
  [{}, '/journal/1/changes', 409, 'trace_off', 'This emulator keeps no trace: create it with `trace: true`.'],
  [{ journal: false }, '/journal/1/changes', 409, 'journal_off', 'This emulator keeps no journal.'],
])('with %j, %s is refused with %d', async (options, path, status, error, message) => {
  const control = controlOf(options)
  await control.api('GET', '/users/me')
  expect(await control.get(path)).toMatchObject({ status, body: { error, message } })
})

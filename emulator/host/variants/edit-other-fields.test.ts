import { expect, it } from 'vitest'
import { copy, list, noOp, omit, rename, set, type Mutation } from '../../contract/mutation.ts'
import { createEmulator } from '../../adapters/create-emulator.ts'
import { editOtherFields } from './edit-other-fields.ts'

const wire = (edit: 'status', more: object = {}): Mutation => ({
  mutator: 'wire',
  edits: [{ op: 'omit', path: edit }],
  ...more,
})

it.each<[string, boolean, Mutation, Mutation]>([
  ['two fields of one record', true, omit('user.name | users.*.name'), set('user.id | users.*.id', 1)],
  ['one field, by another path', false, omit('user.name'), omit('users.*.name | user.name')],
  ['a field and what it holds', false, omit('user'), omit('user.name')],
  ['a field, and one that takes its value', false, omit('user.id'), copy('user.name', 'id')],
  ['a field, and one that gets its name', false, omit('user.id'), rename('user.key', 'id')],
  ['a list, and fields of its items', false, list('empty'), omit('user.name | users.*.name')],
  ['a list, and a field beside it', true, list('empty'), omit('cursor')],
  ['two changes of a list', false, list('empty'), list('reverse')],
  ['the envelope, and a field', true, wire('status'), omit('user.name')],
  ['more of the wire than fields', false, wire('status', { status: 201 }), omit('user.name')],
  ['a write, and a field', false, noOp, omit('user.name')],
])('of mutants that change %s, both can be carried out: %s', (_, both, one, other) => {
  expect(editOtherFields(one, other)).toBe(both)
  expect(editOtherFields(other, one)).toBe(both)
})

it('in a world that breaks several, one answer has all that change other fields', async () => {
  const emulator = createEmulator({ broken: ['user.has-name', 'user.has-alias', 'user.has-name/2'], explain: true })
  const answer = await emulator.fetch('/v1/users/me', { headers: { 'X-API-Key': 'svc-key-ada-admin' } })
  expect(answer.headers.get('x-svc-emulator-broken')).toBe('user.has-name, user.has-alias')
  const { user } = (await answer.json()) as { user: object }
  expect(Object.keys(user)).not.toContain('name')
  expect(Object.keys(user)).not.toContain('alias')
})

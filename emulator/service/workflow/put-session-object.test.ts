import { expect, it } from 'vitest'
import { Commands } from '../../../tests/conformance/commands.ts'
import { direct } from '../../../tests/conformance/direct.ts'

it('a key is set once and then changed in its place', async () => {
  const { api } = direct()
  const commands = new Commands(api, 'http')
  const put = async (key: string, value: unknown) =>
    (await commands.ask('workflow.put_session_object', { session_id: 'run-02', key, value })).object
  const a = await put('a', 1)
  await put('b', 2)
  expect(await put('a', { now: 'this' })).toEqual({ ...a, value: { now: 'this' } })
  const { objects } = await commands.ask('workflow.list_session_objects', { session_id: 'run-02' })
  expect(objects.map(({ key, value }: { key: string; value: unknown }) => [key, value])).toEqual([
    ['a', { now: 'this' }],
    ['b', 2],
  ])
})

it('the same key in another session is another object', async () => {
  const { api } = direct()
  const commands = new Commands(api, 'http')
  const put = async (session_id: string) =>
    (await commands.ask('workflow.put_session_object', { session_id, key: 'k', value: null })).object.id
  expect(await put('run-02')).not.toBe(await put('run-03'))
})

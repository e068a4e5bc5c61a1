import { expect, it } from 'vitest'
import { createEmulator, type Emulator } from '../../index.ts'
import { stateAt } from './undo.ts'

const headers = { 'x-api-key': 'svc-key-ada-admin' }

/** Makes two entries, with a change between them that no request made. */
async function around(between: (emulator: Emulator) => void): Promise<Emulator> {
  const emulator = createEmulator({ trace: true })
  await emulator.fetch('/v1/users/me', { headers })
  between(emulator)
  await emulator.fetch('/v1/users/me', { headers })
  return emulator
}

it.each<[string, (emulator: Emulator) => void]>([
  [
    'a record that was written twice',
    ({ world }) => ['One', 'Two'].forEach((name) => world.users.update('ben', { name })),
  ],
  [
    'a record that came and went',
    ({ world }) => {
      world.users.insert({ alias: 'eve' })
      world.users.delete('eve')
    },
  ],
  ['a record that went, with what referred to it', ({ world }) => void world.users.delete('ben')],
  ['a clock that moved', ({ clock }) => clock.advance('1h')],
  ['a trigger', ({ triggers }) => void triggers.add({ when: { endpoint: '*', first: 1 }, do: [{ delay: '1s' }] })],
])('undoes %s', async (_, between) => {
  const emulator = await around(between)
  const at = (entry: number, when: 'before' | 'after') =>
    stateAt(emulator.export(), emulator.trace.undos(), entry, when)
  for (const entry of [1, 2]) {
    for (const when of ['before', 'after'] as const)
      expect(at(entry, when)).toEqual(emulator.fork({ at: entry, when }).export())
  }
})

it('knows nothing of an entry that is not on the way', async () => {
  const emulator = await around(() => {})
  expect(stateAt(emulator.export(), emulator.trace.undos(), 3, 'after')).toBeUndefined()
})

it('starts an emulator that does the same as then', async () => {
  const emulator = await around(({ clock }) => clock.advance('1h'))
  const create = (at: Emulator) =>
    at
      .fetch('/v1/orgs', {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: '{"name":"New","alias":"new"}',
      })
      .then((answer) => answer.text())
  const again = createEmulator({ state: stateAt(emulator.export(), emulator.trace.undos(), 2, 'before') })
  expect(await create(again)).toBe(await create(emulator.fork({ at: 2, when: 'before' })))
})

/** A short document can ask for a world that no memory holds. */
import { expect, it } from 'vitest'
import { createEmulator, type Emulator } from '../../emulator/index.ts'
import { generate } from '../../emulator/engine/world/generate.ts'

async function switchTo(emulator: Emulator, body: object): Promise<{ status: number; text: string }> {
  const answer = await emulator.fetch('/__emulator/scenario', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: answer.status, text: await answer.text() }
}

const generated = (count: number) => ({
  document: { scenario: 1, name: 'x', about: 'x', world: { generate: { users: { count, alias: 'u-{n}' } } } },
})

it('refuses a text of a hundred thousand counters', async () => {
  const { status, text } = await switchTo(createEmulator(), {
    document: {
      ...generated(1).document,
      world: { generate: { users: { count: 1_000, name: '{n}'.repeat(100_000) } } },
    },
  })
  expect({ status, text }).toMatchObject({
    status: 400,
    text: expect.stringContaining('expected at most 1,000 counters in one text') as string,
  })
})

it.each([
  ['texts', { name: '{n:99}'.repeat(1_000) }],
  ['lists', { name: { $pick: ['a'] }, extra: Array(100_000).fill(0) }],
])('refuses a generate block of a megabyte that would make gigabytes of %s', (_what, fields) => {
  const made: unknown[] = []
  const room = { left: 5_000_000 }
  for (const record of generate({ count: 250_000, ...fields }, 1, room)) made.push(record)
  expect(made.length).toBeLessThan(60)
  expect(() =>
    createEmulator({
      fixtures: [
        { fixture: 1, name: 'mine', generate: { users: { count: 1_000, alias: 'u-{n}', ...fields } } },
      ] as never,
    }),
  ).toThrow(
    /generate\.users: the records that it generates, with those before, hold more than 67,108,864 characters \(option bounds\.importBytes\)/,
  )
})

it('refuses to generate a thousand million records, before the first', async () => {
  const emulator = createEmulator()
  const before = emulator.export()
  const { status, text } = await switchTo(emulator, generated(1e9))
  expect({ status, text }).toMatchObject({
    status: 400,
    text: expect.stringContaining(
      '1,000,000,000 records with those before, where at most 250,000 may be loaded at once (--bounds records=N, option bounds.records)',
    ) as string,
  })
  expect(emulator.export()).toEqual(before)
})

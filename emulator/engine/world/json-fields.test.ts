import { expect, it } from 'vitest'
import { createEmulator, type FixtureDocument } from '../../index.ts'

const values = [Infinity, NaN, 10n, () => 1, { a: [-Infinity] }]

it.each(values)('a record that code gives refuses %s, which JSON does not have', (value) => {
  const emulator = createEmulator()
  const insert = () => emulator.world.objects.insert({ session: 'run-01', key: 'n', value })
  expect(insert).toThrow(/value(?:\.a\[0\])?: expected a value that JSON can hold, got/)
  expect(emulator.world.objects.list({ key: 'n' })).toEqual([])
})

it.each(values)('a fixture that code gives refuses %s', (value) => {
  const fixture = { fixture: 1, name: 'x', records: { objects: [{ session: 'run-01', key: 'n', value }] } }
  expect(() => createEmulator({ fixtures: ['starter', fixture as FixtureDocument] })).toThrow(
    /value: expected a value that JSON can hold, got/,
  )
})

import { expect, it } from 'vitest'
import { parseBounds } from './server-flags.ts'

it('reads bounds by name', () => {
  expect(parseBounds('records=1000000, worlds=10')).toEqual({ records: 1_000_000, worlds: 10 })
})

it.each([
  [
    'record=5',
    "--bounds takes 'records', 'worlds', 'snapshots', 'triggers' or 'importBytes', each with a number such as records=1000000; it was 'record=5', did you mean 'records'?",
  ],
  ['records', "--bounds records takes an integer above 0; it was ''"],
  ['worlds=0', "--bounds worlds takes an integer above 0; it was '0'"],
  ['worlds=1,', "--bounds takes 'records'"],
])('refuses %j', (text, message) => {
  expect(() => parseBounds(text)).toThrow(message)
})

import { expect, it } from 'vitest'
import { faultKinds } from '../../emulator/engine/faults/registry.ts'
import { createEmulator } from '../../emulator/index.ts'
import { rows, socketOnly } from './fault-matrix.ts'
import { rows as socketRows } from './socket-fault-matrix.ts'

/** Names of the faults in lists of actions, each once. */
function listNames(actions: readonly object[]): string[] {
  return [...new Set(actions.flatMap((action) => Object.keys(action)))].toSorted()
}

// How a held answer is let go is shown by hold-matrix.ts; what a stale read answers has no part in how it arrives.
const kinds = faultKinds
  .map(({ name }) => name)
  .filter((name) => !['hold', 'stale'].includes(name))
  .toSorted()

it('every fault has a row over HTTP, or is for sockets only', () => {
  expect(listNames([...rows.flatMap((row) => row.do), ...socketOnly])).toEqual(kinds)
})

it('every fault has a row over sockets', () => {
  expect(listNames(socketRows.flatMap((row) => row.do))).toEqual(kinds)
})

it.each(socketOnly.map((fault) => [listNames([fault])[0]!, fault] as const))('%s: for sockets only', (_, fault) => {
  expect(() => createEmulator().triggers.add({ when: { endpoint: '*' }, do: [fault] })).toThrow(
    'only a socket can show this fault',
  )
})

import { expect, it } from 'vitest'
import { createEmulator } from '../../../index.ts'
import { instanceOf } from '../../../host/instance-of.ts'
import { canonicalWorld } from '../../engine/canonical.ts'
import type { Outcome } from '../../engine/client.ts'
import { judgeTogether, type Ended } from './judge.ts'

const start = instanceOf(createEmulator()).host.world
const world = canonicalWorld(start, start)
const long = 'x'.repeat(5_000)

function ended(given: Partial<Outcome>, more: Partial<Ended> = {}): Ended {
  const outcome: Outcome = { end: 'succeeded', said: '', ...given } as Outcome
  return { outcomes: [outcome], outputs: [''], world, ...more }
}

it.each<[string, Ended, Ended]>([
  ['an output', ended({}, { outputs: [long] }), ended({}, { outputs: [`${long}y`] })],
  [
    'an output of a program',
    ended({}, { outputs: [{ exit: 0, stdout: [long] }] }),
    ended({}, { outputs: [{ exit: 1, stdout: long }] }),
  ],
  ['lines of files', ended({}, { files: [long, `${long}2`] }), ended({}, { files: Array(9).fill(long) as string[] })],
  ['a crash', ended({ end: 'crashed', said: `${long}\n`.repeat(9) }), ended({})],
])('says in few and short lines what differs: %s', (_, run, serial) => {
  const { because } = judgeTogether(run, [serial])
  expect(because.length).toBeGreaterThan(0)
  expect(because.length).toBeLessThanOrEqual(6)
  expect(Math.max(...because.map(({ length }) => length))).toBeLessThan(400)
})

it('shortens what a client said that noticed', () => {
  const { note } = judgeTogether(ended({ end: 'failed', said: long }), [ended({})])
  expect(note).toMatch(/^x{300}…$/)
})

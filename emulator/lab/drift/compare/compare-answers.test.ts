import { expect, it } from 'vitest'
import { Memory } from '../memory.ts'
import type { HttpObservation } from '../observation.ts'
import { Pairing } from '../pairing.ts'
import { compareAnswers } from './compare-answers.ts'

function answer(status: number, fields: object): HttpObservation {
  const bytes = new TextEncoder().encode(JSON.stringify({ status: status < 400 ? 'success' : 'failure', ...fields }))
  return { kind: 'http', status, headers: { 'content-type': 'application/json' }, bytes }
}

const unseen = {
  copied: new Set<number>(),
  strangers: new Set<string>(),
  adopted: new Set<string>(),
  guests: new Set<string>(),
}

it('decides nothing if the target does not know the key, but compares refusals for lack of access', () => {
  const context = { cursor: undefined, twinCursor: undefined, limit: undefined, whole: () => [], countRows: () => 0 }
  const compared = (status: number, error: string) =>
    compareAnswers(answer(status, { error }), answer(200, {}), undefined, new Pairing(), new Memory(unseen), context)
  expect(compared(401, 'unauthenticated')).toEqual({
    differences: [],
    undecided: 'HTTP 401 where the twin admits the request',
  })
  expect(compared(403, 'forbidden')).toMatchObject({ oneRefused: true, differences: [expect.any(String)] })
})

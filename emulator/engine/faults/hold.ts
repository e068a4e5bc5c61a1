import * as v from 'valibot'
import { described, text } from '../matching/schema-common.ts'
import { fault } from './definition.ts'

/** Makes a request wait at a gate. The delivery of its answer does not change. */
export const hold = fault<'hold', string | true>({
  name: 'hold',
  delivery: 'whole',
  argument: described(
    v.union([text, v.literal(true)]),
    'Waits at the gate of this name until that lets it go (`release` in a scenario): before the request is handled, or with `at: after` once its work is done. `true` names the gate after the trigger.',
    'first-answer',
  ),
  http: () => ({}),
  socket: () => ({}),
  inBatch: 'answer',
})

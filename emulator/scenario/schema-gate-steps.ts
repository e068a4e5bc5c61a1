/** Steps about requests that wait. */
import * as v from 'valibot'
import { fields } from '../engine/checking/strict.ts'
import { described, text } from '../engine/matching/schema-common.ts'
import { actionsSchema } from '../engine/triggers/schema.ts'
import { common } from './schema-step-parts.ts'

export const releaseStep = described(
  fields({
    ...common,
    release: described(text, 'Name of the gate of a trigger (`do: { hold: name }`).', 'first-answer'),
    with: v.optional(
      described(
        actionsSchema,
        'Faults for its answer, as in a trigger.',
        { lose_response: true },
        {
          fail: { status: 503 },
        },
      ),
    ),
  }),
  'Lets the oldest request go that waits at a gate, as soon as one does. Only an emulator can; other targets skip it by name.',
)

export const awaitStep = described(
  fields({
    ...common,
    await: described(text, 'Name of an earlier step with `wait: false`.', 'the first click'),
  }),
  'Waits until the answer to an earlier step has come and is as expected.',
)

export type ReleaseStep = v.InferInput<typeof releaseStep>
export type AwaitStep = v.InferInput<typeof awaitStep>

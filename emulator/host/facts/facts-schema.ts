import * as v from 'valibot'
import { knownAssumptionIds, type KnownAssumptionId } from '../../contract/assumption-ids.ts'
import { alternatives, movedAlternatives } from '../../contract/variants.ts'
import { fields } from '../../engine/checking/strict.ts'
import { described } from '../../engine/matching/schema-common.ts'
import { factSettings } from './fact-settings.ts'

const text = v.pipe(v.string(), v.nonEmpty())

/** Observed behaviour of a service where the specification is silent. */
export interface Fact {
  /** Id of the assumption that it settles, also an earlier one. */
  readonly assumption: KnownAssumptionId
  /** Setting with which an emulator behaves alike: `statuses.user_not_found`. */
  readonly setting?: string | undefined
  /** Alternative to the assumption by which the service answers: `A-38/1`. */
  readonly alternative?: string | undefined
  /** Alternative by which the service does not answer, in the units of `units`. */
  readonly not?: string | undefined
  /** Units whose answers show it. Left out: all. */
  readonly units?: readonly string[] | undefined
  /** Subject of a fact without a setting: `code of user_not_found`. */
  readonly about?: string | undefined
  /** Observed value. */
  readonly observed: unknown
  /** Value that the emulator assumes, if it differs. */
  readonly assumed?: unknown
  /** Date of the observation, `2026-11-23`. */
  readonly on: string
  /** Request that showed it, and the status of its answer. */
  readonly exchange: string
}

/** A facts file: observed behaviour of a service where the specification is silent. */
export interface FactsDocument {
  readonly $schema?: string | undefined
  readonly facts: 1
  /** Service that was observed. */
  readonly target?: string | undefined
  readonly observations: readonly Fact[]
}

const observation = fields({
  assumption: described(v.picklist(knownAssumptionIds), 'Id of the assumption that it settles.', 'A-7'),
  setting: v.optional(
    described(
      v.picklist([...factSettings.keys()]),
      'Setting that makes an emulator do the same; `observed` is its value.',
      'statuses.user_not_found',
    ),
  ),
  alternative: v.optional(
    described(
      v.picklist([...alternatives.map(({ id }) => id), ...movedAlternatives.keys()]),
      'Alternative to the assumption by which the service answers; emulators that take the file do, too.',
      'A-38/1',
    ),
  ),
  not: v.optional(
    described(
      v.picklist([...alternatives.map(({ id }) => id), ...movedAlternatives.keys()]),
      'Alternative by which the service does not answer, which settles one question: A-349/1 asks whether pages may be empty.',
      'A-349/1',
    ),
  ),
  units: v.optional(
    described(v.array(text), 'Units whose answers show it; it says nothing about others. Default: all.', [
      'workflow.list_session_events',
    ]),
  ),
  about: v.optional(
    described(text, 'Subject of the observation, where no setting names it.', 'code of user_not_found'),
  ),
  observed: described(v.unknown(), 'Value that was seen.', 404),
  assumed: v.optional(
    described(v.unknown(), 'Value that the emulator assumes, where it is another one.', 'user_not_found'),
  ),
  on: described(
    v.pipe(v.string(), v.isoDate('expected a date such as 2026-11-23')),
    'Date of the observation.',
    '2026-11-23',
  ),
  exchange: described(text, 'Request that showed it, and the status of its answer.', 'GET /users/nobody -> 404'),
})

export const factsSchema = fields({
  $schema: v.optional(v.string()),
  facts: described(v.literal(1), 'Version of the format.'),
  target: v.optional(described(text, 'Service that was observed.', 'https://api.example.com/v1')),
  observations: described(v.array(observation), 'One item for each thing that was seen.'),
})

import * as v from 'valibot'
import { dictionary } from '../checking/dictionary.ts'
import { faultSchemas, type Fault } from '../faults/registry.ts'
import { changeMakers, unusualDeliveries } from './entry.ts'
import { rulesSchema } from '../world/rules.ts'
import { described } from '../matching/schema-common.ts'

const texts = v.array(v.string())
const headers = described(
  dictionary(v.string(), v.string()),
  'By lower case name; headers sent more than once are joined.',
)

const requestSchema = v.strictObject({
  method: v.string(),
  url: described(v.string(), 'Path and query as sent.'),
  headers,
  params: described(dictionary(v.string(), v.unknown()), 'Path parameters, as the unit saw them.'),
  body: described(
    v.unknown(),
    'JSON as a value, other text as text, other content as `{bytes}`. Of a call its parameters.',
  ),
})

const responseSchema = v.strictObject({
  status: v.number(),
  headers,
  body: described(
    v.unknown(),
    'As in a request; complete, also where `unsent`, `faults` or `delivery` say that less arrived.',
  ),
  unsent: described(
    v.exactOptional(v.picklist(['body', 'all'])),
    'Parts that were made and never sent: the body of an answer to HEAD, all of an answer to a notification.',
  ),
  faults: described(
    v.exactOptional(v.array(v.union(faultSchemas))) as v.ExactOptionalSchema<
      v.GenericSchema<readonly Fault[]>,
      undefined
    >,
    'Faults of triggers that acted on the answer, as they are written in `do`.',
  ),
})

/** Fields of every entry. */
const common = {
  number: described(v.number(), 'From 1, in order of arrival; never given twice.'),
  at: described(v.string(), 'World time when it came or fell due, ISO 8601.'),
  clauses: described(texts, 'Ids of the statements of the specification that the answer shows.'),
  assumptions: described(texts, 'Ids of the assumptions that the answer rests on.'),
  triggers: described(texts, 'Ids of the triggers that acted.'),
  notes: described(texts, 'Hints for debugging: near misses, ignored parameters.'),
  world: described(
    v.exactOptional(v.string()),
    'Name of its world, on a server: `main` for the one that needs no name.',
  ),
  other_branch: described(
    v.exactOptional(v.literal(true)),
    'The world has gone back to a moment before the entry (`emulator.trace.restore`).',
  ),
}

/** A request or a call with its answer, without secrets. */
export const journalEntrySchema = v.strictObject({
  ...common,
  via: described(
    v.picklist(['http', 'socket']),
    'A request over HTTP, or a call on a socket; `time` for work that fell due; the cause of a change that no request made.',
  ),
  unit: described(
    v.nullable(v.string()),
    '`GET /users/:user_id` or `workflow.list_sessions`; null where no unit has the path or method.',
  ),
  beside: described(
    v.exactOptional(v.literal(true)),
    'The option `beside` answered it: it is not a request of the API.',
  ),
  caller: described(v.nullable(v.string()), 'Alias of the user that made the request; null where none is known.'),
  acting_for: described(v.exactOptional(v.string()), 'Alias of the human behind an acting token.'),
  key: described(v.exactOptional(v.string()), 'Id of the API key that came with it, which is no secret.'),
  copy: described(
    v.exactOptional(v.string()),
    'Where several clients share the world (`explore --copies`): number of the copy, or name of the companion.',
  ),
  under: described(
    v.exactOptional(rulesSchema),
    'Rules that triggers gave it: it was answered under these settings, and no other request was.',
  ),
  request: described(requestSchema, 'The request as it came.'),
  response: described(v.nullable(responseSchema), 'The answer that was made; null where there was none.'),
  delivery: described(
    v.exactOptional(v.picklist(unusualDeliveries)),
    'How the answer failed to reach its client; left out for one that arrived whole. `held` while it waits at a gate, `gave up` where the client left before its last byte. `response` is the answer that was made.',
  ),
  error: described(v.nullable(v.string()), 'The error code of a refusal.'),
  duration: described(
    v.strictObject({
      world_ms: v.number(),
      real_ms: described(v.number(), 'With `delayed_ms` and `held_ms`.'),
      delayed_ms: described(v.exactOptional(v.number()), 'Added by the faults `delay` and `slow`.'),
      held_ms: described(v.exactOptional(v.number()), 'For which it waited at gates.'),
      after_ms: described(
        v.exactOptional(v.number()),
        'Real time since the request before it arrived; left out for the first one, and without a real clock.',
      ),
    }),
    'World and real time that it took, in milliseconds.',
  ),
  defect: described(v.exactOptional(v.string()), 'The defect behind an `internal_error` of the emulator itself.'),
})

/** Due work in a traced world: it has no request and no answer. */
export const timeEntrySchema = v.strictObject({
  ...common,
  via: v.literal('time'),
  unit: described(v.string(), '`operation.finish`, `execution.step` or `schedule.fire`.'),
  work: described(v.strictObject({ table: v.string(), id: v.string() }), 'The record that the work was for.'),
  more: described(
    v.exactOptional(v.number()),
    'Further pieces of work that fell due after it, when time moved far at once; their changes are shown with this entry.',
  ),
  caller: v.null(),
  request: v.null(),
  response: v.null(),
  error: v.null(),
  duration: v.strictObject({ world_ms: v.literal(0), real_ms: v.literal(0) }),
})

/** A change of the world that no request made. */
export const changeEntrySchema = v.strictObject({
  ...common,
  via: described(
    v.picklist(changeMakers),
    'Who changed the world: a step of a scenario, a trigger, a test (`emulator.…`), a call of the control API, the inspector, or a watched file that changed (`start --watch`).',
  ),
  unit: described(
    v.string(),
    '`world.users.delete` of a test, `DELETE /state/:table/:id` of a control call, `change` or `clock` of a step or a trigger, `reload` of a watched file.',
  ),
  did: described(
    v.string(),
    'What was done, in one line: `step 3 of orders.yaml: delete users ben`. What it changed: `GET /journal/:number/changes`.',
  ),
  entry: described(v.exactOptional(v.number()), 'Of a trigger: number of the request at which it acted.'),
  more: described(
    v.exactOptional(v.number()),
    'Further changes of its kind right after it without an entry of their own, when there were many; they are shown with this entry. A stream of entries does not send it again when they come.',
  ),
  caller: v.null(),
  request: v.null(),
  response: v.null(),
  error: v.null(),
  duration: v.strictObject({ world_ms: v.literal(0), real_ms: v.literal(0) }),
})

/** A journal entry without headers, parameters and bodies, for lists. */
export const journalLineSchema = v.strictObject({
  ...journalEntrySchema.entries,
  request: v.pick(requestSchema, ['method', 'url']),
  response: v.nullable(v.pick(responseSchema, ['status', 'unsent', 'faults'])),
})

/** A value that nobody changes, nor anything below it. */
export type Frozen<T> = T extends object ? { readonly [Field in keyof T]: Frozen<T[Field]> } : T

/** A request or a call with its answer, as the journal shows it. Secrets are redacted. */
export interface JournalEntry extends Frozen<v.InferOutput<typeof journalEntrySchema>> {}
/** Due work, as the journal shows it: it has no request and no answer. */
export interface TimeEntry extends Frozen<v.InferOutput<typeof timeEntrySchema>> {}
/** A change of the world that no request made, as the journal shows it: by a test, a step, a trigger, a control call. */
export interface ChangeEntry extends Frozen<v.InferOutput<typeof changeEntrySchema>> {}
/** Any entry of the journal. */
export type TimelineEntry = JournalEntry | TimeEntry | ChangeEntry
/** A `JournalEntry` without headers, parameters and bodies. */
export interface JournalLine extends Frozen<v.InferOutput<typeof journalLineSchema>> {}

/** True for an entry with all its parts, false for a line of a list. */
export function isWhole(entry: TimelineEntry | JournalLine): entry is TimelineEntry {
  return entry.request === null || 'headers' in entry.request
}

import * as v from 'valibot'
import { errors, type ErrorCode } from '../../contract/errors.ts'
import { fields } from '../checking/strict.ts'
import { freezeDeep } from './row.ts'

const count = v.pipe(v.number(), v.integer(), v.minValue(0))
const atLeastOne = v.pipe(v.number(), v.integer(), v.minValue(1))

/** Names and defaults of the limits. */
export const limitDefaults = {
  orgs_per_user: 50,
  blobs_per_org: 10_000,
  api_keys_per_target: 100,
  members_per_target: 1_000,
  service_accounts_per_user: 25,
  metadata_keys_per_request: 2_000,
  batch_calls: 200,
  request_body_bytes: 1_048_576,
  upload_bytes: 67_108_864,
  upload_request_bytes: 8_192,
  graph_depth: 6,
  graph_elements: 1_000,
  due_work: 250_000,
  state_bytes: 268_435_456,
} as const

export type LimitName = keyof typeof limitDefaults

export function findLimit({ settings }: { readonly settings: Settings }, name: LimitName): number {
  return (settings.limits as Partial<Record<LimitName, number>>)[name] ?? limitDefaults[name]
}

const limitEntries = Object.fromEntries(
  Object.entries(limitDefaults).map(([name, value]) => [name, v.optional(count, value)]),
) as { [N in LimitName]: v.OptionalSchema<typeof count, number> }

const callEvent = v.pipe(
  v.string(),
  v.regex(
    /^\S+(?: \/\S*)?#[1-9]\d*(?: over HTTP)? is (?:handled|answered)$/,
    'expected a call, its turn, and what happens to it: `GET /users/me#1 is answered`',
  ),
)
const status = v.pipe(v.number(), v.integer(), v.minValue(400), v.maxValue(599))
/** Codes whose status the specification does not state. */
type AssumedStatus = {
  [C in ErrorCode]: (typeof errors)[C]['statusFrom'] extends 'specification' | 'emulator' ? never : C
}[ErrorCode]
const assumed = Object.entries(errors).filter(
  ([, { statusFrom }]) => statusFrom !== 'specification' && statusFrom !== 'emulator',
)
const statusEntries = Object.fromEntries(assumed.map(([code]) => [code, v.optional(status)])) as {
  [C in AssumedStatus]: v.OptionalSchema<typeof status, undefined>
}

/** Reactions to a socket that a client opens. */
const socketOpenings = ['accepted', 'unauthenticated', 'bad_gateway', 'hangs', 'closed'] as const
export type SocketOpening = (typeof socketOpenings)[number]

/** Behaviours where the specification is silent. */
export const unspecifiedModes = ['allow', 'warn', 'refuse', 'vary'] as const

/** Adds a description for documents. Keeps the type of the schema. */
function described<S extends v.GenericSchema>(schema: S, text: string): S {
  return v.pipe(schema, v.description(text)) as unknown as S
}

/** Settings of a scenario: numbers, statuses and switches that rest on assumptions. */
export const settingsSchema = fields({
  operation_ms: described(v.optional(count, 2_000), 'World time an operation takes, in milliseconds (A-420).'),
  node_ms: described(v.optional(count, 500), 'World time of one node of an execution, in milliseconds (A-28).'),
  unpaginated_bytes: described(v.optional(atLeastOne, 1_048_576), 'Byte budget of an unpaginated listing (A-31).'),
  unpaginated_from: described(
    v.optional(v.picklist(['oldest', 'newest']), 'oldest'),
    'From which end an unpaginated listing reads: at the other it is cut (A-31).',
  ),
  trailing_page: described(
    v.optional(v.boolean(), true),
    'Whether a page that ends on the last record still has a cursor (A-32).',
  ),
  default_limit: described(
    v.optional(atLeastOne, 50),
    'Default `limit` of opaque-cursor commands; the maximum, where that is lower (A-29).',
  ),
  maximum_limit: described(v.optional(atLeastOne, 200), 'Maximum `limit` of opaque-cursor commands (A-29).'),
  acting_token_ms: described(
    v.optional(count, 3_600_000),
    'Lifetime of an acting token in world time, in milliseconds (A-419).',
  ),
  schedule_periods: described(
    v.optional(v.picklist(['change', 'clock']), 'change'),
    'From when the periods of a schedule are counted: from its last change, or from the full period of the clock (A-324).',
  ),
  socket_answers: described(
    v.optional(v.picklist(['in_order', 'reversed']), 'in_order'),
    'In which order calls that arrive together on a socket are answered (A-316).',
  ),
  write_ms: described(v.optional(count, 1), 'World time that a writing request takes, in milliseconds.'),
  request_ms: described(
    v.optional(count, 0),
    'World time that every request takes, in milliseconds: what is polled gets there.',
  ),
  page_rows: described(
    v.optional(atLeastOne),
    'Records that a page of a listing with a cursor holds at most, whatever its `limit` or fixed size: others are not seen by the caller.',
  ),
  empty_pages: described(
    v.optional(v.boolean(), false),
    'Whether an empty page, with a cursor, comes before each page of a listing with a cursor.',
  ),
  omit_fields: described(
    v.optional(v.boolean(), true),
    'With `unspecified: vary`: whether answers leave out fields that the specification does not name.',
  ),
  order: described(
    v.optional(v.array(callEvent), []),
    'Order in which calls that are under way together are handled and answered: `GET /users/me#1 is answered`, `workflow.get_session#2 is answered`, `POST /orgs#1 is handled`. A call that it does not name goes on at once; one that does not come is waited for half a second.',
  ),
  sockets: described(
    v.optional(v.array(v.picklist(socketOpenings)), []),
    'What becomes of the sockets that clients open, in turn; the last holds for all that come after. `bad_gateway`: a proxy answers 502 with a page of HTML; `hangs`: the upgrade is never answered; `closed`: it opens, and closes at once with 1013.',
  ),
  unspecified: described(
    v.optional(v.picklist(unspecifiedModes), 'allow'),
    'What to do where the specification is silent.',
  ),
  broken: described(
    v.optional(v.array(v.string()), []),
    'Statements that this world breaks on purpose: `<clause>`, or `<clause>/2` for the second way to break it.',
  ),
  otherwise: described(
    v.optional(v.array(v.string())),
    'Alternatives to assumptions by which this world answers: `A-38/1` for the first of A-38. Left out, `unspecified: vary` draws a set by the seed; `[]` is none.',
  ),
  limits: described(v.optional(fields(limitEntries), {}), 'Count and size limits (A-25, A-29, A-30).'),
  statuses: described(
    v.optional(fields(statusEntries), {}),
    'HTTP status by error code, where the specification states none (A-6, A-7, A-391 to A-397).',
  ),
})

export type Settings = v.InferOutput<typeof settingsSchema>
export type SettingsInput = v.InferInput<typeof settingsSchema>

let defaults: Settings | undefined

/** Default settings, made without the parser, whose first run is slow: most test files need no other. */
export function defaultSettings(): Settings {
  return (defaults ??= freezeDeep({
    ...Object.fromEntries(Object.entries(settingsSchema.entries).flatMap(readDefault)),
    limits: limitDefaults,
  } as unknown as Settings))
}

function readDefault([name, entry]: [string, v.GenericSchema]): [string, unknown][] {
  const value: unknown = v.getDefault(entry)
  return value === undefined ? [] : [[name, value]]
}

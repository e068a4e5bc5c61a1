import * as v from 'valibot'
import { errors, type ErrorCode } from '../contract/errors.ts'
import { freezeDeep } from './row.ts'
import { unspecifiedModes } from './unspecified-modes.ts'

const count = v.pipe(v.number(), v.integer(), v.minValue(0))
const atLeastOne = v.pipe(v.number(), v.integer(), v.minValue(1))

/** Names and defaults of the limits. */
export const limitDefaults = {
  orgs_per_user: 50,
  blobs_per_org: 10_000,
  api_keys_per_target: 100,
  members_per_target: 1_000,
  service_accounts_per_user: 25,
  metadata_keys_per_request: 1_000,
  request_body_bytes: 1_048_576,
  upload_bytes: 67_108_864,
  graph_depth: 6,
  graph_elements: 1_000,
} as const

export type LimitName = keyof typeof limitDefaults

export function limitOf({ settings }: { readonly settings: Settings }, name: LimitName): number {
  return (settings.limits as Partial<Record<LimitName, number>>)[name] ?? limitDefaults[name]
}

const limitEntries = Object.fromEntries(
  Object.entries(limitDefaults).map(([name, value]) => [name, v.optional(count, value)]),
) as { [N in LimitName]: v.OptionalSchema<typeof count, number> }

const callEvent = v.pipe(v.string(), v.regex(/^\S+(?: \/\S*)?#[1-9]\d*(?: over HTTP)? is (?:handled|answered)$/, 'expected a call, its turn, and what happens to it: `GET /users/me#1 is answered`'))
const status = v.pipe(v.number(), v.integer(), v.minValue(400), v.maxValue(599))
/** Codes whose status the specification does not state. */
type AssumedStatus = { [C in ErrorCode]: (typeof errors)[C]['statusFrom'] extends 'specification' ? never : C }[ErrorCode]
const assumed = Object.entries(errors).filter(([, { statusFrom }]) => statusFrom !== 'specification')
const statusEntries = Object.fromEntries(assumed.map(([code]) => [code, v.optional(status)])) as { [C in AssumedStatus]: v.OptionalSchema<typeof status, undefined> }

/** What becomes of a socket that a client opens. */
const socketOpenings = ['accepted', 'unauthenticated', 'bad_gateway', 'hangs', 'closed'] as const
export type SocketOpening = (typeof socketOpenings)[number]

/** What a scenario may set: the numbers, statuses and switches that rest on assumptions. */
export const settingsSchema = v.strictObject({
  operation_ms: v.optional(v.pipe(count, v.description('World time an operation takes, in milliseconds (A-24).')), 2_000),
  node_ms: v.optional(v.pipe(count, v.description('World time of one node of an execution, in milliseconds (A-28).')), 500),
  unpaginated_bytes: v.optional(v.pipe(atLeastOne, v.description('Byte budget of an unpaginated listing (A-31).')), 1_048_576),
  trailing_page: v.optional(v.pipe(v.boolean(), v.description('Whether a page that ends on the last record still has a cursor (A-32).')), true),
  default_limit: v.optional(v.pipe(atLeastOne, v.description('Default `limit` of opaque-cursor commands (A-29).')), 50),
  maximum_limit: v.optional(v.pipe(atLeastOne, v.description('Maximum `limit` of opaque-cursor commands (A-29).')), 200),
  acting_token_ms: v.optional(v.pipe(count, v.description('Lifetime of an acting token in world time, in milliseconds (A-14).')), 3_600_000),
  write_ms: v.optional(v.pipe(count, v.description('World time that a writing request takes, in milliseconds (A-36).')), 1),
  request_ms: v.optional(v.pipe(count, v.description('World time that every request takes, in milliseconds: what is polled gets there.')), 0),
  page_rows: v.optional(v.pipe(atLeastOne, v.description('Rows that a page of an opaque-cursor listing reads at most, whatever its `limit`.'))),
  empty_pages: v.optional(v.pipe(v.boolean(), v.description('Whether an empty page, with a cursor, comes before each page of an opaque-cursor listing.')), false),
  omit_fields: v.optional(v.pipe(v.boolean(), v.description('With `unspecified: vary`: whether answers leave out fields that the specification does not name.')), true),
  order: v.optional(v.pipe(v.array(callEvent), v.description('Order in which calls that are under way together are handled and answered: `GET /users/me#1 is answered`, `workflow.get_session#2 is answered`, `POST /orgs#1 is handled`. A call that it does not name goes on at once; one that does not come is waited for half a second.')), []),
  sockets: v.optional(v.pipe(v.array(v.picklist(socketOpenings)), v.description('What becomes of the sockets that clients open, in turn; the last holds for all that come after. `bad_gateway`: a proxy answers 502 with a page of HTML; `hangs`: the upgrade is never answered; `closed`: it opens, and closes at once with 1013.')), []),
  unspecified: v.optional(v.pipe(v.picklist(unspecifiedModes), v.description('What to do where the specification is silent.')), 'allow'),
  broken: v.optional(v.pipe(v.array(v.string()), v.description('Statements that this world breaks on purpose: `<clause>`, or `<clause>/2` for the second way to break it.')), []),
  limits: v.optional(v.pipe(v.strictObject(limitEntries), v.description('Count and size limits (A-30, A-29).')), {}),
  statuses: v.optional(
    v.pipe(
      v.strictObject(statusEntries),
      v.description('HTTP status by error code, where the specification states none (A-6, A-7).'),
    ),
    {},
  ),
})

export type Settings = v.InferOutput<typeof settingsSchema>
export type SettingsInput = v.InferInput<typeof settingsSchema>

let defaults: Settings | undefined

export function defaultSettings(): Settings {
  return (defaults ??= freezeDeep(v.parse(settingsSchema, {})))
}

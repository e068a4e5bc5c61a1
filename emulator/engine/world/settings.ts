import * as v from 'valibot'
import { errors, type ErrorCode } from '../../contract/errors.ts'
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
  metadata_keys_per_request: 2_000,
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
  [C in ErrorCode]: (typeof errors)[C]['statusFrom'] extends 'specification' ? never : C
}[ErrorCode]
const assumed = Object.entries(errors).filter(([, { statusFrom }]) => statusFrom !== 'specification')
const statusEntries = Object.fromEntries(assumed.map(([code]) => [code, v.optional(status)])) as {
  [C in AssumedStatus]: v.OptionalSchema<typeof status, undefined>
}

/** What becomes of a socket that a client opens. */
const socketOpenings = ['accepted', 'unauthenticated', 'bad_gateway', 'hangs', 'closed'] as const
export type SocketOpening = (typeof socketOpenings)[number]

/** What a scenario may set: the numbers, statuses and switches that rest on assumptions. */
export const settingsSchema = v.strictObject({
  operation_ms: v.optional(count, 2_000),
  node_ms: v.optional(count, 500),
  unpaginated_bytes: v.optional(atLeastOne, 1_048_576),
  unpaginated_from: v.optional(v.picklist(['oldest', 'newest']), 'oldest'),
  trailing_page: v.optional(v.boolean(), true),
  default_limit: v.optional(atLeastOne, 50),
  maximum_limit: v.optional(atLeastOne, 200),
  acting_token_ms: v.optional(count, 3_600_000),
  write_ms: v.optional(count, 1),
  request_ms: v.optional(count, 0),
  page_rows: v.optional(atLeastOne),
  empty_pages: v.optional(v.boolean(), false),
  omit_fields: v.optional(v.boolean(), true),
  order: v.optional(v.array(callEvent), []),
  sockets: v.optional(v.array(v.picklist(socketOpenings)), []),
  unspecified: v.optional(v.picklist(unspecifiedModes), 'allow'),
  broken: v.optional(v.array(v.string()), []),
  limits: v.optional(v.strictObject(limitEntries), {}),
  statuses: v.optional(v.strictObject(statusEntries), {}),
})

export type Settings = v.InferOutput<typeof settingsSchema>
export type SettingsInput = v.InferInput<typeof settingsSchema>

let defaults: Settings | undefined

/** What parsing nothing gives; without the parser, which is slow in its first run: that of most test files. */
export function defaultSettings(): Settings {
  return (defaults ??= freezeDeep({
    ...Object.fromEntries(Object.entries(settingsSchema.entries).flatMap(defaultOf)),
    limits: limitDefaults,
  } as unknown as Settings))
}

function defaultOf([name, entry]: [string, v.GenericSchema]): [string, unknown][] {
  const value: unknown = v.getDefault(entry)
  return value === undefined ? [] : [[name, value]]
}

import * as v from 'valibot'
import type { AssumptionId } from '../../contract/assumptions.ts'
import type { Mutation } from '../../contract/mutation.ts'
import { errorFacts, type ErrorCode } from '../../contract/errors.ts'
import { isObject } from '../../engine/checking/is-object.ts'
import { limitDefaults, settingsSchema, type SettingsInput } from '../../engine/world/settings.ts'

/** A setting that an observation can settle. */
interface FactSetting {
  /** Assumptions that say its default. */
  readonly assumptions: readonly AssumptionId[]
  /** Its default. */
  readonly standard: unknown
  /** Valid values. */
  readonly schema: v.GenericSchema
}

const { entries } = settingsSchema
const statuses = (entries.statuses as unknown as NestedSetting).wrapped.entries
const limits = (entries.limits as unknown as NestedSetting).wrapped.entries

interface NestedSetting {
  readonly wrapped: { readonly entries: Readonly<Record<string, v.GenericSchema>> }
}

/** Assumptions of the settings that are one value each. */
const single = {
  default_limit: ['A-29'],
  maximum_limit: ['A-29'],
  trailing_page: ['A-32'],
  unpaginated_bytes: ['A-31'],
  unpaginated_from: ['A-31'],
  operation_ms: ['A-420'],
  node_ms: ['A-28'],
  acting_token_ms: ['A-419'],
} as const satisfies Partial<Record<keyof SettingsInput, readonly AssumptionId[]>>

/** Limits that are no count of A-30. */
const otherLimits: Readonly<Record<string, readonly AssumptionId[]>> = {
  graph_depth: ['A-408'],
  graph_elements: ['A-408'],
  batch_calls: ['A-403'],
  metadata_keys_per_request: ['A-181'],
  upload_request_bytes: ['A-417'],
}

/**
 * Settings that an observation can settle, by name: `default_limit`, `limits.orgs_per_user`, `statuses.user_not_found`.
 */
export const factSettings: ReadonlyMap<string, FactSetting> = new Map([
  ...Object.entries(single).map(([name, assumptions]) => row(name, assumptions, entries[name as keyof typeof single])),
  ...Object.keys(limitDefaults)
    .filter((name) => name !== 'due_work' && name !== 'state_bytes')
    .map((name) => row(`limits.${name}`, otherLimits[name] ?? ['A-30'], limits[name]!)),
  ...Object.keys(statuses).map((code) => {
    const { status, statusFrom } = errorFacts(code as ErrorCode)
    return row(`statuses.${code}`, [statusFrom as AssumptionId], statuses[code]!, status)
  }),
])

function row(
  name: string,
  assumptions: readonly AssumptionId[],
  schema: v.GenericSchema,
  standard: unknown = v.getDefault(schema),
): [name: string, setting: FactSetting] {
  return [name, { assumptions, schema, standard }]
}

/** Settings of a world from values by name. */
export function settingsFrom(values: ReadonlyMap<string, unknown>): SettingsInput {
  const settings: Record<string, unknown> = {}
  for (const [name, value] of values) {
    const [group, inner] = name.split('.') as [string, string?]
    settings[group] = inner === undefined ? value : { ...(settings[group] as object), [inner]: value }
  }
  return settings as SettingsInput
}

/** Names of the settings in an alternative that is settings alone: `limits.orgs_per_user`; undefined for any other. */
export function settingsBy(by: Mutation): string[] | undefined {
  if (by.mutator !== 'settings') return undefined
  return Object.entries(by.settings).flatMap(([name, value]) =>
    isObject(value) ? Object.keys(value).map((inner) => `${name}.${inner}`) : [name],
  )
}

import * as v from 'valibot'
import { NOTHING_BROKEN } from '../../contract/mutation.ts'
import { findVariant, variantsBySetting, variantSettings, type VariantSetting } from '../../contract/variants.ts'
import { didYouMeanId } from '../checking/did-you-mean-id.ts'
import { isObject } from '../checking/is-object.ts'
import { ProblemList } from '../checking/problem-list.ts'
import type { Path, Problem } from '../checking/problems.ts'
import { fields } from '../checking/strict.ts'
import { settingsSchema, type Settings, type SettingsInput } from './settings.ts'

/** Settings that are not about one request. */
type Lasting = 'order' | 'sockets'

/** Rules by which one request is answered in place of the settings that they name. */
export type Rules = Omit<SettingsInput, Lasting>

const { order: _order, sockets: _sockets, ...rules } = settingsSchema.entries

export const rulesSchema = v.pipe(
  optionalFields(fields(rules), v.optional) as v.GenericSchema<Record<string, unknown>>,
  v.minEntries(1, 'expected at least one setting, such as `limits`'),
) as unknown as v.GenericSchema<Rules>

/** Schema of some of the settings, without defaults: each may be left out, also each limit and status. */
export function optionalFields(
  schema: v.GenericSchema,
  optional: (schema: v.GenericSchema) => v.GenericSchema,
): v.GenericSchema {
  const { entries } = schema as unknown as { entries?: Readonly<Record<string, v.GenericSchema>> }
  if (entries === undefined) return schema
  const some = Object.entries(entries).map(([name, setting]) => {
    const { wrapped } = setting as unknown as { wrapped: v.GenericSchema }
    const about = v.getDescription(setting)
    const inner = optionalFields(wrapped, optional)
    return [name, optional(about === undefined ? inner : v.pipe(inner, v.description(about)))]
  })
  return fields(Object.fromEntries(some) as v.ObjectEntries)
}

/** Merges settings, of which later ones override earlier ones; limits and statuses one by one. */
export function mergeSettings(given: readonly (SettingsInput | undefined)[]): Partial<Settings> {
  const merged: Record<string, unknown> = {}
  for (const settings of given) {
    for (const [name, value] of Object.entries(settings ?? {}))
      merged[name] = isObject(value) ? { ...(merged[name] as object), ...value } : value
  }
  return merged
}

const unknown: Readonly<Record<VariantSetting, (id: string) => string>> = {
  broken: (id) => `there is no clause '${id}' that can be broken`,
  otherwise: (id) => `there is no alternative '${id}' to an assumption`,
}

/** Problem of an id in a setting that names no variant, with the near miss. */
export function unknownVariant(setting: VariantSetting, id: string, path: Path): Problem[] {
  if (findVariant(setting, id) !== undefined || id === NOTHING_BROKEN) return []
  const known = variantsBySetting[setting].map((each) => each.id)
  return [{ kind: 'value', path, message: unknown[setting](id) + didYouMeanId(id, known) }]
}

/** Problems of unknown mutants and alternatives, as many as are shown. `path`: place of the settings. */
export function unknownIdProblems(settings: SettingsInput, path: Path): Problem[] {
  const found = new ProblemList()
  for (const name of variantSettings)
    found.addFrom(settings[name] ?? [], (id, n) => unknownVariant(name, id, [...path, name, n]))
  return found.toArray()
}

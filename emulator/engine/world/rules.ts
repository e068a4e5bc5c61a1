import * as v from 'valibot'
import { NOTHING_BROKEN } from '../../contract/mutation.ts'
import { indexedAlternatives } from '../../contract/assumption-ids.ts'
import { mutants, type NamedMutant } from '../../contract/mutants.ts'
import { didYouMeanId } from '../checking/did-you-mean-id.ts'
import { isObject } from '../checking/is-object.ts'
import { ProblemList } from '../checking/problem-list.ts'
import type { Path, Problem } from '../checking/problems.ts'
import { fields } from '../checking/strict.ts'
import { findAlternative } from './otherwise.ts'
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

let byId: ReadonlyMap<string, NamedMutant> | undefined

export function findMutant(id: string): NamedMutant | undefined {
  return (byId ??= new Map(mutants.map((mutant) => [mutant.id, mutant]))).get(id)
}

/** Problem of an id that names no mutant. */
export function unknownMutant(id: string, path: Path): Problem[] {
  if (findMutant(id) !== undefined || id === NOTHING_BROKEN) return []
  return [unknownId(`there is no clause '${id}' that can be broken`, id, mutants, path)]
}

/** Problem of an id that names no alternative. */
export function unknownAlternative(id: string, path: Path): Problem[] {
  if (findAlternative(id) !== undefined || id === NOTHING_BROKEN) return []
  return [unknownId(`there is no alternative '${id}' to an assumption`, id, indexedAlternatives, path)]
}

function unknownId(message: string, id: string, known: readonly { readonly id: string }[], path: Path): Problem {
  const near = didYouMeanId(
    id,
    known.map((each) => each.id),
  )
  return { kind: 'value', path, message: message + near }
}

/** Problems of unknown mutants and alternatives, as many as are shown. `path`: place of the settings. */
export function unknownIdProblems({ broken = [], otherwise = [] }: SettingsInput, path: Path): Problem[] {
  const found = new ProblemList()
  found.addFrom(broken, (id, n) => unknownMutant(id, [...path, 'broken', n]))
  found.addFrom(otherwise, (id, n) => unknownAlternative(id, [...path, 'otherwise', n]))
  return found.toArray()
}

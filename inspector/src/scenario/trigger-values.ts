import { isObject } from '../../../emulator/engine/checking/is-object.ts'
import { faultForms, type FaultForm, type TriggerField, type TriggerJson } from './trigger-fields.ts'

/** The only fault of a trigger, if it has a form. */
export interface FormFault {
  readonly form: FaultForm
  readonly argument: unknown
}

/** Reads the fault that a form can show; undefined for several actions, changes and other faults. */
export function readFault(trigger: TriggerJson): FormFault | undefined {
  const actions = Array.isArray(trigger['do']) ? trigger['do'] : [trigger['do']]
  const [only] = actions
  if (actions.length !== 1 || !isObject(only) || Object.keys(only).length !== 1) return undefined
  const [[name, argument]] = Object.entries(only) as [[string, unknown]]
  const form = faultForms.find((each) => each.name === name)
  return form === undefined ? undefined : { form, argument }
}

export function withFault(trigger: TriggerJson, name: string, argument: unknown): TriggerJson {
  return { ...trigger, do: [{ [name]: argument }] }
}

/** Reads the value at a path; undefined if it is missing. */
export function valueAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((inner, key) => (isObject(inner) ? inner[key] : undefined), value)
}

/** Replaces the value at a path; undefined takes it away. What is no object on the way becomes one. */
export function withValueAt(value: unknown, [key, ...rest]: readonly string[], to: unknown): unknown {
  if (key === undefined) return to
  const { [key]: inner, ...others } = isObject(value) ? value : {}
  const replaced = withValueAt(inner, rest, to)
  if (replaced === undefined) return others
  // A known key keeps its place.
  return isObject(value) && key in value ? { ...value, [key]: replaced } : { ...others, [key]: replaced }
}

/** Formats a value as the text of its field. */
export function fieldText(value: unknown): string {
  if (value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Parses the text of a field. What is no number or JSON stays a text, which the emulator refuses with a reason. */
export function fieldValue(kind: TriggerField['kind'], text: string): unknown {
  if (text === '') return undefined
  if (kind === 'flag') return true
  if (kind === 'number') return text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text
  return kind === 'json' || (kind === 'text-or-json' && /^\s*[[{]/.test(text)) ? parsedOr(text) : text
}

function parsedOr(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

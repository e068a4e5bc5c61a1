import { isObject } from '../../../emulator/engine/checking/is-object.ts'

/** A trigger as JSON; parts of it may be wrong while it is typed. */
export type TriggerJson = Readonly<Record<string, unknown>>

/** The only action of a trigger. */
export interface Action {
  readonly name: string
  readonly argument: unknown
}

/** Reads the action that a form can show; undefined for several. */
export function readAction(trigger: TriggerJson): Action | undefined {
  const actions = Array.isArray(trigger['do']) ? trigger['do'] : [trigger['do']]
  const [only] = actions
  if (actions.length !== 1 || !isObject(only) || Object.keys(only).length !== 1) return undefined
  const [[name, argument]] = Object.entries(only) as [[string, unknown]]
  return { name, argument }
}

export function withAction(trigger: TriggerJson, { name, argument }: Action): TriggerJson {
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

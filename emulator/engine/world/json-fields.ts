import { EmulatorError } from '../checking/emulator-error.ts'
import { pathText, valueText, type Path, type Problem } from '../checking/problems.ts'

/**
 * Copies the fields of a record that code gives: the world freezes its records, and exports them as JSON. As in
 * `JSON.stringify`, objects with `toJSON` are replaced, and undefined fields of nested objects left out. Throws
 * `EmulatorError` for values that JSON does not have. Bytes are kept.
 */
export function copyAsJson(given: object): Record<string, unknown> {
  const problems: Problem[] = []
  const fields = Object.entries(given).map(([field, value]): [string, unknown] => [
    field,
    value === undefined || value instanceof Uint8Array ? value : copyValue(value, [field], [], problems),
  ])
  if (problems.length > 0) throw new EmulatorError(problems)
  return Object.fromEntries(fields)
}

function copyValue(value: unknown, path: Path, around: readonly object[], problems: Problem[]): unknown {
  if (value === null || typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value)) return value
  if (typeof value !== 'object' || around.includes(value)) return refuse(value, path, problems)
  const inside = [...around, value]
  if ('toJSON' in value && typeof value.toJSON === 'function')
    return copyValue(value.toJSON(path.at(-1)), path, inside, problems)
  if (Array.isArray(value))
    return Array.from(value, (item: unknown, i) => copyValue(item ?? null, [...path, i], inside, problems))
  if (Object.prototype.toString.call(value) !== '[object Object]') return refuse(value, path, problems)
  const own = Object.entries(value).filter(([, inner]) => inner !== undefined)
  return Object.fromEntries(own.map(([name, inner]) => [name, copyValue(inner, [...path, name], inside, problems)]))
}

function refuse(value: unknown, path: Path, problems: Problem[]): undefined {
  const kind = Object.prototype.toString.call(value).slice('[object '.length, -1)
  const isCycle = kind === 'Object' || kind === 'Array'
  const got = isCycle ? 'one that contains itself' : typeof value === 'object' ? `a ${kind}` : valueText(value)
  problems.push({ kind: 'type', path, message: `expected a value that JSON can hold, got ${got}` })
  return undefined
}

/** Says that a value, or one within it, is none of JSON; undefined for one that JSON holds. */
export function notJsonText(value: unknown): string | undefined {
  const problems: Problem[] = []
  copyValue(value, [], [], problems)
  const [first] = problems
  if (first === undefined) return undefined
  return first.path.length === 0 ? first.message : `${first.message} at ${pathText(first.path)}`
}

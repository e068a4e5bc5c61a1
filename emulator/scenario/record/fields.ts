/** Fields of requests and answers that a recording treats specially. */
import { isUuid, UUID } from '../../contract/uuid.ts'
import { isObject } from '../../engine/checking/is-object.ts'
import { isSecretName } from '../../engine/journal/redact.ts'

const uuid = new RegExp(UUID, 'g')
/** Least length of a generated id that is no UUID. Shorter ids are names that someone chose. */
const SHORTEST_ID = 16

/** Calls `visit` for each string inside a value, with its path and the object that holds it. */
export function eachText(
  value: unknown,
  visit: (text: string, path: readonly (string | number)[], holder: unknown) => void,
  path: readonly (string | number)[] = [],
  holder?: unknown,
): void {
  if (typeof value === 'string') visit(value, path, holder)
  else if (Array.isArray(value))
    for (const [index, item] of value.entries()) eachText(item, visit, [...path, index], holder)
  else if (isObject(value))
    for (const [name, item] of Object.entries(value)) eachText(item, visit, [...path, name], value)
}

/** True for a field with a secret, such as the full key of an API key record, or a token. */
export function isSecretField(name: string | number | undefined, holder: unknown): boolean {
  if (name === 'key') return isObject(holder) && 'key_prefix' in holder
  return typeof name === 'string' && isSecretName(name)
}

/** True for a field with a cursor, which only the server can read. */
export function isCursorField(name: string | number | undefined): boolean {
  return typeof name === 'string' && (name === 'cursor' || /^last_\w+_id$/.test(name))
}

/** True for a text that the server generated, and that may differ in another run. */
export function isDrawn(text: string, name: string | number | undefined, holder: unknown): boolean {
  if (isUuid(text) || isCursorField(name) || isSecretField(name, holder)) return true
  return typeof name === 'string' && /(?:^|_)id$/.test(name) && text.length >= SHORTEST_ID
}

export function uuidsIn(text: string): string[] {
  return text.match(uuid) ?? []
}

export function replaceUuids(text: string, replace: (id: string) => string): string {
  return text.replace(uuid, replace)
}

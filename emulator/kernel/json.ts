import { once } from './once.ts'

/**
 * JSON of answers. What is frozen in an answer is a record or made of one, and never changes: its text is made once, for whichever
 * answers show it. For a listing that is most of the work.
 */
export function jsonText(value: unknown): string {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? jsonObject(value) : jsonValue(value)
}

/** The JSON of an object, with members in front of its own (`"status":"success"`). */
export function jsonObject(fields: object, members = ''): string {
  let text = members
  for (const name in fields) {
    const value = (fields as Record<string, unknown>)[name]
    if (value !== undefined) text += `${text === '' ? '' : ','}${quoted(name)}:${jsonValue(value)}`
  }
  return `{${text}}`
}

const textOf = once((value: object) => JSON.stringify(value))

function jsonValue(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (Array.isArray(value)) return jsonArray(value)
  return Object.isFrozen(value) ? textOf(value) : JSON.stringify(value)
}

function jsonArray(values: readonly unknown[]): string {
  let text = ''
  for (let i = 0; i < values.length; i++) text += i === 0 ? jsonValue(values[i]) : `,${jsonValue(values[i])}`
  return `[${text}]`
}

const word = /^\w+$/

function quoted(name: string): string {
  return word.test(name) ? `"${name}"` : JSON.stringify(name)
}

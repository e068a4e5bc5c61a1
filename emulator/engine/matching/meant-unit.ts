import type * as v from 'valibot'
import { refusing, wrongShape } from '../checking/refusing.ts'

/** A schema of objects that select requests. Text that names an endpoint or a command is refused with the object that was meant. */
export function refusingUnitText<S extends v.GenericSchema>(schema: S): S {
  return refusing(schema, (value) => {
    if (typeof value !== 'string') return undefined
    const meant = meantUnit(value)
    if (meant === undefined) return undefined
    return wrongShape(value, `expected an object, got '${value}', did you mean \`${meant}\`?`)
  })
}

function meantUnit(text: string): string | undefined {
  if (isPath(text)) return `{ endpoint: 'GET ${text}' }`
  if (/^[A-Z]+ \/\S*$/.test(text)) return `{ endpoint: '${text}' }`
  return isCommandName(text) ? `{ command: '${text}' }` : undefined
}

/** True for a text with the form of a command: `workflow.list_sessions`, `workflow.*`. */
export function isCommandName(text: string): boolean {
  return /^[a-z]+\.[a-z_*]+$/.test(text)
}

/** True for the path of a request without its method. */
export function isPath(text: string): boolean {
  return /^\/\S*$/.test(text)
}

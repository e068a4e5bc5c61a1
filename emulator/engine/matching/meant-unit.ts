import type * as v from 'valibot'
import { refusingMeant, wrongShape } from '../checking/refusing.ts'

/** A schema of objects that select requests. Text that names an endpoint or a command is refused with the object that was meant. */
export function refusingUnitText<S extends v.GenericSchema>(schema: S): S {
  return refusingMeant(schema, 'an object', (value) => meantUnit(value, 'endpoint', 'command'))
}

/**
 * The object that was meant by the name of an endpoint or a command alone, written with these fields: `{ endpoint: 'GET
 * /users/me' }`. Undefined for a text that names none.
 */
export function meantUnit(value: unknown, endpoint: string, command: string): string | undefined {
  if (typeof value !== 'string') return undefined
  if (isCommandName(value)) return `{ ${command}: '${value}' }`
  const meant = /^[A-Z]+ \/\S*$/.test(value) ? value : meantEndpoint(value)
  return meant && `{ ${endpoint}: '${meant}' }`
}

/** `METHOD /path` for a text that is nearly one: with a small method, without a method or a slash, with a whole URL. */
export function meantEndpoint(text: string): string | undefined {
  if (isPath(text)) return `GET ${text}`
  const [, method = 'GET', origin, version = '', path = ''] =
    /^(?:([A-Za-z]+) +)?(https?:\/\/[^/\s]+)?(\/v\d+(?=\/))?(\/?[\w:][^\s]*)$/.exec(text) ?? []
  if (path === '' || (origin === undefined && !/^[A-Za-z]+ |\//.test(text))) return undefined
  return `${method.toUpperCase()} ${origin === undefined ? version : ''}${path.startsWith('/') ? '' : '/'}${path}`
}

/** True for a text with the form of a command: `workflow.list_sessions`, `workflow.*`. */
export function isCommandName(text: string): boolean {
  return /^[a-z]+\.[a-z_*]+$/.test(text)
}

/** True for the path of a request without its method. */
function isPath(text: string): boolean {
  return /^\/\S*$/.test(text)
}

/** Refuses a text that is nearly the method and path of a request, or names a command. */
export function refuseNearEndpoint(value: unknown): ReturnType<typeof wrongShape> | undefined {
  if (typeof value !== 'string' || /^[A-Z]+ \/\S*$/.test(value)) return undefined
  const meant = meantEndpoint(value)
  if (meant === undefined && !isCommandName(value)) return undefined
  const instead = meant === undefined ? ': a command is named in `call`' : `, did you mean \`${meant}\`?`
  return wrongShape(value, `expected \`METHOD /path\`, got '${value}'${instead}`)
}

/** Refuses the method and path of a request in place of a command. */
export function refuseEndpoint(value: unknown): ReturnType<typeof wrongShape> | undefined {
  if (typeof value !== 'string' || !/^[A-Z]+ \//.test(value)) return undefined
  return wrongShape(value, `expected \`engine.command\`, got '${value}': an endpoint is named in \`http\``)
}

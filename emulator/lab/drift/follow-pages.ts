import { plural } from '../../engine/checking/plural.ts'
import { isObject } from '../../engine/checking/is-object.ts'
import { withPaging } from './ask-twin.ts'
import { sentBody, sentFields, type AskedRequest } from './asked.ts'
import { findUnit } from './find-unit.ts'
import { answerFields, type Observation } from './observation.ts'

/**
 * Reads a listing to its end, because only all pages show its items, while `goesOn` allows it. `goesOn` takes the number
 * of pages read after the first. Does nothing if the first request is for a later page.
 *
 * Only a cursor that is null ends a listing. Returns how it broke off otherwise: `its cursor repeats after 2 pages`.
 */
export async function followPages(
  first: AskedRequest,
  answered: Observation,
  ask: (asked: AskedRequest) => Promise<Observation>,
  goesOn: (read: number) => boolean,
): Promise<string | undefined> {
  const page = findUnit(first)?.page
  if (page?.kind !== 'opaque' && page?.kind !== 'record') return undefined
  const name = page.kind === 'opaque' ? 'cursor' : `start_${page.noun}_id`
  if (name in sentFields(first)) return undefined
  let observation = answered
  const seen = new Set<string>()
  while (goesOn(seen.size)) {
    const fields = findFields(observation)
    // A refusal, or no answer, is judged by itself.
    if (!Array.isArray(fields?.[page.items])) return undefined
    const token = fields[page.kind === 'opaque' ? 'cursor' : `last_${page.noun}_id`]
    if (token === null) return undefined
    const pages = plural(seen.size + 1, 'page')
    if (typeof token !== 'string' || token === '')
      return `its cursor is ${token === '' ? 'empty' : 'missing'} after ${pages}`
    if (seen.has(token)) return `its cursor repeats after ${pages}`
    seen.add(token)
    observation = await ask(nextPage(first, page.kind === 'opaque', name, token))
  }
  return undefined
}

function nextPage(first: AskedRequest, isOpaque: boolean, name: string, token: string): AskedRequest {
  if (isOpaque) return withPaging(first, { limit: sentFields(first)['limit'], cursor: token })
  const sent = { ...sentBody(first), [name]: token }
  return first.via === 'socket' ? { ...first, params: sent } : { ...first, body: JSON.stringify(sent) }
}

function findFields(observation: Observation): Readonly<Record<string, unknown>> | undefined {
  const fields = answerFields(observation)
  const { result } = fields
  return observation.kind === 'http' ? fields : isObject(result) ? result : undefined
}

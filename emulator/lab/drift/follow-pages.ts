import { plural } from '../../engine/checking/plural.ts'
import { isObject } from '../../engine/checking/is-object.ts'
import { shallowJson } from '../../engine/checking/lost-number.ts'
import { withPaging } from './ask-twin.ts'
import type { AskedRequest } from './asked.ts'
import { findUnit } from './find-unit.ts'
import type { Observation } from './observation.ts'

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
  if (mentions(first, name)) return undefined
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

function mentions(asked: AskedRequest, name: string): boolean {
  if (asked.via === 'socket') return isObject(asked.params) && name in asked.params
  return asked.path.includes(`${name}=`) || String(asked.body).includes(`"${name}"`)
}

function nextPage(first: AskedRequest, isOpaque: boolean, name: string, token: string): AskedRequest {
  if (isOpaque) return withPaging(first, { ...findLimit(first), cursor: token })
  if (first.via === 'socket') return { ...first, params: { ...(first.params as object), [name]: token } }
  return { ...first, body: JSON.stringify({ ...(shallowJson(String(first.body)) as object), [name]: token }) }
}

function findLimit(asked: AskedRequest): { limit: unknown } {
  if (asked.via === 'socket') return { limit: (asked.params as { limit?: unknown }).limit }
  if (asked.method === 'GET')
    return { limit: new URLSearchParams(asked.path.split('?', 2)[1] ?? '').get('limit') ?? undefined }
  return { limit: (shallowJson(String(asked.body)) as { limit?: unknown } | undefined)?.limit }
}

function findFields(observation: Observation): Readonly<Record<string, unknown>> | undefined {
  if (observation.kind === 'failed') return undefined
  const text =
    observation.kind === 'http' ? new TextDecoder().decode(observation.bytes) : (observation.frames.at(-1) ?? '')
  const value = shallowJson(text)
  if (!isObject(value)) return undefined
  return observation.kind === 'http' ? value : isObject(value['result']) ? value['result'] : undefined
}

import { isObject } from '../../engine/checking/is-object.ts'
import type { AskedRequest, AskedHttp, ObservedExchange } from './asked.ts'
import type { Made } from './created.ts'
import { seeAnswer } from './facts/seen-answer.ts'
import { findParams, findUnit } from './find-unit.ts'
import type { Observation } from './observation.ts'

/** Most calls to reach a limit, without and with `--large`. */
const CALLS = 15
const CALLS_LARGE = 120

/** Requests that create one more record in an organization of the run, by the limit that counts it. */
const makers: Readonly<Record<string, (org: string, n: number) => readonly [path: string, body: object]>> = {
  api_keys_per_target: (org) => [`/api-keys/target/org/${org}`, { role: 'read' }],
  blobs_per_org: (org, n) => [`/blobs/${org}`, { alias: `svc-drift-one-more-${n}`, type: 'text' }],
}

/**
 * Creates records in an organization of the run until the target refuses, because the specification says how it
 * refuses. Takes the limit with the fewest records left, and sends nothing if all limits are too far away. `ask` sends
 * a request to the target and keeps the exchange.
 */
export async function exceedLimit(
  exchanges: readonly ObservedExchange[],
  created: readonly Made[],
  large: boolean,
  ask: (asked: AskedRequest) => Promise<Observation>,
): Promise<void> {
  const own = new Set(created.flatMap(({ kind, reference }) => (kind === 'organization' ? [reference] : [])))
  const listing = exchanges.findLast(
    ({ asked, observation }) =>
      own.has(findParams(asked)['org_id'] ?? '') && readRoom(asked, observation) !== undefined,
  )?.asked
  if (listing?.via !== 'http') return
  const room = readRoom(listing, await ask(listing))
  const [least] = Object.entries(room ?? {}).toSorted(([, one], [, other]) => one - other)
  if (least === undefined || least[1] >= (large ? CALLS_LARGE : CALLS)) return
  const [name, left] = least
  const org = findParams(listing)['org_id']!
  for (let n = 0; n <= left; n++) {
    const made = request(listing, 'POST', ...makers[name]!(org, n))
    if (seeAnswer(await ask(made), findUnit(made))?.code !== undefined) break
  }
  await ask(request(listing, 'GET', name === 'blobs_per_org' ? `/orgs/${org}/blobs` : `/api-keys/target/org/${org}`))
}

/**
 * Number of records that can still be created in an organization, by limit; undefined if the answer does not show it.
 */
function readRoom(asked: AskedRequest, observation: Observation): Record<string, number> | undefined {
  const unit = findUnit(asked)
  if (unit?.id !== 'GET /orgs/:org_id/limits') return undefined
  const limits = seeAnswer(observation, unit)?.fields['limits']
  if (!isObject(limits)) return undefined
  const rooms = Object.keys(makers).flatMap((name) => {
    const { max, used } = (limits as Record<string, { max?: unknown; used?: unknown } | undefined>)[name] ?? {}
    return typeof max === 'number' && typeof used === 'number' ? [[name, Math.max(0, max - used)] as const] : []
  })
  return Object.fromEntries(rooms)
}

function request({ caller, probe }: AskedHttp, method: string, path: string, body?: object): AskedHttp {
  const headers = body === undefined ? {} : { 'content-type': 'application/json' }
  return { via: 'http', probe, caller, method, path, headers, body: body && JSON.stringify(body) }
}

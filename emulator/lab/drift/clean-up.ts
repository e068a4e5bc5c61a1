import type { AskedHttp } from './asked.ts'
import type { Created } from './created.ts'
import type { Observation } from './observation.ts'
import type { Target } from './target.ts'

/** Attempts to delete a record, and the shortest pause between two of them. */
const MAX_TRIES = 4
const PAUSE_MS = 500

/** Deletes the records that a run made, newest first. Returns a line for each that remains. */
export async function cleanUp(
  target: Target,
  created: readonly Created[],
  main: AskedHttp['caller'],
  wait: (milliseconds: number) => Promise<void>,
): Promise<string[]> {
  const left: string[] = []
  // Accounts come last: an account may be the only caller that can delete its organizations.
  const order = ['organization', 'key', 'account'] as const
  for (const kind of order)
    for (const each of created.filter((one) => one.kind === kind).toReversed()) {
      const line = await remove(target, each, main, wait)
      if (line !== undefined) left.push(line)
    }
  return left
}

const paths = { organization: '/orgs', account: '/users', key: '/api-keys' } as const

async function remove(
  target: Target,
  { kind, reference, alias, by }: Created,
  main: AskedHttp['caller'],
  wait: (milliseconds: number) => Promise<void>,
): Promise<string | undefined> {
  const path = `${paths[kind]}/${encodeURIComponent(reference)}`
  const ask = (method: string, caller: AskedHttp['caller']) =>
    target.ask({ via: 'http', probe: 'clean-up', method, path, headers: {}, body: undefined, caller })
  let last: Observation | undefined
  for (let time = 0; time < MAX_TRIES; time++) {
    if (time > 0) await wait(PAUSE_MS * 2 ** time)
    last = await ask('DELETE', time % 2 === 0 ? by : main)
    if (last.kind === 'failed') continue
    if (kind === 'key') return undefined
    const shown = await ask('GET', by)
    if (isGone(shown)) return undefined
    if (kind === 'account' && isRetired(shown)) return `the account '${alias}' (${reference}), which is retired`
  }
  return `the ${kind} '${alias}'${last === undefined ? '' : ` (${describe(last)})`}`
}

/** True for a refusal that is not about the caller. The exact status for a missing record is an assumption. */
function isGone(observation: Observation): boolean {
  return (
    observation.kind === 'http' &&
    Math.floor(observation.status / 100) === 4 &&
    ![401, 403].includes(observation.status)
  )
}

function isRetired(observation: Observation): boolean {
  return observation.kind === 'http' && new TextDecoder().decode(observation.bytes).includes('"retired"')
}

function describe(observation: Observation): string {
  if (observation.kind === 'failed') return `${observation.cause}: ${observation.detail}`
  return observation.kind === 'http' ? `HTTP ${observation.status}` : 'a socket'
}

import type { AskedHttp } from './asked.ts'
import type { Made } from './created.ts'
import { answerText, type Observation } from './observation.ts'
import type { DriftTarget } from './target.ts'

/** Attempts to delete a record of a service that is well, and the pause before the second round. */
const MAX_ROUNDS = 4
const PAUSE_MS = 500
/** Records that are deleted at once. Each waits for the end of the run, and Node warns of more than ten that do. */
const MAX_AT_ONCE = 8

/** How a run cleans up. */
interface Cleaning {
  readonly main: AskedHttp['caller']
  readonly wait: (milliseconds: number) => Promise<void>
  /** False for a service that is ill, and once the run is stopped: each record is tried once. */
  readonly triesAgain: () => boolean
}

/** A record that could not be deleted, and the line about it. */
interface Left {
  readonly created: Made
  readonly line: string
  /** True for a record that cannot be deleted: another attempt would not change it. */
  readonly stays: boolean
}

/** Deletes the records that a run made, newest first. Returns a line for each that remains. */
export async function cleanUp(target: DriftTarget, created: readonly Made[], cleaning: Cleaning): Promise<string[]> {
  let left = await tryEach(target, created, (one) => one.by)
  for (let round = 1; round < MAX_ROUNDS && left.some(({ stays }) => !stays) && cleaning.triesAgain(); round++) {
    await cleaning.wait(PAUSE_MS * 2 ** round)
    const [settled, open] = [left.filter(({ stays }) => stays), left.filter(({ stays }) => !stays)]
    const by = (one: Made): AskedHttp['caller'] => (round % 2 === 0 ? one.by : cleaning.main)
    left = [
      ...settled,
      ...(await tryEach(
        target,
        open.map((each) => each.created),
        by,
      )),
    ]
  }
  return left.map(({ line }) => line)
}

/** Tries to delete each record once. */
async function tryEach(
  target: DriftTarget,
  created: readonly Made[],
  by: (one: Made) => AskedHttp['caller'],
): Promise<Left[]> {
  const left: Left[] = []
  // Accounts come last: an account may be the only caller that can delete its organizations.
  for (const kind of ['organization', 'key', 'account'] as const) {
    const each = created.filter((one) => one.kind === kind).toReversed()
    for (let from = 0; from < each.length; from += MAX_AT_ONCE) {
      const some = each.slice(from, from + MAX_AT_ONCE)
      const tried = await Promise.all(some.map((one) => remove(target, one, by(one))))
      left.push(...tried.filter((one) => one !== undefined))
    }
  }
  return left
}

const paths = { organization: '/orgs', account: '/users', key: '/api-keys' } as const

async function remove(target: DriftTarget, created: Made, caller: AskedHttp['caller']): Promise<Left | undefined> {
  const { kind, reference, alias, by } = created
  const path = `${paths[kind]}/${encodeURIComponent(reference)}`
  const ask = (method: string, as: AskedHttp['caller']) =>
    target.ask({ via: 'http', probe: 'clean-up', method, path, headers: {}, body: undefined, caller: as })
  const deleted = await ask('DELETE', caller)
  const line = `the ${kind} '${alias}' (${describe(deleted)})`
  if (deleted.kind === 'failed') return { created, line, stays: false }
  if (kind === 'key') return undefined
  const shown = await ask('GET', by)
  if (isGone(shown)) return undefined
  if (kind === 'account' && isRetired(shown))
    return { created, line: `the account '${alias}' (${reference}), which is retired`, stays: true }
  return { created, line, stays: false }
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
  return observation.kind === 'http' && answerText(observation).includes('"retired"')
}

function describe(observation: Observation): string {
  if (observation.kind === 'failed') return `${observation.cause}: ${observation.detail}`
  return observation.kind === 'http' ? `HTTP ${observation.status}` : 'a socket'
}

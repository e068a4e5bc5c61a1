import type { Path, Problem } from '../checking/problems.ts'
import { parseDuration } from '../world/clock.ts'
import type { TriggerEntry } from '../world/triggers.ts'
import type { InForce } from '../world/in-force.ts'
import { momentsWithin } from '../world/world-state.ts'
import type { TriggeredExchange } from './exchange.ts'
import { isReading } from './is-reading.ts'
import type { Trigger, When } from './schema.ts'

/** Reads that miss writes: by triggers (`do: { stale: '2s' }`), and by the alternative A-99/1. */

/** World time in milliseconds during which a read may miss a write, in a service whose reads lag (A-99/1). */
export const LAG_MS = 2_000

/** The alternative of a service whose reads lag. */
const LAGGING = 'A-99/1'

/** Has a read answered from the past. Returns false, with a note, where that changes nothing. */
export function makeStale(exchange: TriggeredExchange, time: string | number): boolean {
  const unit = exchange.unit!
  const ms = parseDuration(time)!
  const isMissed = momentsWithin(exchange.world.state, ms).length > 0
  if (isReading(unit) && isMissed) exchange.staleMs = Math.max(exchange.staleMs, ms)
  else exchange.note(`the fault 'stale' was left out: ${isMissed ? `${unit.id} writes` : 'nothing was written since'}`)
  return exchange.staleMs > 0
}

/** The longest time in milliseconds by which reads of a world may be stale; 0 if none may. */
export function findStaleMs(entries: readonly TriggerEntry[], { alternatives }: InForce): number {
  const actions = entries.flatMap(({ trigger }) => (trigger as unknown as Trigger).do)
  const times = actions.map((action) => {
    if ('under' in action) return action.under.otherwise?.includes(LAGGING) ? LAG_MS : 0
    return 'stale' in action ? parseDuration(action.stale)! : 0
  })
  return Math.max(alternatives.some(({ id }) => id === LAGGING) ? LAG_MS : 0, ...times)
}

/** Problems of a trigger that would make something other than a read stale. */
export function staleProblems({ endpoint, command }: When, path: Path): Problem[] {
  if (!isWrite(endpoint, command)) return []
  return [{ kind: 'value', path, message: `only a read can be stale, and ${endpoint ?? command} writes` }]
}

function isWrite(endpoint: string | undefined, command: string | undefined): boolean {
  const method = endpoint?.split(' ', 1)[0]
  if (method !== undefined) return !['*', 'GET', 'HEAD'].includes(method)
  return command !== undefined && !command.endsWith('*') && !isReading({ method: 'POST', id: command })
}

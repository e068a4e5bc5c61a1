import { EmulatorError } from '../diagnostics/emulator-error.ts'
import { nearest } from '../diagnostics/near-miss.ts'
import type { Instance } from './instance.ts'

/**
 * Refuses a good verdict on a caller that the world does not know and the journal never saw: `times: 0` of it would always hold. A caller by
 * id is known in the world, and matches nothing: the journal keeps aliases.
 */
export function refuseUnknownCaller({ host, journal }: Instance, match: unknown): void {
  const caller = (match as { caller?: unknown } | null | undefined)?.caller
  if (typeof caller !== 'string' || journal === undefined) return
  const { users } = host.world
  if (users.with('alias', caller) !== undefined || journal.entries().some((entry) => entry.caller === caller)) return
  const byId = users.get(caller)
  const nearMiss = byId?.alias ?? nearest(caller, [...users.rows()].map(({ record }) => record.alias))
  const message = byId === undefined ? `there is no user '${caller}', and no request of one was seen` : `'${caller}' is an id: callers go by their alias`
  throw new EmulatorError([{ kind: 'reference', path: ['match', 'caller'], message, expected: 'the alias of a user', ...(nearMiss !== undefined && { nearMiss }) }])
}

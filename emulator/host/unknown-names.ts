import { EmulatorError } from '../engine/checking/emulator-error.ts'
import { nearest } from '../engine/checking/near-miss.ts'
import type { Verdict } from '../engine/journal/verify.ts'
import type { Instance } from './instance.ts'

/**
 * Refuses a positive verdict about a caller or trigger that never existed, as far as is known: `times: 0` would always
 * hold for it.
 */
export function refuseUnknownNames({ host, journal }: Instance, match: unknown, { ok, count }: Verdict): void {
  if (!ok || count > 0) return
  const { caller, trigger } = match as { readonly caller?: string; readonly trigger?: string }
  const {
    users,
    state: {
      triggers: { entries, next },
    },
  } = host.world
  if (caller !== undefined && users.with('alias', caller) === undefined && journal!.verify({ caller }, 0).ok) {
    refuseUnknown(
      'caller',
      caller,
      [...users.rows()].map(({ record }) => [record.id, record.alias]),
    )
  }
  // The name of a trigger that was removed is no longer known.
  if (trigger !== undefined && entries.length === next - 1) {
    refuseUnknown(
      'trigger',
      trigger,
      entries.map((entry) => [entry.id, (entry.trigger['name'] ?? entry.id) as string]),
    )
  }
}

/** The journal holds names of users and triggers, and ids of unnamed triggers. */
function refuseUnknown(field: string, asked: string, known: readonly (readonly [id: string, name: string])[]): void {
  const names = known.map(([, name]) => name)
  if (names.includes(asked)) return
  const name = known.find(([id]) => id === asked)?.[1]
  const message =
    name === undefined
      ? `neither the world nor the journal has a ${field} '${asked}'`
      : `'${asked}' is an id: the journal has names`
  const nearMiss = name ?? nearest(asked, names)
  throw new EmulatorError([
    { kind: 'reference', path: ['match', field], message, ...(nearMiss !== undefined && { nearMiss }) },
  ])
}

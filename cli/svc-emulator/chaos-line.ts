import { plural } from '../../emulator/engine/checking/plural.ts'
import type { Chaos } from '../../emulator/engine/triggers/chaos.ts'
import type { Trigger } from '../../emulator/engine/triggers/schema.ts'
import type { World } from '../../emulator/engine/world/world.ts'

/** The first chaos among the triggers of a world. */
export function findChaos({ state }: World): Chaos | undefined {
  for (const { trigger } of state.triggers.entries)
    for (const action of [(trigger as unknown as Trigger).do].flat()) if ('chaos' in action) return action.chaos
  return undefined
}

/** `5% of the requests`, `2% of the writes`. */
export function chaosText({ rate, on = 'all' }: Chaos): string {
  return `${rate} of the ${on === 'all' ? 'requests' : on}`
}

/**
 * Last line of a run with chaos: how many requests it met, how, and the flags that repeat it. Undefined for a run
 * without. `worlds`: all that are served, the main one first.
 */
export function chaosLine(worlds: readonly World[]): string | undefined {
  const [main] = worlds
  const chaos = main && findChaos(main)
  if (main === undefined || chaos === undefined) return undefined
  const counts = new Map<string, number>()
  for (const drawn of worlds.flatMap(({ state }) => state.triggers.drawn))
    for (const [what, count] of Object.entries(drawn?.met ?? {})) counts.set(what, (counts.get(what) ?? 0) + count)
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0)
  const list = [...counts].map(([what, count]) => `${count} ${what}`).join(', ')
  const { on = 'all', rate } = chaos
  const again = `--chaos ${on === 'all' ? rate : `${on}:${rate}`} --seed ${main.seed}`
  return `chaos met ${plural(total, 'request')}${list && ` (${list})`}; the same requests meet the same with ${again}`
}

import { isObject } from '../../engine/checking/is-object.ts'
import { findLeast } from './find-least.ts'
import type { Tries } from './tries.ts'

type Settings = Readonly<Record<string, unknown>>

/** Puts settings, the seed and the time back to their defaults. */
export async function reduceSettings(tries: Tries): Promise<void> {
  const { settings = {} } = tries.least.scenario.world ?? {}
  await findLeast(listLeaves(settings), (kept) => takeWorld(tries, { settings: joinLeaves(kept) }))
  for (const name of ['seed', 'clock'] as const)
    if (tries.least.scenario.world?.[name] !== undefined) await takeWorld(tries, { [name]: undefined })
}

type Leaf = readonly [path: readonly string[], value: unknown]

/** All single settings, including those of limits and statuses. */
function listLeaves(settings: Settings, path: readonly string[] = []): Leaf[] {
  return Object.entries(settings).flatMap(([name, value]): Leaf[] =>
    isObject(value) ? listLeaves(value, [...path, name]) : [[[...path, name], value]],
  )
}

function joinLeaves(leaves: readonly Leaf[]): Settings | undefined {
  if (leaves.length === 0) return undefined
  const joined: Record<string, unknown> = {}
  for (const [[name = '', ...rest], value] of leaves)
    joined[name] = rest.length === 0 ? value : { ...(joined[name] as Settings), [rest[0]!]: value }
  return joined
}

/** Tries another section of the world; undefined leaves a part out. */
function takeWorld(tries: Tries, changes: Settings): Promise<boolean> {
  const { world } = tries.least.scenario
  const parts = Object.entries({ ...world, ...changes }).filter(([, value]) => value !== undefined)
  return tries.take(() => tries.least.withWorld(Object.fromEntries(parts)))
}

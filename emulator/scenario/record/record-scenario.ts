/** Makes a scenario of what a recording proxy saw. */
import { catalog } from '../../service/catalog.ts'
import type { Problem } from '../../engine/checking/problems.ts'
import type { World } from '../../engine/world/world.ts'
import { checkScenario } from '../check.ts'
import type { Step } from '../../engine/matching/schema-steps.ts'
import type { Scenario } from '../schema.ts'
import type { Exchange } from './exchange.ts'
import { keyNames } from './key-names.ts'
import { stepMaker } from './steps.ts'
import { Values } from './values.ts'

export interface RecordingFrame {
  readonly name: string
  readonly about: string
  /** The world that the target started with, as far as it is known. */
  readonly start?: Pick<Scenario, 'world' | 'triggers'>
  /** The same world, to find out whose the secrets are. */
  readonly world?: World | undefined
}

export interface Recorded {
  readonly scenario: Scenario
  /** Exchanges that a scenario cannot hold, and why. */
  readonly leftOut: readonly { readonly exchange: Exchange; readonly reason: string }[]
}

/**
 * A scenario that plays the exchanges again: secrets are named keys, what came from answers is saved and used, and each step expects
 * what was answered. An exchange that makes no valid step is left out.
 */
export function recordScenario(exchanges: readonly Exchange[], frame: RecordingFrame): Recorded {
  const leftOut: Recorded['leftOut'][number][] = []
  let kept = exchanges
  for (;;) {
    const scenario = build(kept, frame)
    const checked = checkScenario(scenario, catalog)
    const wrong = new Map(checked.problems.flatMap((problem) => stepOf(problem)))
    if (wrong.size === 0) return { scenario, leftOut }
    leftOut.push(...[...wrong].map(([index, reason]) => ({ exchange: kept[index] as Exchange, reason })))
    kept = kept.filter((_, index) => !wrong.has(index))
  }
}

function build(exchanges: readonly Exchange[], { name, about, start, world }: RecordingFrame): Scenario {
  const { keys, stands } = keyNames(exchanges, world)
  const values = new Values(stands)
  for (const [index, exchange] of exchanges.entries()) values.note(exchange, index)
  const made = stepMaker(values)
  const steps = exchanges.map((exchange, index) => withoutSecrets(made(exchange, index), stands))
  return {
    scenario: 1,
    name,
    about,
    ...start,
    ...(Object.keys(keys).length > 0 && { keys }),
    steps,
  }
}

/** The last guard: a secret in a place that nobody thought of, such as the name of a field. */
function withoutSecrets(step: Step, stands: ReadonlyMap<string, string>): Step {
  const text = JSON.stringify(step)
  let clean = text
  for (const [secret, name] of stands)
    if (secret.length >= 8) clean = clean.replaceAll(JSON.stringify(secret).slice(1, -1), name)
  return clean === text ? step : (JSON.parse(clean) as Step)
}

function stepOf({ path, message }: Problem): [number, string][] {
  const [section, index] = path
  if (section !== 'steps' || typeof index !== 'number')
    throw new Error(`the recording makes no scenario: ${path.join('.')}: ${message}`)
  return [[index, message]]
}

/** Converts recorded exchanges into a scenario. */
import { contractStamp } from '../../contract/stamp.ts'
import { catalog } from '../../service/catalog.ts'
import type { World } from '../../engine/world/world.ts'
import { checkScenario } from '../check.ts'
import type { Step } from '../schema-steps.ts'
import { eachVariable } from '../../engine/matching/variables.ts'
import type { Scenario } from '../schema.ts'
import type { Exchange, Happening } from './exchange.ts'
import { SecretNames } from './key-names.ts'
import { stepMaker, type Expects } from './steps.ts'
import { Values } from './values.ts'

export interface RecordingFrame {
  readonly name: string
  readonly about: string
  /** The world and triggers that the target started with, if they are known. */
  readonly start?: Pick<Scenario, 'world' | 'triggers'>
  /** The world itself, to find the owners of secrets. */
  readonly world?: World | undefined
  /** The part of an answer that its step expects. Default: the content. */
  readonly expects?: Expects
}

/** Creates an exchange on each call, so that exchanges need not be kept in memory. */
export type ExchangeSource = () => Happening

export interface Recorded {
  readonly scenario: Scenario
  /** Exchanges that cannot be steps, and the reasons. */
  readonly leftOut: readonly { readonly exchange: Exchange; readonly reason: string }[]
}

/** A scenario whose steps are generated while they are read. */
interface Recording {
  readonly head: Omit<Scenario, 'steps'>
  /** Can be read once. */
  readonly steps: Iterable<Step>
  /** Index of an exchange that cannot be a step -> the reason. */
  readonly leftOut: ReadonlyMap<number, string>
}

/**
 * Creates a scenario that repeats the exchanges. Secrets become named keys, values from earlier answers become
 * variables, and each step expects its answer. An exchange without a valid step is left out.
 */
export function recordScenario(exchanges: readonly Exchange[], frame: RecordingFrame): Recorded {
  const { head, steps, leftOut } = finish(
    planScenario(
      exchanges.map((exchange) => () => exchange),
      frame,
    ),
  )
  return {
    scenario: { ...head, steps: [...steps] },
    leftOut: [...leftOut].map(([index, reason]) => ({ exchange: exchanges[index]!, reason })),
  }
}

/** Runs work to its end and returns the result. */
export function finish<T>(work: Generator<unknown, T>): T {
  for (;;) {
    const { done, value } = work.next()
    if (done === true) return value
  }
}

/** `recordScenario` in small pieces of work. Yields an empty string after each, where the caller can stop. */
export function* planScenario(sources: readonly ExchangeSource[], frame: RecordingFrame): Generator<'', Recording> {
  const leftOut = new Map<number, string>()
  for (;;) {
    const kept = [...sources.keys()].filter((index) => !leftOut.has(index))
    const { head, makeSteps } = yield* prepare(
      kept.map((index) => sources[index]!),
      frame,
    )
    const wrong = yield* unfitSteps(head, makeSteps(), kept)
    if (wrong.size === 0) return { head, steps: makeSteps(), leftOut }
    for (const [index, reason] of wrong) leftOut.set(index, reason)
  }
}

interface Prepared {
  readonly head: Recording['head']
  readonly makeSteps: () => Generator<Step, void>
}

/** Names secrets and variables before the first step is made. */
function* prepare(
  sources: readonly ExchangeSource[],
  { name, about, start, world, expects = 'content' }: RecordingFrame,
): Generator<'', Prepared> {
  const secrets = new SecretNames()
  const values = new Values()
  for (const source of sources) {
    const exchange = source()
    secrets.note(exchange)
    values.noteRequest(exchange)
    yield ''
  }
  const { keys, replacements } = secrets.names(world)
  for (const [index, source] of sources.entries()) {
    values.note(source(), index)
    yield ''
  }
  values.replacements = replacements
  const head = {
    scenario: 1 as const,
    name,
    about,
    contract: contractStamp(),
    ...start,
    ...(Object.keys(keys).length > 0 && { keys }),
  }
  return { head, makeSteps: () => makeSteps(sources, stepMaker(values, expects), replacements) }
}

function* makeSteps(
  sources: readonly ExchangeSource[],
  make: ReturnType<typeof stepMaker>,
  replacements: ReadonlyMap<string, string>,
): Generator<Step, void> {
  for (const [index, source] of sources.entries()) yield withoutSecrets(make(source(), index), replacements)
}

/** Index of an exchange with an invalid step -> the reason. */
function* unfitSteps(
  head: Recording['head'],
  steps: Iterable<Step>,
  indexes: readonly number[],
): Generator<'', ReadonlyMap<number, string>> {
  const [problem] = checkScenario({ ...head, steps: [] }, catalog).problems
  if (problem !== undefined)
    throw new Error(`the recording makes no scenario: ${problem.path.join('.')}: ${problem.message}`)
  const unfit = new Map<number, string>()
  let position = 0
  for (const step of steps) {
    const reason = stepProblem(step)
    if (reason !== undefined) unfit.set(indexes[position]!, reason)
    position++
    yield ''
  }
  return unfit
}

/** Checks a step in a scenario of its own, after a step that saves its variables. Returns the last problem. */
function stepProblem(step: Step): string | undefined {
  if (holdsInfinity(step)) return 'a number in it is beyond the largest double'
  const save: Record<string, string> = Object.create(null)
  eachVariable(step, [], (name) => {
    save[name] = 'body'
    return true
  })
  const alone = { scenario: 1, name: 'step', steps: [{ http: 'OPTIONS /', save }, step] }
  return checkScenario(alone, catalog).problems.findLast(({ path }) => path[0] === 'steps')?.message
}

function holdsInfinity(step: Step): boolean {
  let found = false
  JSON.stringify(step, (_name, value: unknown) => {
    if (value === Infinity || value === -Infinity) found = true
    return value
  })
  return found
}

/** Replaces secrets that are left in unforeseen places, such as the name of a field. */
function withoutSecrets(step: Step, replacements: ReadonlyMap<string, string>): Step {
  const text = JSON.stringify(step)
  let clean = text
  for (const [secret, name] of replacements)
    if (secret.length >= 8) clean = clean.replaceAll(JSON.stringify(secret).slice(1, -1), name)
  return clean === text ? step : (JSON.parse(clean) as Step)
}

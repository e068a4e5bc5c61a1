/** Makes a scenario of what a recording proxy saw. */
import { contractStamp } from '../../contract/stamp.ts'
import { catalog } from '../../service/catalog.ts'
import type { World } from '../../engine/world/world.ts'
import { checkScenario } from '../check.ts'
import type { Step } from '../../engine/matching/schema-steps.ts'
import { eachVariable } from '../../engine/matching/variables.ts'
import type { Scenario } from '../schema.ts'
import type { Exchange, Happening } from './exchange.ts'
import { SecretNames } from './key-names.ts'
import { stepMaker } from './steps.ts'
import { Values } from './values.ts'

export interface RecordingFrame {
  readonly name: string
  readonly about: string
  /** The world that the target started with, as far as it is known. */
  readonly start?: Pick<Scenario, 'world' | 'triggers'>
  /** The world itself, to find out whose the secrets are. */
  readonly world?: World | undefined
}

/** Makes an exchange each time it is read, so that none has to be held. */
export type ExchangeSource = () => Happening

export interface Recorded {
  readonly scenario: Scenario
  /** Exchanges that a scenario cannot hold, and why. */
  readonly leftOut: readonly { readonly exchange: Exchange; readonly reason: string }[]
}

/** A scenario whose steps are made as they are read. */
interface Recording {
  readonly head: Omit<Scenario, 'steps'>
  /** Can be read once. */
  readonly steps: Iterable<Step>
  /** Reasons by the index of an exchange that a scenario cannot hold. */
  readonly leftOut: ReadonlyMap<number, string>
}

/**
 * A scenario that plays the exchanges again: secrets are named keys, what came from answers is saved and used, and each step expects
 * what was answered. An exchange that makes no valid step is left out.
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

/** `recordScenario` in small pieces of work, with an empty text after each: a reader that has gone can end it there. */
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

/** Finds names for secrets and variables, which every step may need. */
function* prepare(
  sources: readonly ExchangeSource[],
  { name, about, start, world }: RecordingFrame,
): Generator<'', Prepared> {
  const secrets = new SecretNames()
  const values = new Values()
  for (const source of sources) {
    const exchange = source()
    secrets.note(exchange)
    values.noteRequest(exchange)
    yield ''
  }
  const { keys, stands } = secrets.names(world)
  for (const [index, source] of sources.entries()) {
    values.note(source(), index)
    yield ''
  }
  values.stands = stands
  const head = {
    scenario: 1 as const,
    name,
    about,
    contract: contractStamp(),
    ...start,
    ...(Object.keys(keys).length > 0 && { keys }),
  }
  return { head, makeSteps: () => makeSteps(sources, values, stands) }
}

function* makeSteps(
  sources: readonly ExchangeSource[],
  values: Values,
  stands: ReadonlyMap<string, string>,
): Generator<Step, void> {
  const make = stepMaker(values)
  for (const [index, source] of sources.entries()) yield withoutSecrets(make(source(), index), stands)
}

/** Reasons by index of an exchange whose step is not valid. */
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

/** The last problem of a step that stands alone, after one that saves its variables. */
function stepProblem(step: Step): string | undefined {
  const save: Record<string, string> = {}
  eachVariable(step, [], (name) => {
    save[name] = 'body'
    return true
  })
  const alone = { scenario: 1, name: 'step', steps: [{ http: 'OPTIONS /', save }, step] }
  return checkScenario(alone, catalog).problems.findLast(({ path }) => path[0] === 'steps')?.message
}

/** The last guard: a secret in an unforeseen place, such as the name of a field. */
function withoutSecrets(step: Step, stands: ReadonlyMap<string, string>): Step {
  const text = JSON.stringify(step)
  let clean = text
  for (const [secret, name] of stands)
    if (secret.length >= 8) clean = clean.replaceAll(JSON.stringify(secret).slice(1, -1), name)
  return clean === text ? step : (JSON.parse(clean) as Step)
}

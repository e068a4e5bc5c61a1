import { contractStamp } from '../../contract/stamp.ts'
import { findSentence } from '../../contract/find-sentence.ts'
import { EmulatorError } from '../../engine/checking/emulator-error.ts'
import { Stopped } from '../engine/baseline.ts'
import { wideLimits } from '../engine/client.ts'
import type { Deadline } from '../engine/deadline.ts'
import { limitFor } from '../engine/limit-for.ts'
import { plain } from '../engine/overlay.ts'
import { now } from '../engine/real-time.ts'
import { tryVariants } from '../engine/try-variants.ts'
import type { TestFailure } from '../engine/subject.ts'
import { answersTo, type Answer } from './answers.ts'
import type { Failing, WhySeen } from './failing.ts'
import { judgeGreen, rank, type Green } from './judge.ts'
import type { Explained, Reason, WhyReport } from './report.ts'
import { changeCited, changeOthers, changeRecords, leaveOut, type WhyVariant } from './variants.ts'

export interface WhyRun {
  readonly deadline: Deadline
  readonly jobs?: number | undefined
  /** Real milliseconds of one run; undefined: five times the first, at least 10 s. */
  readonly timeLimit?: number | undefined
  readonly formatRerun?: ((variant: WhyVariant) => string | undefined) | undefined
  readonly begin?: ((of: number) => void) | undefined
  readonly onTried?: (() => void) | undefined
}

/** Nothing fails, so that there is nothing to explain. */
class NothingFails extends EmulatorError {}

/** A failure of something that asks no emulator. */
export class NothingAsked extends EmulatorError {}

const FIRST_MS = 600_000

/**
 * Finds the smallest changes of the contract or of the start with which a red test is green. Those of statements that
 * answers can cite and did not are tried where the others explain nothing. Rejects with `NothingFails` where it is green
 * as it is, and with `NothingAsked` where it asks no emulator.
 */
export async function askWhy(failing: Failing, given: WhyRun): Promise<WhyReport> {
  const { deadline } = given
  const began = now()
  const first = await failing.run(plain, wideLimits(given.timeLimit ?? FIRST_MS), deadline.signal)
  if (deadline.isOver) throw new Stopped()
  const run = { ...given, timeLimit: given.timeLimit ?? limitFor(now() - began) }
  const { answers, failures, said } = first
  if (failures.length === 0) throw new NothingFails(`${failing.name} does not fail, so there is nothing to explain`)
  if (answers.length === 0)
    throw new NothingAsked(`${failing.name} made no request to an emulator: its failure has another reason: ${said}`)
  const again = await failing.run(plain, wideLimits(run.timeLimit), deadline.signal)
  const red = failures.filter(({ name }) => again.failures.some((each) => each.name === name))
  if (red.length === 0 && !deadline.isOver)
    throw new EmulatorError(`${failing.name} does not fail twice: look for what is random, or left by the run before`)
  const search = new Search(failing, first, run)
  const start = await failing.startWorld()
  const own = alignEnds(red.map(({ name }) => answersTo(name, answers)))
  await search.tryAll([...leaveOut(start), ...changeCited(own), ...changeRecords(start, own)])
  if (red.some((test) => !search.explains(test))) await search.tryAll(changeOthers(own))
  return {
    contract: contractStamp(),
    subject: failing.name,
    failing: red.map((test) => search.explain(test)),
    tried: search.tried,
    left: search.left,
    knowsStart: start !== undefined,
  }
}

/** The answers of several tests, so that the last ones of each are last. */
function alignEnds(all: readonly (readonly Answer[])[]): Answer[] {
  const longest = Math.max(0, ...all.map(({ length }) => length))
  const places = Array.from({ length: longest }, (_, n) => all.flatMap((each) => each.at(n - longest) ?? []))
  return [...new Set(places.flat())]
}

class Search {
  readonly #failing: Failing
  readonly #first: WhySeen
  readonly #run: WhyRun
  readonly #greens = new Map<string, Green[]>()
  tried = 0
  left = 0

  constructor(failing: Failing, first: WhySeen, run: WhyRun) {
    this.#failing = failing
    this.#first = first
    this.#run = run
  }

  async tryAll(variants: readonly WhyVariant[]): Promise<void> {
    const { deadline, jobs, timeLimit, begin, onTried } = this.#run
    begin?.(variants.length)
    const how = { deadline, jobs, limits: () => wideLimits(timeLimit!), judge: (_: WhyVariant, seen: WhySeen) => seen }
    for await (const event of tryVariants<WhyVariant, WhySeen, WhySeen>(this.#failing, variants, how)) {
      if (event.kind === 'skipped') {
        this.left++
        continue
      }
      this.tried++
      onTried?.()
      for (const { name } of this.#first.failures) {
        const green = judgeGreen(name, event.variant, event.result, this.#first)
        if (green !== undefined) this.#greens.set(name, [...(this.#greens.get(name) ?? []), green])
      }
    }
  }

  /** A record or a key may be behind many refusals, so that alone they explain none. */
  explains({ name }: TestFailure): boolean {
    const greens = this.#greens.get(name) ?? []
    return greens.some(({ isTrivial, variant: { kind } }) => !isTrivial && kind !== 'record' && kind !== 'key')
  }

  explain({ name, message }: TestFailure): Explained {
    const requests = answersTo(name, this.#first.answers).length
    const reasons = rank(this.#greens.get(name) ?? []).map((green) => this.#reason(green, requests))
    return { test: name, message, reasons }
  }

  #reason({ variant, at, isTrivial }: Green, requests: number): Reason {
    const { kind, id, statements } = variant
    const rerun = this.#run.formatRerun?.(variant)
    const met = at === undefined ? '' : ` Request ${at + 1} of ${Math.max(requests, at + 1)} met it.`
    return {
      kind,
      id,
      ...(statements[0] !== undefined && { statement: statements[0] }),
      says: describe(variant, met),
      ...(at !== undefined && { request: at + 1 }),
      trivial: isTrivial,
      ...(rerun !== undefined && { rerun }),
    }
  }
}

function describe({ kind, id, says, statements: [statement = ''] }: WhyVariant, met: string): string {
  switch (kind) {
    case 'sentence':
      return `It expects the opposite of: ${findSentence(statement)} (${statement}).${met} It passes if the service ${says} instead.`
    case 'assumption':
      return `It relies on an open question (${statement}).${met} It passes with the other answer: ${says}`
    case 'record':
      return `It passes without the record ${id}.`
    case 'key':
      return `It passes with the rights of the key ${id}.`
    case 'setting':
      return `It passes with the default of the setting '${id}'.`
    default:
      return `Without the ${kind === 'chaos' ? 'chaos' : 'trigger'} '${says}' it passes.`
  }
}

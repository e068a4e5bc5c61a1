import { contractStamp } from '../../contract/stamp.ts'
import { findSentence } from '../../contract/find-sentence.ts'
import { EmulatorError } from '../../engine/checking/emulator-error.ts'
import { Stopped } from '../engine/baseline.ts'
import { wideLimits } from '../engine/client.ts'
import { budgetForAll } from '../engine/budget-for-all.ts'
import type { Deadline } from '../engine/deadline.ts'
import { limitFor } from '../engine/limit-for.ts'
import { plain } from '../engine/overlay.ts'
import { now } from '../engine/real-time.ts'
import { tryVariants } from '../engine/try-variants.ts'
import type { TestFailure } from '../engine/subject.ts'
import { findLeast } from '../shrink/find-least.ts'
import { answersTo, type Answer } from './answers.ts'
import type { Failing, WhySeen } from './failing.ts'
import { judgeGreen, rank, type Green } from './judge.ts'
import { firstLine, type Explained, type Reason, type WhyReport } from './report.ts'
import { changeRecords } from './records.ts'
import { countUnits, isWide } from './units.ts'
import { changeCited, changeOthers, leaveOut, leaveOutAll, type WhyVariant } from './variants.ts'

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
  const { answers, failures } = first
  if (failures.length === 0) throw new NothingFails(`${failing.name} does not fail, so there is nothing to explain`)
  if (answers.length === 0)
    throw new NothingAsked(
      `'${failing.name}' fails, and made no request to an emulator: ${firstLine(failures[0]!.message)}`,
    )
  const again = await failing.run(plain, wideLimits(run.timeLimit), deadline.signal)
  const red = failures.filter(({ name }) => again.failures.some((each) => each.name === name))
  if (red.length === 0 && !deadline.isOver)
    throw new EmulatorError(`${failing.name} does not fail twice: look for what is random, or left by the run before`)
  const search = new Search(failing, first, run)
  const start = await failing.startWorld()
  const own = alignEnds(red.map(({ name }) => answersTo(name, answers)))
  await search.tryWithout(red, leaveOut(start))
  await search.tryAll(inTurns(changeCited(own), changeRecords(start, own)))
  if (red.some((test) => !search.explains(test))) await search.tryAll(changeOthers(own))
  for (const test of red) await search.confirm(test)
  const tookMs = Math.round(now() - began)
  return {
    contract: contractStamp(),
    subject: failing.name,
    failing: red.map((test) => search.explain(test)),
    tried: search.tried,
    left: search.left,
    ...(search.left > 0 && { tookMs, budgetForAll: budgetForAll(search.tried, search.left, tookMs) }),
    knowsStart: start !== undefined,
  }
}

/** The answers of several tests, so that the last ones of each are last. */
function alignEnds(all: readonly (readonly Answer[])[]): Answer[] {
  const longest = Math.max(0, ...all.map(({ length }) => length))
  const places = Array.from({ length: longest }, (_, n) => all.flatMap((each) => each.at(n - longest) ?? []))
  return [...new Set(places.flat())]
}

/** The first of each list, then the second of each, so that a budget leaves the end of both. */
function inTurns<T>(one: readonly T[], other: readonly T[]): T[] {
  const longest = Math.max(one.length, other.length)
  return Array.from({ length: longest }, (_, n) => [...one.slice(n, n + 1), ...other.slice(n, n + 1)]).flat()
}

class Search {
  readonly #failing: Failing
  readonly #first: WhySeen
  readonly #given: WhyRun
  readonly #greens = new Map<string, Green[]>()
  readonly #hints = new Map<string, string>()
  readonly #together = new Map<string, WhySeen>()
  tried = 0
  left = 0

  constructor(failing: Failing, first: WhySeen, run: WhyRun) {
    this.#failing = failing
    this.#first = first
    this.#given = run
  }

  async tryAll(variants: readonly WhyVariant[]): Promise<void> {
    for await (const { variant, seen } of this.#run(variants))
      for (const test of this.#first.failures) this.#note(test, variant, seen)
  }

  /** Tries without each thing that was set on purpose; then without several, those of triggers and chaos first. */
  async tryWithout(red: readonly TestFailure[], each: readonly WhyVariant[]): Promise<void> {
    await this.tryAll(each)
    const triggers = each.filter(({ kind }) => kind !== 'setting')
    for (const test of red) {
      await this.#tryTogether(test, triggers)
      if (triggers.length < each.length) await this.#tryTogether(test, each)
    }
  }

  /** Finds the fewest of several things without which a test is green, where none alone is enough. */
  async #tryTogether(test: TestFailure, each: readonly WhyVariant[]): Promise<void> {
    if (each.length < 2 || this.#greens.has(test.name)) return
    const passes = async (left: readonly WhyVariant[]): Promise<boolean> => {
      const variant = leaveOutAll(left)
      const seen = left.length > 1 ? await this.#see(variant) : undefined
      return seen !== undefined && judgeGreen(test.name, variant, seen, this.#first) !== undefined
    }
    if (!(await passes(each))) return
    const least = await findLeast(each, passes)
    const variant = leaveOutAll(least, !this.#given.deadline.isOver)
    this.#note(test, variant, (await this.#see(variant))!)
  }

  /** A run without several things, once for the same ones; undefined where there was no time for it. */
  async #see(variant: WhyVariant): Promise<WhySeen | undefined> {
    if (!this.#together.has(variant.id))
      for await (const { seen } of this.#run([variant])) this.#together.set(variant.id, seen)
    return this.#together.get(variant.id)
  }

  async *#run(variants: readonly WhyVariant[]): AsyncGenerator<{ variant: WhyVariant; seen: WhySeen }> {
    const { deadline, jobs, timeLimit, begin, onTried } = this.#given
    begin?.(variants.length)
    const how = { deadline, jobs, limits: () => wideLimits(timeLimit!), judge: (_: WhyVariant, seen: WhySeen) => seen }
    for await (const event of tryVariants<WhyVariant, WhySeen, WhySeen>(this.#failing, variants, how)) {
      if (event.kind === 'skipped') {
        this.left++
        continue
      }
      this.tried++
      onTried?.()
      yield { variant: event.variant, seen: event.result }
    }
  }

  #note({ name }: TestFailure, variant: WhyVariant, seen: WhySeen): void {
    const green = judgeGreen(name, variant, seen, this.#first)
    if (green !== undefined) this.#greens.set(name, [...(this.#greens.get(name) ?? []), green])
    const failure = seen.failures.find((each) => each.name === name)
    if (variant.hint !== undefined && failure !== undefined)
      this.#hints.set(name, `${variant.hint} ${firstLine(failure.message)}`)
  }

  /** Runs with the likeliest change once more, and drops those that do not pass twice: such a test passes by chance. */
  async confirm({ name }: TestFailure): Promise<void> {
    const { timeLimit, deadline } = this.#given
    for (const green of rank(this.#greens.get(name) ?? [])) {
      if (green.isTrivial || deadline.isOver) return
      const seen = await this.#failing.run(green.variant.overlay, wideLimits(timeLimit!), deadline.signal)
      if (deadline.isOver || judgeGreen(name, green.variant, seen, this.#first) !== undefined) return
      this.#greens.set(
        name,
        this.#greens.get(name)!.filter((other) => other !== green),
      )
    }
  }

  /** A record or a key may be behind many refusals, so that alone they explain none. */
  explains({ name }: TestFailure): boolean {
    const greens = this.#greens.get(name) ?? []
    return greens.some(({ isTrivial, variant: { kind } }) => !isTrivial && kind !== 'record' && kind !== 'key')
  }

  explain({ name, message }: TestFailure): Explained {
    const requests = answersTo(name, this.#first.answers).length
    const greens = rank(this.#greens.get(name) ?? [])
    const named = greens.flatMap(({ isTrivial, variant: { statements } }) => (isTrivial ? [] : statements))
    const reasons = greens.map((green): Reason => {
      const statement = this.#refusedBy(name, green)
      const reason = this.#reason(green, requests)
      if (statement === undefined || named.some((id) => id === statement)) return reason
      return {
        ...reason,
        statement,
        says: `${reason.says} It was refused because: ${findSentence(statement)} (${statement})`,
      }
    })
    const hint = this.#hints.get(name)
    return { test: name, message, reasons, ...(hint !== undefined && { hint }) }
  }

  /** The sentence by which an answer was refused to a key: of those cited, that of the fewest units. */
  #refusedBy(name: string, { differsAt, isTrivial, variant: { kind } }: Green): string | undefined {
    const answers = answersTo(name, this.#first.answers).slice(differsAt)
    const answer = answers.find(({ error }) => error !== null)
    if (isTrivial || kind !== 'key' || answer === undefined || answer.unknownKey !== undefined) return undefined
    const cited = answer.statements.filter((id) => countUnits(id) > 0 && !isWide(id))
    return cited.toSorted((a, b) => countUnits(a) - countUnits(b))[0]
  }

  #reason({ variant, at, isTrivial }: Green, requests: number): Reason {
    const { kind, id, statements } = variant
    const rerun = this.#given.formatRerun?.(variant)
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

function describe({ kind, says, statements: [statement = ''] }: WhyVariant, met: string): string {
  switch (kind) {
    case 'sentence':
      return `It expects the opposite of: ${findSentence(statement)} (${statement}).${met} It passes if the service ${says} instead.`
    case 'assumption':
      return `It relies on an open question (${statement}).${met} It passes with the other answer: ${says}`
    default:
      return says
  }
}

/** Plays the steps of a scenario against a target, and reports differences. */
import { parseDuration } from '../engine/world/clock.ts'
import { addNotes } from './add-notes.ts'
import type { LoadedScenario } from './loaded-scenario.ts'
import { leaveOut } from './leave-out.ts'
import { findNeeds, NEEDS_EMULATOR } from './needs.ts'
import { replayProblems, type Before } from './judge.ts'
import type { ReplayResult, StepResult } from './result.ts'
import type { AwaitStep, RunStep, Step } from './schema-steps.ts'
import { differenceText } from '../engine/matching/difference-text.ts'
import { performCall } from './steps/call-step.ts'
import { performChange, performClock, performRelease } from './steps/controls-steps.ts'
import { performHttp } from './steps/http-step.ts'
import { findStepKind, formatPlace, formatTitle } from './steps/step-title.ts'
import { findInjected } from './injected.ts'
import { nothing, Session, type Lines, type Performed } from './steps/session.ts'
import type { Target } from './targets/target.ts'

/** Runs the client of a `run` step. Only a program with processes has one. */
export type RunPerformer = (
  step: RunStep,
  session: Session,
  served: { apiUrl: string; realtimeUrl: string },
) => Promise<Performed>

export interface ReplayOptions {
  /** Without it `run` steps are skipped by name. */
  readonly run?: RunPerformer | undefined
  /** Called with each step when it ends. */
  readonly onStep?: ((step: StepResult) => void) | undefined
}

/**
 * Replays a scenario. Failures of steps are in the result, and do not reject. Skips the steps after a failed one,
 * because they may depend on it. Plays no step of a scenario that needs an emulator if the target is none. Closes the
 * target.
 */
export async function play(loaded: LoadedScenario, target: Target, options: ReplayOptions = {}): Promise<ReplayResult> {
  const session = new Session(target, loaded.scenario.as, target.learn?.(loaded.scenario.keys ?? {}))
  try {
    const needs = target.controls === undefined ? findNeeds(loaded.scenario) : []
    if (needs.length > 0) return await leaveOut(loaded, target, `${NEEDS_EMULATOR} (${needs.join(', ')})`)
    return addNotes(loaded, await new Replay(loaded, session, options).whole())
  } finally {
    session.close()
    await target.close()
  }
}

/** Milliseconds between two tries of a step that waits for what it expects. */
export const POLL_MS = 250

interface Played {
  readonly reasons: readonly string[]
  readonly skipped: string | undefined
  readonly transcript: Lines
}

interface Heading extends Pick<StepResult, 'number' | 'kind' | 'title'> {
  /** Number of the last entry of the journal before it. */
  readonly after: number | undefined
}

class Replay {
  readonly #loaded: LoadedScenario
  readonly #session: Session
  readonly #options: ReplayOptions
  readonly #results: StepResult[] = []
  readonly #waiting: Promise<void>[] = []
  /** Results of steps with `wait: false`, by their names. */
  readonly #sent = new Map<string, Promise<StepResult | undefined>>()
  #failed = false

  constructor(loaded: LoadedScenario, session: Session, options: ReplayOptions) {
    this.#loaded = loaded
    this.#session = session
    this.#options = options
  }

  async whole(): Promise<ReplayResult> {
    const { scenario, file } = this.#loaded
    const before: Before = { clauses: await this.#session.target.controls?.clauses() }
    let number = 0
    for (const step of scenario.steps ?? []) {
      const after = this.#session.target.controls?.lastNow?.()
      const played = this.#play({ number: ++number, kind: findStepKind(step), title: formatTitle(step), after }, step)
      if (!('wait' in step && step.wait === false)) await played
      else {
        this.#waiting.push(played)
        const place = number - 1
        if (step.name !== undefined)
          this.#sent.set(
            step.name,
            played.then(() => this.#results[place]),
          )
      }
    }
    const held = (await this.#session.target.controls?.letGo()) ?? []
    await Promise.all(this.#waiting)
    const steps = this.#results.filter((result) => result !== undefined)
    const { problems, notes, clauses } = await replayProblems(scenario, steps, this.#session, before)
    problems.push(
      ...held.map((line) => line.replace(/;.*/, '') + ' at the end of the replay: write a step `release` for it'),
    )
    const ok = problems.length === 0 && steps.every(({ status }) => status !== 'failed')
    return {
      name: scenario.name,
      about: scenario.about ?? '',
      file,
      target: this.#session.target.name,
      ok,
      steps,
      problems,
      notes,
      clauses,
    }
  }

  /** Plays a step as often as it says, until it is skipped or fails. */
  async #play(heading: Heading, step: Step): Promise<void> {
    if (this.#failed) return this.#record(heading, 'skipped', ['an earlier step failed'], [])
    this.#session.step = formatPlace(heading.number, this.#loaded)
    const lines: Lines[] = []
    const times = 'repeat' in step ? (step.repeat ?? 1) : 1
    for (let time = 1; time <= times; time++) {
      const { reasons, skipped, transcript } = await this.#untilExpected(step)
      lines.push(transcript)
      if (skipped !== undefined) return this.#record(heading, 'skipped', [skipped], lines)
      if (reasons.length === 0) continue
      const told = times > 1 ? reasons.map((reason) => `time ${time}: ${reason}`) : reasons
      return this.#record(heading, 'failed', told, lines, await findInjected(this.#session.target, heading.after))
    }
    this.#record(heading, 'passed', [], lines)
  }

  /**
   * Plays a step until its expectation is met, or its time is over; a step without `within` once. Only the first wait
   * is an entry of the journal.
   */
  async #untilExpected(step: Step): Promise<Played> {
    const within = ('within' in step ? parseDuration(step.within ?? 0) : 0) ?? 0
    for (let waited = 0; ; waited += POLL_MS) {
      const played = await this.#once(step)
      if (played.reasons.length === 0 || waited >= within) return played
      const { controls, timers } = this.#session.target
      if (controls === undefined) await new Promise<void>((resolve) => void timers.after(POLL_MS, resolve))
      else await controls.advance(POLL_MS, waited === 0 ? `${this.#session.step}, until it is as expected` : undefined)
    }
  }

  async #once(step: Step): Promise<Played> {
    const before = step.clauses ? await this.#counts(step) : undefined
    try {
      const { differences, transcript, outcome, skipped } = await this.#perform(step)
      if (skipped !== undefined) return { reasons: [], skipped, transcript }
      const reasons = differences.map(differenceText)
      if (reasons.length === 0 && 'save' in step) reasons.push(...this.#session.save(step.save, outcome))
      if (reasons.length === 0 && before) reasons.push(...(await this.#unexercised(step, before)))
      return { reasons, skipped: undefined, transcript }
    } catch (error) {
      return { reasons: [(error as Error).message], skipped: undefined, transcript: nothing }
    }
  }

  #perform(step: Step): Promise<Performed> {
    if ('http' in step) return performHttp(step, this.#session)
    if ('call' in step) return performCall(step, this.#session)
    if ('change' in step) return performChange(step, this.#session)
    if ('clock' in step) return performClock(step, this.#session)
    if ('release' in step) return performRelease(step, this.#session)
    if ('await' in step) return this.#await(step)
    return this.#run(step)
  }

  /** Waits for the step of this name. */
  async #await({ await: name }: AwaitStep): Promise<Performed> {
    const result = await this.#sent.get(name)
    const failed = result?.status === 'failed'
    if (failed) throw new Error(`step ${result.number} ('${name}') failed: ${result.reasons[0]}`)
    return { differences: [], transcript: nothing }
  }

  async #run(step: RunStep): Promise<Performed> {
    const { run } = this.#options
    // Without anything to run, no server is started.
    const served = run && (await this.#session.target.serve?.())
    if (!run || !served) return { differences: [], transcript: nothing, skipped: 'nothing here can run programs' }
    Object.assign(this.#session.variables, { api_url: served.apiUrl, realtime_url: served.realtimeUrl })
    return run(step, this.#session, served)
  }

  /** Clauses that this step should have exercised, as the emulator counts them. */
  async #unexercised(step: Step, before: ReadonlyMap<string, number>): Promise<string[]> {
    const after = await this.#counts(step)
    const unknown = this.#session.target.controls?.unknownClauses
    const unmoved = (step.clauses ?? []).filter(
      (id) => unknown?.has(id) !== true && (after?.get(id) ?? 0) <= (before.get(id) ?? 0),
    )
    return unmoved.map((id) => `the clause ${id} was not exercised by this step`)
  }

  /** Counts of the step's clauses; undefined if the target does not count clauses. */
  async #counts({ clauses = [] }: Step): Promise<ReadonlyMap<string, number> | undefined> {
    const counted = await this.#session.target.controls?.clauses(clauses)
    return counted && new Map(counted.map(({ id, count }) => [id, count]))
  }

  /** `lines`: of each time that the step was played. */
  #record(
    { number, kind, title, after }: Heading,
    status: StepResult['status'],
    reasons: readonly string[],
    lines: readonly Lines[],
    injected: readonly string[] = [],
  ): void {
    const last = this.#session.target.controls?.lastNow?.()
    // Few transcripts are ever read.
    const result: StepResult = {
      number,
      kind,
      title,
      status,
      reasons,
      ...(injected.length > 0 && { injected }),
      get transcript() {
        return lines.flatMap((each) => each())
      },
      ...(after !== undefined && last !== undefined && last > after && { entries: [after + 1, last] }),
    }
    this.#results[number - 1] = result
    if (status === 'failed') this.#failed = true
    this.#options.onStep?.(result)
  }
}

import type { ShrinkReport } from '../../../emulator/lab/shrink/report.ts'
import { scenarioSubject } from '../../../emulator/lab/shrink/scenario-subject.ts'
import { shrinkFailing, type Start } from '../../../emulator/lab/shrink/shrink-failing.ts'
import { shrinkLines, shrinkProgress, shrinkText } from '../../../emulator/lab/shrink/shrink-report.ts'
import type { Scenario } from '../../../emulator/scenario/schema.ts'
import { Store } from '../store.ts'
import { inTurns } from './in-turns.ts'

/** The smallest scenario that was found. */
export interface Shrunk {
  /** Sizes before and after, and the failure. */
  readonly lines: readonly string[]
  readonly scenario: Scenario
  /** The scenario as a file. */
  readonly text: string
  /** False if nothing could be left out. */
  readonly isSmaller: boolean
  /** False if the work was stopped early. */
  readonly isLeast: boolean
}

/** A scenario that failed, and is made smaller in this page. */
export class ShrinkRun extends Store {
  readonly #start: Start
  #stop: AbortController | undefined
  #progress = ''
  #shrunk: Shrunk | undefined

  constructor(start: Start) {
    super()
    this.#start = start
  }

  /** Size so far, and number of runs; undefined if no work is being done. */
  get progress(): string | undefined {
    return this.#stop === undefined ? undefined : this.#progress
  }

  get shrunk(): Shrunk | undefined {
    return this.#shrunk
  }

  /** Resolves when the work is done or stopped. Rejects with `EmulatorError` if the scenario passes in this page. */
  async begin(): Promise<void> {
    const { name } = this.#start.scenario
    this.#stop = new AbortController()
    this.#progress = 'running it as it is'
    this.#shrunk = undefined
    this.changed()
    try {
      const report = await shrinkFailing(
        inTurns(scenarioSubject(name, undefined), () => this.changed()),
        this.#start,
        {
          stop: this.#stop.signal,
          onTry: (least, tries) => (this.#progress = shrinkProgress(least, tries)),
        },
      )
      const { scenario, isLeast } = report
      const isSmaller = weigh(scenario) < weigh(this.#start.scenario) || isFewer(report)
      this.#shrunk = { lines: shrinkLines(report), scenario, text: shrinkText(report), isSmaller, isLeast }
    } finally {
      this.#stop = undefined
      this.changed()
    }
  }

  /** Ends the work after the current run, with the smallest scenario so far. */
  stop(): void {
    this.#stop?.abort()
  }
}

function isFewer({ from, to }: ShrinkReport): boolean {
  return (['records', 'steps', 'triggers'] as const).some((name) => to[name] < from[name])
}

/** Length of a scenario without what a bundle or the shrinker adds: the seed, secrets of keys, and both sizes. */
function weigh({ about: _about, world: { seed, ...world } = {}, ...rest }: Scenario): number {
  const own = { ...rest, world: seed === 1 ? world : { ...world, seed } }
  return JSON.stringify(own, (name, value: unknown) => (name === 'key' ? undefined : value)).length
}

import { createEmulator } from '../../../emulator/host/emulator.ts'
import { Deadline } from '../../../emulator/lab/engine/deadline.ts'
import { scenarioSubject } from '../../../emulator/lab/shrink/scenario-subject.ts'
import type { Start } from '../../../emulator/lab/shrink/shrink-failing.ts'
import { explainReplay } from '../../../emulator/lab/why/explain-replay.ts'
import { listReasons } from '../../../emulator/lab/why/why-report.ts'
import { Store } from '../store.ts'
import { inTurns } from './in-turns.ts'

/** A scenario that failed, and is explained in this page. */
export class WhyRun extends Store {
  readonly #start: Start
  #progress: string | undefined
  #reasons: readonly string[] | undefined

  constructor(start: Start) {
    super()
    this.#start = start
  }

  /** Number of changes tried so far; undefined if no work is being done. */
  get progress(): string | undefined {
    return this.#progress
  }

  /** Reasons, the likeliest first, and how many changes were tried; undefined until they are known. */
  get reasons(): readonly string[] | undefined {
    return this.#reasons
  }

  /** Resolves when the reasons are known. Rejects with `EmulatorError` if the scenario passes in this page. */
  async begin(): Promise<void> {
    const { scenario, fixtures } = this.#start
    const deadline = new Deadline(undefined, undefined)
    let [tried, all] = [0, 0]
    this.#tell('running it as it is')
    try {
      const replay = inTurns(scenarioSubject(scenario.name, undefined), () => this.changed())
      const base = createEmulator({ scenario: { scenario, fixtures } })
      const report = await explainReplay(replay, scenario, base, {
        deadline,
        begin: (of) => (all += of),
        onTried: () => (this.#progress = `${++tried} of ${all} changes tried`),
      })
      this.#reasons = [
        ...report.failing.flatMap((each) => listReasons(each, report.left)),
        `${report.tried} changes tried`,
      ]
    } finally {
      deadline.close()
      this.#tell(undefined)
    }
  }

  #tell(progress: string | undefined): void {
    this.#progress = progress
    this.changed()
  }
}

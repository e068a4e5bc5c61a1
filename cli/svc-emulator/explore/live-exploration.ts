import { heading } from '../../../emulator/lab/explore/explore-report.ts'
import type { FirstSight } from '../../../emulator/lab/explore/run-all.ts'
import type { Io } from '../../shared/io.ts'
import { LiveOutput, timeLeft } from '../live.ts'

/** Result of an exploration so far: findings as they come, and how many experiments are judged. */
export class LiveExploration extends LiveOutput {
  /** Undefined while the client runs without a fault. */
  #counts: { readonly done: number; readonly of: number; readonly rejected: number } | undefined
  readonly #began = performance.now()

  constructor(io: Io) {
    super(io)
    this.update()
  }

  judged(done: number, of: number, rejected: number): void {
    this.#counts = { done, of, rejected }
    this.update()
  }

  found(finding: FirstSight): void {
    this.show(`${heading(finding)}: ${finding.what}, at ${finding.at ?? 'the whole run'}`)
  }

  protected progress(): string {
    if (this.#counts === undefined) return 'running the client without a fault'
    const { done, of, rejected } = this.#counts
    return `${done} of ${of} experiments, ${rejected} rejected${timeLeft(done, of, performance.now() - this.#began)}`
  }
}

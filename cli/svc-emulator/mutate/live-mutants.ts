import type { MutantOutcome } from '../../../emulator/lab/mutation/report.ts'
import type { Io } from '../../shared/io.ts'
import { LiveOutput, timeLeft } from '../live.ts'
import type { Live } from '../../../emulator/lab/mutation/try-mutants.ts'

/** Result of a run so far: survivors as they come, and how many mutants are decided. */
export class LiveMutants extends LiveOutput implements Live {
  readonly #accepted: readonly string[]
  #began = performance.now()
  /** Number of mutants to decide; undefined during the run without a mutant. */
  #of: number | undefined
  #done = 0
  #survived = 0

  /** @param accepted survivors that are known, which are not shown */
  constructor(io: Io, accepted: readonly string[] = []) {
    super(io)
    this.#accepted = accepted
    this.update()
  }

  /** Called when the tests passed without a mutant, with the number of mutants to decide. */
  begin(of: number): void {
    this.#began = performance.now()
    this.#of = of
    this.update()
  }

  decided({ id, status, breaks }: MutantOutcome): void {
    this.#done++
    if (status !== 'survived' || this.#accepted.includes(id)) return this.update()
    this.#survived++
    this.show(`survived: ${id}: no test failed although the emulator ${breaks}`)
  }

  protected progress(): string {
    return this.#of === undefined ? 'running the tests as they are' : this.#decidedSoFar(this.#of)
  }

  #decidedSoFar(of: number): string {
    const left = timeLeft(this.#done, of, performance.now() - this.#began)
    return `${this.#done} of ${of} mutants, ${this.#survived} survived${left}`
  }
}

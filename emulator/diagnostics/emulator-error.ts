import { capped } from './problem-list.ts'
import { describeAll, type Problem } from './problems.ts'

/** What a user asked of the emulator cannot be done. `problems` lists the reasons, the first fifty of them; nothing was changed. */
export class EmulatorError extends Error {
  override readonly name = 'EmulatorError'
  readonly problems: readonly Problem[]

  constructor(problems: readonly Problem[] | string) {
    const kept = typeof problems === 'string' ? [] : capped(problems)
    super(typeof problems === 'string' ? problems : describeAll(kept))
    this.problems = kept
  }
}

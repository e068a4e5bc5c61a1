import { describeAll, type Problem } from './problems.ts'

/** What a user asked of the emulator cannot be done. `problems` lists every reason; nothing was changed. */
export class EmulatorError extends Error {
  override readonly name = 'EmulatorError'
  readonly problems: readonly Problem[]

  constructor(problems: readonly Problem[] | string) {
    super(typeof problems === 'string' ? problems : describeAll(problems))
    this.problems = typeof problems === 'string' ? [] : problems
  }
}

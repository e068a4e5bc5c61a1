import { shortened } from '../../contract/shortened.ts'
import { capped } from './problem-list.ts'
import { describeAll, type Problem } from './problems.ts'

/** UTF-16 units of a message that is one text, of several lines maybe. */
const MAX_TEXT = 10_000

/** What a user asked of the emulator cannot be done. `problems` lists the reasons, the first fifty of them; nothing was changed. */
export class EmulatorError extends Error {
  override readonly name = 'EmulatorError'
  readonly problems: readonly Problem[]

  constructor(problems: readonly Problem[] | string) {
    const kept = typeof problems === 'string' ? [] : capped(problems)
    super(typeof problems === 'string' ? shortened(problems, MAX_TEXT) : describeAll(kept))
    this.problems = kept
  }
}

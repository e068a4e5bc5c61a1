import { shortened } from '../../contract/shortened.ts'
import { capped } from './problem-list.ts'
import { describeAll, type Problem } from './problems.ts'

/** Maximum of UTF-16 units in a message that is a single text. */
const MAX_TEXT = 10_000

/** A request of the user that cannot be fulfilled; nothing was changed. `problems` lists the first fifty reasons. */
export class EmulatorError extends Error {
  override readonly name = 'EmulatorError'
  readonly problems: readonly Problem[]

  constructor(problems: readonly Problem[] | string) {
    const kept = typeof problems === 'string' ? [] : capped(problems)
    super(typeof problems === 'string' ? shortened(problems, MAX_TEXT) : describeAll(kept))
    this.problems = kept
  }
}

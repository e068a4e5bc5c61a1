import type { ContractStamp } from '../../contract/stamp.ts'
import type { LeanChange } from './changes.ts'
import type { LeanFile } from './lean-file.ts'

/** A lean file with its name. */
export interface LeanConsumer {
  readonly file: string
  readonly lean: LeanFile
}

/**
 * Verdicts of a file on a change, the worst first. `not asked`: it met the statement, and there was no time. `cannot be
 * asked`: it met the statement, or calls what a new one is about, and nothing can make the change. `other contract`: it
 * does not know the change, and is of another contract. `unnoticed`: an answer differed, and nothing failed.
 * `not shown`: it met the statement, and no answer differed.
 */
export const verdicts = [
  'breaks',
  'not asked',
  'cannot be asked',
  'other contract',
  'unnoticed',
  'not shown',
  'not met',
] as const
type LeanVerdict = (typeof verdicts)[number]

/** Meaning of a change for a consumer. */
export interface LeanEffect {
  readonly change: LeanChange
  readonly verdict: LeanVerdict
  /** Tests that notice it. For a client the word `fails` or `another result`. */
  readonly tests: readonly string[]
}

export interface ConsumerEffects {
  readonly consumer: LeanConsumer
  readonly isOtherContract: boolean
  /** One for each change. */
  readonly effects: readonly LeanEffect[]
}

/** Reads from lean files what changes mean for each consumer. `contract`: the one that changes. */
export function mayChange(
  changes: readonly LeanChange[],
  consumers: readonly LeanConsumer[],
  { digest }: Pick<ContractStamp, 'digest'>,
): ConsumerEffects[] {
  return consumers.map((consumer) => {
    const isOtherContract = consumer.lean.contract.digest !== digest
    const effects = changes.map((change) => judge(change, consumer.lean, isOtherContract))
    return { consumer, isOtherContract, effects }
  })
}

function judge(change: LeanChange, lean: LeanFile, isOtherContract: boolean): LeanEffect {
  const { id, statement, units, otherwise } = change
  // A file of another release may have asked more, or less, of a statement.
  const isIt = (each: string): boolean => (otherwise === undefined ? findStatement(each) === statement : each === id)
  const tests = Object.entries(lean.leansOn).flatMap(([test, ids]) => (ids.some(isIt) ? [test] : []))
  const verdict = (): LeanVerdict => {
    if (units !== undefined)
      return units.some((unit) => lean.calls?.includes(unit) ?? true) ? 'cannot be asked' : 'not met'
    if (tests.length > 0) return 'breaks'
    if (lean.notAsked.some(isIt)) return 'not asked'
    if (lean.unnoticed.some(isIt)) return 'unnoticed'
    if (lean.unshown.some(isIt)) return 'not shown'
    if (lean.notAskable.includes(statement)) return 'cannot be asked'
    if (listAsked(lean).some((each) => findStatement(each) === statement)) return 'not asked'
    return isOtherContract ? 'other contract' : 'not met'
  }
  return { change, verdict: verdict(), tests }
}

/** Statement of a mutant or an alternative. */
export const findStatement = (id: string): string => id.replace(/\/\d+$/, '')

function listAsked({ leansOn, unnoticed, unshown, notAsked }: LeanFile): string[] {
  return [...Object.values(leansOn), unnoticed, unshown, notAsked].flat()
}

/** The worst verdict of a consumer. */
export function worst({ effects }: ConsumerEffects): LeanVerdict {
  return verdicts.find((verdict) => effects.some((effect) => effect.verdict === verdict)) ?? 'not met'
}

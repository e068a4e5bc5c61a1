import { EmulatorError } from '../../engine/checking/emulator-error.ts'
import { didYouMean } from '../../engine/checking/near-miss.ts'
import { aList, aBoolean, anything, checkOptions, aChoice, type OptionKinds } from '../../engine/checking/options.ts'
import { requireKnownNames } from '../engine/accepted.ts'
import { functionKinds, type FunctionOptions } from '../subjects/with-function.ts'
import { acceptedFindings } from './accepted.ts'
import { groups, type Group } from './fault.ts'
import { faultModel } from './fault-model.ts'
import { verdicts, type Verdict } from './verdict.ts'

export interface ExploreOptions extends FunctionOptions {
  /**
   * Groups, faults, variants of a fault or injection points: `paging`, `lost-answer`, `gateway:502`, `GET /users/me`.
   */
  readonly only?: readonly string[]
  /** Groups, faults, variants or injection points to leave out. */
  readonly skip?: readonly string[]
  /** Groups of faults that the client must handle: reporting the failure is not enough. */
  readonly mustSurvive?: readonly Group[]
  /** Verdicts that are not findings: `silent-cut`. */
  readonly allow?: readonly Verdict[]
  /** With 2, calls that appear only because of a fault get a fault, too. Default 1. */
  readonly depth?: 1 | 2
  /** Id of the only experiment to run. */
  readonly case?: string
  /**
   * Findings accepted beforehand: `<verdict> <fault or group>` at every call, or `<verdict> <fault or group> at
   * <call>`.
   */
  readonly accept?: readonly string[]
  /** Makes notes findings: a failed call that was ignored, a body that stops and is waited for. */
  readonly strict?: boolean
}

/** Kinds of the options of `explore`. */
export const exploreKinds: OptionKinds<ExploreOptions> = {
  ...functionKinds,
  only: aList,
  skip: aList,
  mustSurvive: aList,
  allow: aList,
  depth: aChoice(1 as never, 2 as never),
  case: anything,
  accept: aList,
  strict: aBoolean,
}

/** Throws `EmulatorError` for an unknown option, group or fault. */
export function checkExploreOptions(options: ExploreOptions): void {
  checkOptions('explore', options, exploreKinds)
  requireKnownFaults(options)
  requireKnownNames(options.accept, acceptedFindings)
  for (const verdict of options.allow ?? [])
    if (!verdicts.includes(verdict))
      throw new EmulatorError(`allow: there is no verdict '${verdict}'${didYouMean(verdict, verdicts)}`)
  for (const name of options.mustSurvive ?? [])
    if (!groups.includes(name))
      throw new EmulatorError(`mustSurvive: there is no group '${name}'${didYouMean(name, groups)}`)
}

/** Throws `EmulatorError` for an item of `only` or `skip` that names no group, fault or call. */
export function requireKnownFaults({ only = [], skip = [] }: Pick<ExploreOptions, 'only' | 'skip'>): void {
  for (const name of [...only, ...skip]) requireKnown(name)
}

/** Names with a space or a point are calls, which only the baseline knows. */
function requireKnown(name: string): void {
  const known = [...new Set<string>([...groups, ...faultModel.map((fault) => fault.name)])]
  if (known.includes(name.split(':', 1)[0]!) || /[ .#]/.test(name)) return
  throw new EmulatorError(`there is no group or fault '${name}'${didYouMean(name, known)} (known: ${known.join(', ')})`)
}

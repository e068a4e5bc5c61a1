import { aFunction, checkOptions, type OptionKinds } from '../../../engine/checking/options.ts'
import type { SubjectFunction } from '../../subjects/function.ts'
import { exploreKinds, requireKnownFaults, type ExploreOptions } from '../options.ts'

/** Options that choose the world and the experiments. A comparison of two clients has no others. */
const compared = ['scenario', 'fixtures', 'seed', 'settings', 'only', 'skip', 'budget', 'timeLimit', 'apiKey'] as const

/** Options that two releases of a client are compared with. */
export type ComparedOptions = Pick<ExploreOptions, (typeof compared)[number]>

export interface AgainstOptions extends ComparedOptions {
  /** The client to compare with: the release before. */
  readonly against: SubjectFunction
}

const kinds: OptionKinds<AgainstOptions> = {
  ...(Object.fromEntries(compared.map((name) => [name, exploreKinds[name]])) as OptionKinds<ComparedOptions>),
  against: aFunction,
}

/** True for options that compare two clients. */
export function isAgainst(options: ExploreOptions | AgainstOptions): options is AgainstOptions {
  return 'against' in options && options.against !== undefined
}

/** Throws `EmulatorError` for an unknown option, group or fault, and for an option that judges one client alone. */
export function checkAgainstOptions(options: AgainstOptions): void {
  checkOptions('explore with against', options, kinds, [], (name) =>
    Object.hasOwn(exploreKinds, name) ? 'it judges one client, and two are compared' : undefined,
  )
  requireKnownFaults(options)
}

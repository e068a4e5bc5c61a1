import type { FlagSettings, Flags } from '../../shared/command.ts'
import { documentName } from '../document-name.ts'
import { driftFlags } from '../drift/drift-flags.ts'
import { keyVariables, type Keys } from '../service-keys.ts'
import { duration } from '../values.ts'

const { target, 'realtime-url': realtime, rate, 'time-limit': timeLimit } = driftFlags

/** Flags of `pull`. */
export const pullFlags = {
  target,
  org: { value: 'name', about: 'Organization to read, by id or alias' },
  output: { value: 'file', short: 'o', about: 'Fixture file to write, .yaml or .json' },
  anonymize: { about: 'Replace names, notes and values by others of equal shape, and ids by numbers' },
  name: {
    value: 'name',
    parse: documentName,
    about: 'Name of the fixture (default the name of the file, with --anonymize pulled)',
  },
  'realtime-url': realtime,
  'api-key-env': {
    value: 'main=VAR',
    parse: keyVariables('main'),
    about: 'Variable with the key (default main=SVC_API_KEY)',
  },
  rate,
  budget: {
    value: 'duration',
    parse: duration,
    default: '5m',
    about: 'Real time for the whole run; the file says what was not read',
  },
  'time-limit': timeLimit,
} as const satisfies Flags

/** Settings of `pull`. */
export interface PullSettings extends FlagSettings<typeof pullFlags> {
  readonly target: string
  readonly org: string
  readonly output: string
  readonly name: string
  readonly keys: Keys
}

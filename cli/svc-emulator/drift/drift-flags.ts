import type { FlagSettings, Flags } from '../../shared/command.ts'
import { reportFlags } from '../lab-flags.ts'
import { keyVariables, type Keys } from '../service-keys.ts'
import { apiUrl, duration, list, realtimeUrl, someTime } from '../values.ts'

/** Flags of `drift`. */
export const driftFlags = {
  ...reportFlags,
  target: { value: 'url', parse: apiUrl, about: 'API URL of the service, with /v1; nothing is sent to another host' },
  'realtime-url': {
    value: 'url',
    parse: realtimeUrl,
    about: 'Realtime URL of --target (default the API URL with /realtime)',
  },
  'api-key-env': {
    value: 'NAME=VAR,…',
    parse: keyVariables('main', 'other'),
    many: true,
    about: 'Variables with the keys: main of one person, other of a second one (default main=SVC_API_KEY)',
  },
  from: {
    value: 'files',
    parse: list,
    many: true,
    about:
      'Ask what these recordings, scenarios, bundles or HTTP archives (HAR) asked, and nothing else; comma-separated or with the flag repeated',
  },
  probes: { about: 'Ask the shipped probes, too, beside --from or a command' },
  host: {
    value: 'hosts',
    parse: list,
    many: true,
    about:
      'Hosts of the API in archives, with a base path or without (default the one that most requests fit); others are left out',
  },
  writes: { about: 'Send the writes of archives, too; without it they are left out' },
  facts: {
    value: 'file',
    about:
      'Follow the facts of this file, if it exists, and write what is seen where the specification is silent to it',
  },
  'read-only': { about: 'Send reads alone' },
  large: { about: 'Ask what takes megabytes or many calls, too' },
  only: {
    value: 'clauses',
    parse: list,
    many: true,
    about: 'Ask only what these clauses or groups of clauses need, comma-separated: pagination, users.get',
  },
  rate: { value: 'rate', default: '5/s', about: 'Requests a second (5/s) or a minute (30/m)' },
  budget: {
    value: 'duration',
    parse: duration,
    default: '5m',
    about: 'Real time for the whole run; the report says what was left out',
  },
  'time-limit': { value: 'duration', parse: someTime, default: '10s', about: 'Real time for one answer' },
} as const satisfies Flags

/** Settings of `drift`. */
export interface DriftSettings extends FlagSettings<typeof driftFlags> {
  readonly target: string
  readonly keys: Keys
  /** Command line of a suite that calls the service through a proxy; empty for none. */
  readonly program: readonly string[]
}

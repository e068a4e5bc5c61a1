import { apiKeyProblem } from '../shared/api-key.ts'
import { usageError } from '../shared/client-error.ts'
import type { FlagValues, Flags } from '../shared/command.ts'
import { apiUrlProblem, realtimeUrlProblem } from '../shared/urls.ts'

export const loginFlags = {
  'api-key': { about: 'API key (visible in process lists and shell history)', value: 'key' },
  'api-key-stdin': { about: 'Read the key from stdin' },
  'api-key-env': { about: 'Read the key from this environment variable', value: 'VAR' },
  'api-url': { about: 'API URL to log in against', value: 'url' },
  'api-url-stdin': { about: 'Read the API URL from stdin' },
  'api-url-env': { about: 'Read the API URL from this environment variable', value: 'VAR' },
  'realtime-url': { about: 'Realtime URL to store', value: 'url' },
  'realtime-url-stdin': { about: 'Read the realtime URL from stdin' },
  'realtime-url-env': { about: 'Read the realtime URL from this environment variable', value: 'VAR' },
  'no-input': { about: 'Never prompt; fail instead' },
} as const satisfies Flags

export type LoginFlags = FlagValues<typeof loginFlags>

/** Values of the login, and the form of each. */
export const loginValues = {
  'api-key': { title: 'API key', problemOf: apiKeyProblem },
  'api-url': { title: 'API URL', problemOf: apiUrlProblem },
  'realtime-url': { title: 'realtime URL', problemOf: realtimeUrlProblem },
} as const

export type ValueName = keyof typeof loginValues
export const valueNames = Object.keys(loginValues) as ValueName[]

/** Checks the command line itself, before reading stdin or variables. */
export function checkSources(flags: LoginFlags): void {
  for (const name of valueNames) {
    const named = [name, `${name}-stdin`, `${name}-env`].filter((flag) => isGiven(flags[flag as keyof LoginFlags]))
    if (named.length > 1) throw usageError(`Only one of ${named.map((flag) => `--${flag}`).join(' and ')} may be given`)
  }
  const readers = valueNames.filter((name) => flags[`${name}-stdin`]).map((name) => `--${name}-stdin`)
  if (readers.length > 1) throw usageError(`Only one value can be read from stdin: ${readers.join(', ')}`)
  for (const name of valueNames) checkForms(name, flags)
}

function checkForms(name: ValueName, flags: LoginFlags): void {
  const variable = flags[`${name}-env`]
  // The given text may be the key itself, so it is not repeated.
  if (variable !== undefined && !/^[A-Za-z_][A-Za-z0-9_]*$/.test(variable))
    throw usageError(`--${name}-env takes the name of an environment variable: letters, digits and underscores`)
  const literal = flags[name]?.trim()
  const problem = literal === undefined || literal === '' ? undefined : loginValues[name].problemOf(literal)
  if (problem !== undefined) throw usageError(`--${name} ${problem}`)
}

function isGiven(value: string | boolean | undefined): boolean {
  return value !== undefined && value !== false
}

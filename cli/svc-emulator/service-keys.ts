import { usageError } from '../shared/client-error.ts'
import type { Environment } from '../shared/command.ts'
import { list } from './values.ts'

/** Keys of a service by whom they are of. */
export interface Keys {
  readonly main: string
  readonly other?: string
}

/** Makes a parser of the names of the variables with the keys. */
export function keyVariables(...names: readonly (keyof Keys)[]) {
  return (text: string): Readonly<Record<string, string>> => {
    const variables: Record<string, string> = {}
    for (const pair of list(text)) {
      const [, name = '', variable] = /^(\w+)=([A-Za-z_]\w*)$/.exec(pair) ?? []
      if (!(names as readonly string[]).includes(name) || variable === undefined)
        throw usageError(
          `--api-key-env takes ${names.map((each) => `${each}=VAR`).join(' and ')}, ${names.length === 1 ? 'the name of a variable' : 'names of variables'}; it was '${pair}'`,
        )
      variables[name] = variable
    }
    return variables
  }
}

/** Reads the keys from their variables; by default the main one from `SVC_API_KEY`. */
export function readKeys(variables: Readonly<Record<string, string>> = {}, env: Environment): Keys {
  const keys: Record<string, string> = {}
  for (const [name, variable] of Object.entries({ main: 'SVC_API_KEY', ...variables })) {
    const value = env[variable]
    if (value === undefined || value === '')
      throw usageError(`the key '${name}' is read from ${variable}, which is not set`)
    keys[name] = value
  }
  return keys as { main: string }
}

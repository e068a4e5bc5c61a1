import type { Flags, FlagValues } from '../shared/command.ts'
import { parseInteger, splitList } from './values.ts'

/** Flags of the commands that run a client in a world of its own. */
export const clientFlags = {
  fixtures: { value: 'names', about: 'Fixtures to load, comma-separated: starter, large, or paths' },
  seed: { value: 'integer', about: 'Number from which ids, secrets and random choices are derived (default 1)' },
  key: { value: 'secret', about: 'API key for the client (default: the first admin key of the world)' },
  home: { value: 'folder', about: 'Folder whose files are copied to the HOME of each run' },
} as const satisfies Flags

/** Settings from the flags of a command that runs a client. */
export interface ClientSettings {
  readonly fixtures: readonly string[] | undefined
  readonly seed: number | undefined
  readonly key: string | undefined
  readonly home: string | undefined
}

/** Parses the flags of a command that runs a client. */
export function parseClientFlags({ fixtures, seed, key, home }: FlagValues<typeof clientFlags>): ClientSettings {
  return {
    fixtures: splitList(fixtures),
    seed: parseInteger('seed', seed, Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER),
    key,
    home,
  }
}

import type { Flags } from '../shared/command.ts'
import { list, seed } from './values.ts'

/** Flags of the commands that run a client in a world of its own. */
export const clientFlags = {
  fixtures: { value: 'names', parse: list, about: 'Fixtures to load, comma-separated: starter, large, or paths' },
  seed: {
    value: 'integer',
    parse: seed,
    about: 'Number from which ids, secrets and random choices are derived (default 1)',
  },
  key: { value: 'secret', about: 'API key for the client (default the first admin key of the world)' },
  home: { value: 'folder', about: 'Folder whose files are copied to the HOME of each run' },
} as const satisfies Flags

/** Argument of those commands. */
export const clientWorld = {
  name: 'scenario',
  about: 'Scenario file, or name of a shipped scenario, that makes the world (default the starter world)',
  optional: true,
  offers: true,
} as const

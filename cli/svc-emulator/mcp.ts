import { usageError } from '../shared/client-error.ts'
import { command } from '../shared/command.ts'
import { parseInteger, parseUrl } from './values.ts'

/** `svc-emulator mcp`: tools for agents. */
export const mcp = command({
  path: ['mcp'],
  about:
    'Serve an agent, over the Model Context Protocol on stdin and stdout, with eight tools: ask, arrange, fault, clock, explain, clauses, check, explore.',
  flags: {
    target: {
      value: 'url',
      about: 'Running emulator to control (default: a new one, which ends with the agent)',
    },
    'control-token': { value: 'token', about: 'Control token of --target' },
    fixtures: {
      value: 'names',
      many: true,
      about: 'Fixtures of the new emulator, comma-separated or with the flag repeated (default starter)',
    },
    seed: { value: 'integer', about: 'Seed of the new emulator (default 1)' },
  },
  examples: [
    ['svc-emulator mcp', 'A new emulator for the agent'],
    ['svc-emulator mcp --target http://127.0.0.1:4010', 'An emulator that you can watch in the inspector'],
  ],
  notes:
    'In the settings of an agent: { "mcpServers": { "svc-emulator": { "command": "npx", "args": ["svc-emulator", "mcp"] } } }',
  async run({ flags }, io) {
    const own = ['fixtures', 'seed'].filter((name) => flags[name as 'fixtures' | 'seed'] !== undefined)
    if (flags.target !== undefined && own.length > 0)
      throw usageError(`--${own[0]} is for an emulator that is started: it does not go with --target`)
    if (flags.target === undefined && flags['control-token'] !== undefined)
      throw usageError('--control-token goes with --target')
    const settings = {
      target: flags.target === undefined ? undefined : parseUrl('target', flags.target, /^https?:$/),
      controlToken: flags['control-token'],
      fixtures: flags.fixtures
        ?.split(',')
        .map((name) => name.trim())
        .filter((name) => name !== ''),
      seed: parseInteger('seed', flags.seed, Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER),
    }
    const { serveMcp } = await import('./mcp/serve-mcp.ts')
    await serveMcp(settings, io)
    return undefined
  },
})

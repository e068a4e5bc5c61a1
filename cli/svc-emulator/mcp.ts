import { usageError } from '../shared/client-error.ts'
import { command } from '../shared/command.ts'
import { apiUrl, list, seed } from './values.ts'

/** `svc-emulator mcp`: tools for agents. */
export const mcp = command({
  path: ['mcp'],
  about:
    'Serve an agent, over the Model Context Protocol on stdin and stdout, with eight tools: ask, arrange, fault, clock, explain, clauses, check, explore.',
  flags: {
    target: {
      value: 'url',
      parse: apiUrl,
      about: 'Running emulator to control (default a new one, which ends with the agent)',
    },
    'control-token': { value: 'token', about: 'Control token of --target' },
    fixtures: {
      value: 'names',
      parse: list,
      many: true,
      about: 'Fixtures of the new emulator, comma-separated or with the flag repeated (default starter)',
    },
    seed: { value: 'integer', parse: seed, about: 'Seed of the new emulator (default 1)' },
    'allow-run': {
      about: 'Let `check` run the programs (`run:` steps) of any scenario, and not of files of the project alone',
    },
  },
  examples: [
    ['svc-emulator mcp', 'A new emulator for the agent'],
    ['svc-emulator mcp --target http://127.0.0.1:4010', 'An emulator that you can watch in the inspector'],
  ],
  notes:
    'In the settings of an agent: { "mcpServers": { "svc-emulator": { "command": "npx", "args": ["svc-emulator", "mcp"] } } }',
  async run({ settings }, io) {
    const { target, controlToken } = settings
    const own = (['fixtures', 'seed'] as const).find((name) => settings[name] !== undefined)
    if (target !== undefined && own !== undefined)
      throw usageError(`--${own} configures an emulator that mcp starts: it cannot be combined with --target`)
    if (target === undefined && controlToken !== undefined) throw usageError('--control-token requires --target')
    const { serveMcp } = await import('./mcp/serve-mcp.ts')
    await serveMcp(settings, io)
    return undefined
  },
})

import { countedWires, wires } from '../../emulator/engine/coverage/wires.ts'
import { command } from '../shared/command.ts'
import { choices, percent } from './values.ts'

const sides = choices(wires)

/** `svc-emulator coverage`: how much of the contract was exercised. */
export const coverage = command({
  path: ['coverage'],
  about: 'Report which clauses were exercised, on a running emulator or in runs that wrote report files.',
  positionals: [
    {
      name: 'sources',
      about: 'URLs of running emulators, report files, or folders of them (default coverage/svc-emulator.json)',
      optional: true,
      rest: true,
    },
  ],
  flags: {
    reporter: { choices: ['pretty', 'json', 'html'], default: 'pretty', about: 'Format of the report' },
    output: { value: 'file', short: 'o', about: 'Write the report to this file instead of stdout' },
    min: { value: 'percent', parse: percent, about: 'Fail if a smaller share of the clauses was exercised' },
    wire: {
      value: 'sides',
      parse: sides,
      default: countedWires.join(','),
      about: 'Parts of the specification to count, comma-separated: rest, realtime, client',
    },
    all: { about: 'List every clause, not only unexercised ones' },
    'control-token': { value: 'token', about: 'Control token of the running emulator' },
  },
  examples: [
    ['svc-emulator coverage', 'Coverage of the last test run'],
    [
      'svc-emulator coverage http://127.0.0.1:4010 --min 60',
      'Coverage of a running emulator; exit code 1 below 60 percent',
    ],
    [
      'svc-emulator coverage coverage/ --reporter html --output coverage.html',
      'The reports of several processes as one page',
    ],
  ],
  notes:
    'start, exec and replay with SVC_EMULATOR_COVERAGE=<folder> write a report there when they end. Exit code: 0 for success, 1 below --min, 2 for a usage error.',
  async run({ settings, positionals: sources }, io) {
    const { reportCoverage } = await import('./coverage-report.ts')
    await reportCoverage({ ...settings, sources }, io)
    return undefined
  },
})

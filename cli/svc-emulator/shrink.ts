import { usageError } from '../shared/client-error.ts'
import { command } from '../shared/command.ts'
import { shrinkFlags } from './shrink/shrink-flags.ts'
import { ownCommand } from '../../emulator/engine/checking/own-command.ts'

/** `svc-emulator shrink`: finds the smallest world in which something still fails. */
export const shrink = command({
  path: ['shrink'],
  about:
    'Find the smallest world in which something still fails, and write it as a scenario: a scenario, bundle or HTTP archive whose replay fails, or a client.',
  positionals: [
    {
      name: 'scenario',
      about:
        'Scenario, bundle or HTTP archive (HAR) that fails; with a command after --, the scenario that makes its world (default the starter world)',
      optional: true,
      offers: true,
    },
  ],
  takesProgram: true,
  flags: shrinkFlags,
  examples: [
    ['svc-emulator shrink failed/outage.bundle.json -o repro.yaml', 'A run that failed, with its records and steps'],
    ['svc-emulator shrink -o repro.yaml -- node ./my-client.js', 'A client that fails, in the starter world'],
    [
      "svc-emulator shrink -o repro.json --write-test -- npx vitest run -t 'lists all'",
      'A failing test, and a file that runs it in the smallest world',
    ],
    ['svc-emulator shrink ./large.yaml --budget 1m -- ./client', 'The smallest world that a minute finds'],
  ],
  notes:
    'It still fails where the same expectation fails with the same values, ids and times apart; of a client the same exit code and the same last line of stderr, else of stdout. The client gets its world as SVC_API_URL, SVC_REALTIME_URL and SVC_API_KEY, and as {api_url}, {realtime_url} and {api_key} in its arguments. Exit code: 0 when a scenario was written, 1 without the test of --write-test, 2 for a usage error (nothing fails). Ctrl-C writes the smallest so far.',
  async run({ settings, positionals: [scenario], program }, io) {
    if (scenario === undefined && program.length === 0)
      throw usageError(
        `name a scenario or bundle that fails, or a client after --: ${ownCommand} shrink -- node ./my-client.js`,
      )
    const { runShrink } = await import('./shrink/run-shrink.ts')
    await runShrink({ ...settings, scenario, program }, io)
    return undefined
  },
})

import { usageError } from '../shared/client-error.ts'
import { command } from '../shared/command.ts'
import { clientFlags, parseClientFlags } from './client-flags.ts'
import { parseDurationFlag } from './values.ts'

/** `svc-emulator permissions`: the least key that a client needs, by experiment. */
export const permissions = command({
  path: ['permissions'],
  about:
    'Find the least key that a client needs. Each call of a run is made again in the world before it, with a key of each role and scope that could stand in, and the answers are compared.',
  positionals: [
    {
      name: 'run',
      about:
        'Before a command: scenario file, or name of a shipped scenario, that makes the world (default: the starter world). Alone: URL of a running emulator, or bundle of a run',
      optional: true,
      offers: true,
    },
  ],
  takesProgram: true,
  flags: {
    ...clientFlags,
    'time-limit': { value: 'duration', about: 'Real time for the run (default 60s)' },
    'at-most': { value: 'key', about: "Fail if a call needs more than this key: 'write on org acme'" },
    reporter: {
      choices: ['pretty', 'json', 'junit', 'html', 'github'],
      default: 'pretty',
      about: 'Format of the report',
    },
    output: { value: 'file', short: 'o', about: 'Write the report to this file instead of stdout' },
    'control-token': { value: 'token', about: 'Control token of the running emulator' },
  },
  examples: [
    [
      'svc-emulator permissions -- node ./my-client.js',
      'The least key for each call of the client, and for the whole run',
    ],
    [
      "svc-emulator permissions --at-most 'write on org acme' -- npm test",
      'Exit code 1 if a call needs more than that',
    ],
    ['svc-emulator permissions http://127.0.0.1:4010', 'The calls that a running emulator has answered'],
    ['svc-emulator permissions failed/run.bundle.json', 'The calls of a run that was kept'],
  ],
  notes:
    'The client gets its world as SVC_API_URL, SVC_REALTIME_URL and SVC_API_KEY, and as {api_url}, {realtime_url} and {api_key} in its arguments. Exit code: 0 for success, 1 if a call needs more than --at-most, 2 for a usage error (no run, or a command that makes no call or fails).',
  async run({ flags, positionals: [run], program }, io) {
    if (program.length === 0 && run === undefined)
      throw usageError(
        'name the client after --: svc-emulator permissions -- node ./my-client.js; or name the URL of a running emulator, or a bundle',
      )
    const { permissionsProgram } = await import('./permissions/permissions-program.ts')
    await permissionsProgram(
      {
        run,
        program,
        ...parseClientFlags(flags),
        timeLimitMs: parseDurationFlag('time-limit', flags['time-limit']),
        atMost: flags['at-most'],
        reporter: flags.reporter,
        output: flags.output,
        controlToken: flags['control-token'],
      },
      io,
    )
    return undefined
  },
})

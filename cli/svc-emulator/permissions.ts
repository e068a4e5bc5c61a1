import { usageError } from '../shared/client-error.ts'
import { command } from '../shared/command.ts'
import { permissionsFlags } from './permissions/permissions-flags.ts'
import { ownCommand } from '../../emulator/engine/checking/own-command.ts'

/** `svc-emulator permissions`: the least key that a client needs, by experiment. */
export const permissions = command({
  path: ['permissions'],
  about:
    'Find the least key that a client needs. Each call of a run is made again in the world before it, with a key of each role and scope that could stand in, and the answers are compared.',
  positionals: [
    {
      name: 'run',
      about:
        'Before a command: scenario file, or name of a shipped scenario, that makes the world (default the starter world). Alone: URL of a running emulator, bundle of a run, or scenario, recording or HTTP archive (HAR) to play',
      optional: true,
      offers: true,
    },
  ],
  takesProgram: true,
  flags: permissionsFlags,
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
    ['svc-emulator permissions session.yaml', 'The calls of a recording or another scenario'],
  ],
  notes:
    'The client gets its world as SVC_API_URL, SVC_REALTIME_URL and SVC_API_KEY, and as {api_url}, {realtime_url} and {api_key} in its arguments. Exit code: 0 for success, 1 if a call needs more than --at-most or the run cannot be read, 2 for a usage error (no run, or a command that makes no call or fails).',
  async run({ settings, positionals: [run], program }, io) {
    if (program.length === 0 && run === undefined)
      throw usageError(
        `name the client after --: ${ownCommand} permissions -- node ./my-client.js; or name the URL of a running emulator, a bundle, a scenario or an HTTP archive`,
      )
    const { permissionsProgram } = await import('./permissions/permissions-program.ts')
    await permissionsProgram({ ...settings, run, program }, io)
    return undefined
  },
})

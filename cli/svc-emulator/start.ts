import { command } from '../shared/command.ts'
import { checkServerFlags, serverFlags, startFlags } from './server-flags.ts'
import { port } from './values.ts'
import { ownCommand } from '../../emulator/engine/checking/own-command.ts'

/** `svc-emulator start`: serves until it is stopped. */
export const start = command({
  path: ['start'],
  about: 'Serve the API over HTTP and WebSocket, on one port.',
  positionals: [
    {
      name: 'scenario',
      about: `Scenario file, or name of a shipped scenario (${ownCommand} list)`,
      optional: true,
      offers: true,
    },
  ],
  flags: {
    port: { value: 'number', parse: port, default: '4010', about: 'Port to listen on; 0 for any free one' },
    ...serverFlags,
    ...startFlags,
  },
  examples: [
    ['svc-emulator', 'The starter world on port 4010'],
    ['svc-emulator start --port 0 --fixtures large', 'A large world, on any free port'],
    ['svc-emulator start ./outage.yaml --watch', 'Your own scenario, loaded again when its file changes'],
    ['svc-emulator start --state ./state.json', 'A world that is kept between runs'],
  ],
  notes: `Every flag can also be set by a variable: SVC_EMULATOR_PORT for --port (${ownCommand} --help).`,
  async run({ settings, positionals: [scenario] }, io) {
    checkServerFlags(settings)
    if (settings.watch) (await import('./watched-files.ts')).watchedFiles({ ...settings, scenario })
    const { serve } = await import('./serve.ts')
    await serve({ ...settings, scenario }, io)
    return undefined
  },
})

import { usageError } from '../shared/client-error.ts'
import { command } from '../shared/command.ts'
import { driftFlags } from './drift/drift-flags.ts'
import { readKeys } from './service-keys.ts'

/** `svc-emulator drift`: which documented sentences does a service not keep? */
export const drift = command({
  path: ['drift'],
  about:
    'Ask a service and an emulator the same, and name the documented sentences that the service does not keep: is the double still true?',
  takesProgram: true,
  flags: driftFlags,
  examples: [
    ['svc-emulator drift --target https://api.example.com/v1', 'With the key in SVC_API_KEY'],
    ['svc-emulator drift --target https://api.example.com/v1 --only pagination --read-only', 'Nothing is written'],
    [
      'svc-emulator drift --target https://api.example.com/v1 -- npm test',
      'Your own suite, which finds the address in SVC_API_URL',
    ],
    [
      'svc-emulator drift --target http://127.0.0.1:4020/v1 --rate 500/s --reporter junit -o drift.xml',
      'A service on this machine',
    ],
  ],
  notes:
    'Writes go below organizations named svc-drift-…, which are deleted at the end, also after Ctrl-C; what could not be deleted is listed. Reports contain no keys. Exit code: 0 if nothing is contradicted, 1 if something is, or if nothing was decided, 2 if the question could not be asked (a usage error, no answer, a refused key, a service that is ill), 130 after Ctrl-C and 143 after SIGTERM, with the report of what there is.',
  async run({ settings, program }, io) {
    const { target, readOnly, from, host, writes, probes } = settings
    if (target === undefined) throw usageError('name the service with --target https://…/v1')
    if (readOnly && program.length > 0)
      throw usageError('--read-only is about what the run asks: it cannot be combined with a command, which may write')
    if (from === undefined && (writes || host !== undefined))
      throw usageError('--host and --writes are about archives: name one with --from app.har')
    if (probes && from === undefined && program.length === 0)
      throw usageError('--probes is about --from and a command: without them the shipped probes are asked anyway')
    if (readOnly && writes) throw usageError('--writes cannot be combined with --read-only')
    const { driftProgram } = await import('./drift/drift-program.ts')
    await driftProgram({ ...settings, target, keys: readKeys(settings.apiKeyEnv, io.env), program }, io)
    return undefined
  },
})

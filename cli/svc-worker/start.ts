import { elsewhereNote } from '../credentials/elsewhere-note.ts'
import { realtimeHint } from '../credentials/realtime-hint.ts'
import { resolveCredentials } from '../credentials/resolve.ts'
import { command } from '../shared/command.ts'
import type { Io } from '../shared/io.ts'
import { identify } from '../shared/identity.ts'
import { writeLine, writeNote } from '../shared/output.ts'
import { stayConnected } from './connection.ts'

/** `svc-worker start`: resolves its profile, makes sure it is still the same user, and stays connected. It executes nothing. */
export const startWorker = command({
  path: ['start'],
  about: 'Resolve the profile, check its identity, and stay connected to the realtime API.',
  flags: {
    profile: { about: 'Profile to use (SVC_PROFILE, else the default profile)', value: 'name', offers: true },
    once: { about: 'Exit as soon as the connection is ready' },
    repin: { about: 'Accept that the profile now belongs to another user' },
  },
  examples: [
    ['svc-worker start', 'Run with the default profile until SIGTERM'],
    ['svc-worker start --profile ci --once', 'Check that a worker could run, then exit'],
  ],
  notes:
    'The user of each profile is remembered in ~/.svc/worker.yaml at its first start. SIGTERM and Ctrl-C stop it with exit code 0.',
  async run({ flags }, given): Promise<undefined> {
    const lasting = given.lasting?.()
    try {
      await work(flags, lasting ?? given)
    } finally {
      await lasting?.end()
    }
    return undefined
  },
})

interface WorkerFlags {
  readonly profile: string | undefined
  readonly once: boolean
  readonly repin: boolean
}

async function work(flags: WorkerFlags, io: Io): Promise<void> {
  const credentials = await resolveCredentials({ profile: flags.profile }, io)
  const user = await identify(credentials, io).catch((error: unknown) => {
    if (io.stopping.aborted) return undefined
    throw error
  })
  if (user === undefined) return
  writeLine(io, `svc-worker: profile '${credentials.profile ?? '(none)'}' (${user.id}) at ${credentials.apiUrl}`)
  const { checkPin } = await import('./pin.ts')
  if (credentials.profile !== null)
    await checkPin(io, { profile: credentials.profile, userId: user.id, repin: flags.repin })
  for (const note of [realtimeHint(credentials), elsewhereNote(credentials, 'realtimeUrl')])
    if (note !== undefined) writeNote(io, note)
  await stayConnected({
    url: credentials.realtimeUrl,
    apiKey: credentials.apiKey,
    once: flags.once,
    env: io.env,
    stopping: io.stopping,
    log: (text) => writeLine(io, `svc-worker: ${text}`),
  })
  if (!flags.once) writeLine(io, 'svc-worker: stopped')
}

import { elsewhereNote } from '../credentials/elsewhere-note.ts'
import { realtimeHint } from '../credentials/realtime-hint.ts'
import { resolveCredentials } from '../credentials/resolve.ts'
import type { Access } from '../shared/call-api.ts'
import { ClientError } from '../shared/client-error.ts'
import { command } from '../shared/command.ts'
import type { Io } from '../shared/io.ts'
import { identify, type Identity } from '../shared/identity.ts'
import { writeLine, writeNote } from '../shared/output.ts'
import { backoff } from './backoff.ts'
import { pauseFor, stayConnected } from './connection.ts'

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
  const log = (text: string): void => writeLine(io, `svc-worker: ${text}`)
  const user = await identifyAtLast(credentials, flags.once, { log, io })
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
    log,
  })
  if (!flags.once) log('stopped')
}

/**
 * The user of the key. A service that is not there yet is asked again, as after a lost connection; undefined if the
 * worker is to stop. Throws what `identify` throws for a refused key, and with `once` for everything.
 */
async function identifyAtLast(
  access: Access,
  once: boolean,
  { log, io }: { readonly log: (text: string) => void; readonly io: Io },
): Promise<Identity | undefined> {
  for (let failures = 0; ; failures++) {
    try {
      return await identify(access, io)
    } catch (error) {
      if (io.stopping.aborted) return undefined
      if (once || !(error instanceof ClientError) || error.code !== 'API_UNAVAILABLE') throw error
      await pauseFor(backoff(failures), error.message, { log, stopping: io.stopping })
      if (io.stopping.aborted) return undefined
    }
  }
}

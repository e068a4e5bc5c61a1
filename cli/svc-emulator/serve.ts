import { startServer, realTime, type RunningServer } from '../../emulator/transports/server.ts'
import { ClientError } from '../shared/client-error.ts'
import type { Io } from '../shared/io.ts'
import { banner } from './banner.ts'
import { startOptions } from './start-options.ts'
import { saveState } from './state-file.ts'
import type { StartSettings } from './start.ts'
import { untilSignal } from './until-signal.ts'

/** Serves, prints the banner, and returns once a signal has stopped the server and the state is saved. */
export async function serve(settings: StartSettings, io: Io): Promise<void> {
  const options = await startOptions(settings)
  const server = await listen(settings, options)
  io.stdout.write(banner(server, options.scenario?.scenario.name ?? (settings.fixtures ?? ['starter']).join(', ')))
  await untilSignal()
  await server.close()
  if (settings.state !== undefined) await saveState(settings.state, server.emulator.export())
}

async function listen(settings: StartSettings, options: Awaited<ReturnType<typeof startOptions>>): Promise<RunningServer> {
  const { port, host, explain, cors, controlToken } = settings
  try {
    return await startServer({ ...options, real: realTime, port, host, explain, cors, ...(controlToken !== undefined && { controlToken }) })
  } catch (error) {
    throw readable(error, settings)
  }
}

/** The system's refusal to listen, in words that name the flag to change. */
function readable(error: unknown, { port, host }: StartSettings): unknown {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'EADDRINUSE') return new ClientError('UNEXPECTED', `port ${port} is in use; choose another with --port, or --port 0 for any free one`)
  if (code === 'EACCES') return new ClientError('UNEXPECTED', `port ${port} may not be used by this user; choose one above 1023 with --port`)
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return new ClientError('UNEXPECTED', `this machine has no address '${host}'; choose another with --host`)
  return error
}

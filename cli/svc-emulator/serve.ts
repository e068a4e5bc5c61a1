import { createStart, type Emulator } from '../../emulator/emulator.ts'
import { startServer, realTime, type RunningServer } from '../../emulator/transports/server.ts'
import { ClientError } from '../shared/client-error.ts'
import type { Io } from '../shared/io.ts'
import { writeNote } from '../shared/output.ts'
import { banner } from './banner.ts'
import { leaveCoverage } from './leave-coverage.ts'
import { openBrowser } from './open-browser.ts'
import { logRequests } from './request-log.ts'
import { startOptions, watchedFile } from './start-options.ts'
import { saveState } from './state-file.ts'
import type { StartSettings } from './start.ts'
import { untilSignal } from './until-signal.ts'
import { watchDocuments } from './watch.ts'

/** Serves, prints the banner, and returns once a signal has stopped the server and the state is saved. */
export async function serve(settings: StartSettings, io: Io): Promise<void> {
  const options = await startOptions(settings)
  const server = await listen(settings, options)
  const { emulator } = server
  if (settings.log !== 'silent') logRequests(emulator.journal, settings.log, io)
  io.stdout.write(banner(server))
  const stopWatching = settings.watch ? watchScenario(settings, emulator, io) : () => {}
  if (settings.open) openBrowser(`${server.controlUrl}/`, () => writeNote(io, `svc-emulator: no browser could be opened; the inspector is at ${server.controlUrl}/`))
  await untilSignal()
  stopWatching()
  await server.close()
  await leaveCoverage(io, () => [emulator.site.coverage()])
  if (settings.state !== undefined) await saveState(settings.state, emulator.export())
}

/** Loads the scenario again when its file, or another document beside it, changes. A wrong one leaves the world as it is. */
function watchScenario(settings: StartSettings, emulator: Emulator, io: Io): () => void {
  const file = watchedFile(settings)
  return watchDocuments(file, (name) => {
    startOptions(settings).then(
      (options) => {
        emulator.switchTo(createStart({ ...options, real: realTime }))
        writeNote(io, `svc-emulator: ${name} changed; the world starts again`)
      },
      (error: unknown) => writeNote(io, `svc-emulator: ${name} changed, but the world stays as it was:\n${(error as Error).message}`),
    )
  })
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

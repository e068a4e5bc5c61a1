import { createStart, type Emulator } from '../../emulator/host/emulator.ts'
import { startServer, realTime, type RunningServer } from '../../emulator/transports/node/server.ts'
import type { Io } from '../shared/io.ts'
import { writeNote } from '../shared/output.ts'
import { banner } from './banner.ts'
import { listenError } from './listen-error.ts'
import { leaveCoverage } from './leave-coverage.ts'
import { openBrowser } from './open-browser.ts'
import { logRequests } from './request-log.ts'
import { startOptions } from './start-options.ts'
import { saveState } from './state-file.ts'
import type { StartSettings } from './start.ts'
import { untilSignal } from './until-signal.ts'
import { watchDocuments } from './watch.ts'
import { watchedFile } from './watched-file.ts'
import { instanceOf } from '../../emulator/host/instance-of.ts'

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
  await leaveCoverage(io, () => [instanceOf(emulator).site.coverage()])
  if (settings.state !== undefined) await saveState(settings.state, emulator.export())
}

/** Loads the scenario again when its file, or another document beside it, changes. A wrong one leaves the world as it is. */
function watchScenario(settings: StartSettings, emulator: Emulator, io: Io): () => void {
  const file = watchedFile(settings)
  return watchDocuments(file, (name) => {
    startOptions(settings).then(
      (options) => {
        instanceOf(emulator).switchTo(createStart({ ...options, real: realTime }))
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
    throw listenError(error, settings)
  }
}

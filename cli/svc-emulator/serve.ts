import { createEmulator } from '../../emulator/adapters/create-emulator.ts'
import type { StartOptions } from '../../emulator/host/create-world.ts'
import type { Emulator } from '../../emulator/host/emulator.ts'
import { realTime } from '../../emulator/engine/world/clock.ts'
import { serveEmulator, type RunningServer } from '../../emulator/adapters/node/serve-emulator.ts'
import { listFurtherNames } from '../../emulator/adapters/node/own-names.ts'
import type { Io } from '../shared/io.ts'
import { writeNote } from '../shared/output.ts'
import { banner, type BannerFacts } from './banner.ts'
import type { ReusedServer } from './kept-server.ts'
import { chaosLine } from './chaos-line.ts'
import { listenError } from './listen-error.ts'
import { leaveCoverage } from './leave-coverage.ts'
import { logRequests } from './request-log.ts'
import { startOptions, type ServeSettings, type StartSettings } from './start-options.ts'
import type { StateFile } from './state-file.ts'
import type { StateKeeper } from './state-keeper.ts'
import { untilSignal } from './until-signal.ts'
import type { WorldWatch } from './world-watch.ts'
import { instanceOf } from '../../emulator/host/instance-of.ts'

/** Serves, prints the banner, and returns once a signal has stopped the server and the state is saved. */
export async function serve(settings: StartSettings, given: Io): Promise<void> {
  // Listen before the first output, because its reader may send a signal at once.
  const stopped = untilSignal(given.stopping)
  const lasting = given.lasting?.()
  const io = lasting ?? given
  try {
    await serveWhile(settings, io, stopped, async (server, shown) => {
      io.stdout.write(banner(server, shown))
      if (settings.open) await openInspector(`${server.controlUrl}/`, io)
      await stopped
    })
  } finally {
    await lasting?.end()
  }
}

/** Work during which a server runs. */
type Use<Result> = (server: RunningServer, shown: BannerFacts) => Promise<Result>

/**
 * Serves until `use` is done, and saves the state. Resolves to undefined if a signal came before the state was read.
 */
export async function serveWhile<Result>(
  settings: ServeSettings,
  io: Io,
  stopped: Promise<void>,
  use: Use<Result>,
): Promise<Result | undefined> {
  const opening = settings.state === undefined ? undefined : stateFile(settings.state)
  const file = await Promise.race([opening, ...(opening === undefined ? [] : [stopped])])
  if (opening !== undefined && file === undefined) {
    void opening.then((late) => late.release())
    return undefined
  }
  try {
    return await useServer(settings, io, file ?? undefined, use)
  } finally {
    await file?.release()
  }
}

async function useServer<Result>(
  settings: ServeSettings,
  io: Io,
  file: StateFile | undefined,
  use: Use<Result>,
): Promise<Result> {
  const state = await file?.read()
  const watched = settings.watch ? await watch(settings, io) : undefined
  try {
    const kept = file && (await openKept(file, settings, state, io, watched?.reading))
    const emulator = kept?.emulator ?? create(settings, await startOptions(settings, undefined, watched?.reading), io)
    const server = await listen(settings, emulator)
    let keeper: StateKeeper | undefined
    try {
      keeper = kept?.startKeeper()
      if (settings.log !== 'silent') logRequests(emulator, settings.log, io)
      watched?.follow(emulator, keeper)
      const { name: names, host, controlToken } = settings
      const shown = {
        loaded: kept?.lines ?? [],
        names: listFurtherNames(host, names),
        isTokenGiven: controlToken !== undefined,
      }
      if (server.ca === undefined) return await use(server, { ...shown, authority: undefined })
      const { withAuthorityFile } = await import('./tls-files.ts')
      return await withAuthorityFile(server.ca, (authority) => use(server, { ...shown, authority }))
    } finally {
      // No world starts again while its state is saved.
      watched?.close()
      await server.close()
      await keeper?.end()
      tellChaos(emulator, io)
      await leaveCoverage(io, () => [instanceOf(emulator).site.coverage()])
    }
  } finally {
    watched?.close()
  }
}

function tellChaos(emulator: Emulator, io: Io): void {
  const { host, site } = instanceOf(emulator)
  const line = chaosLine([host.world, ...site.worlds().map(([, each]) => each.host.world)])
  if (line !== undefined) writeNote(io, `svc-emulator: ${line}`)
}

async function openInspector(url: string, io: Io): Promise<void> {
  const { openBrowser } = await import('./open-browser.ts')
  openBrowser(url, () => writeNote(io, `svc-emulator: no browser could be opened; the inspector is at ${url}`))
}

async function watch(settings: ServeSettings, io: Io): Promise<WorldWatch> {
  const { WorldWatch } = await import('./world-watch.ts')
  return new WorldWatch(settings, io)
}

async function stateFile(file: string): Promise<StateFile> {
  const { openStateFile } = await import('./state-file.ts')
  return openStateFile(file)
}

async function openKept(
  file: StateFile,
  settings: ServeSettings,
  state: unknown,
  io: Io,
  reading: ((file: string) => void) | undefined,
): Promise<ReusedServer> {
  const { openKeptServer } = await import('./kept-server.ts')
  return openKeptServer({ file, settings, state, io, reading, create: (options) => create(settings, options, io) })
}

async function listen(settings: ServeSettings, emulator: Emulator): Promise<RunningServer> {
  const { port, host, controlToken, tlsCert, tlsKey, worlds, worldFrom, name: names, behindProxy } = settings
  const tls =
    tlsCert === undefined
      ? settings.tls
      : await (await import('./tls-files.ts')).tlsFiles({ cert: tlsCert, key: tlsKey! })
  try {
    instanceOf(emulator).site.idle = settings.idle
    return await serveEmulator(emulator, port, host, { controlToken, tls, worlds, worldFrom, names, behindProxy })
  } catch (error) {
    throw listenError(error, settings)
  }
}

function create({ explain, cors, journal }: ServeSettings, options: StartOptions, io: Io): Emulator {
  // `console.warn` would end the process if the reader of stderr has gone.
  const warn = (line: string): void => writeNote(io, line)
  return createEmulator({
    ...options,
    real: realTime,
    explain,
    cors,
    warn,
    trace: journal !== 'off',
    ...(journal !== undefined && { journal: journal === 'off' ? false : { size: journal } }),
  })
}

/** Reads the worlds that a server begins with: those that its state file keeps, or the start that the flags describe. */
import type { StartOptions } from '../../emulator/host/create-world.ts'
import type { Emulator } from '../../emulator/host/emulator.ts'
import { startFrom } from '../../emulator/host/start.ts'
import { instanceOf } from '../../emulator/host/instance-of.ts'
import type { BegunServer } from '../../emulator/host/kept/kept-server.ts'
import { readServer, restoreServer } from '../../emulator/host/kept/restore-server.ts'
import { RunOptions } from '../../emulator/host/kept/run-options.ts'
import { describeBegun, describesStart, refuseOtherStart } from './begun.ts'
import { startOptions, type ServeSettings } from './start-options.ts'

export interface Beginning {
  /** Options of the main world. */
  readonly options: StartOptions
  /** Start to keep; undefined where it is not known. */
  readonly begun: BegunServer | undefined
  /** The state of the file; undefined if there is none yet. */
  readonly state: unknown
  /** Real time at which the state was saved, where it tells. */
  readonly savedAt: string | undefined
  /** Start that `reset` goes back to, if the state does not know its own. */
  readonly start: StartOptions | undefined
}

/**
 * Reads what the flags describe, and compares it with the state.
 *
 * @throws ClientError for flags that describe another start than that of the state
 */
export async function readBeginning(
  settings: ServeSettings,
  file: string,
  state: unknown,
  reading?: (file: string) => void,
): Promise<Beginning> {
  if (state === undefined) {
    const options = await startOptions(settings, undefined, reading)
    return { options, begun: describeBegun(settings, options), state, savedAt: undefined, start: undefined }
  }
  const server = readServer(state)
  const { server: _server, ...main } = state as Readonly<Record<string, unknown>> & { readonly seed: number }
  const options = await startOptions(settings, main, reading)
  const loaded = { options, state, savedAt: server?.saved_at }
  if (!describesStart(settings)) return { ...loaded, begun: server?.begun, start: undefined }
  const said = await startOptions(settings, undefined, reading)
  const { seed } = main
  const start = said.state === undefined ? { ...said, seed } : said
  const begun = describeBegun(settings, server?.begun === undefined ? start : said)
  refuseOtherStart(file, server?.begun ?? { seed }, settings, begun)
  return server?.begun === undefined
    ? { ...loaded, begun, start }
    : { ...loaded, begun: server.begun, start: undefined }
}

/** Restores what the state keeps beside the main world. Returns the options of the run, which are not kept. */
export function restoreBeginning(emulator: Emulator, { options, state, start }: Beginning, now: number): RunOptions {
  const main = instanceOf(emulator)
  const run = new RunOptions(options)
  if (options.state === undefined) run.createdFrom(options, main.host.world, main.start.world)
  else restoreServer(main, state ?? withoutServer(options.state), { run, now })
  if (start !== undefined) {
    const began = startFrom(start)
    main.takeStarts(began, began)
  }
  return run
}

/** A state of `--from`, which gives its main world alone. */
function withoutServer(state: unknown): object {
  const { server: _server, ...main } = state as Readonly<Record<string, unknown>>
  return main
}

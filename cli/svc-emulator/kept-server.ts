import { realTime } from '../../emulator/engine/world/clock.ts'
import type { StartOptions } from '../../emulator/host/create-world.ts'
import { EmulatorError } from '../../emulator/engine/checking/emulator-error.ts'
import type { Emulator } from '../../emulator/host/emulator.ts'
import { readServer } from '../../emulator/host/kept/restore-server.ts'
import { instanceOf } from '../../emulator/host/instance-of.ts'
import { ServerSaving } from '../../emulator/host/kept/server-saving.ts'
import { findLeftOut } from '../../emulator/host/left-out.ts'
import type { Io } from '../shared/io.ts'
import { writeNote } from '../shared/output.ts'
import { readBeginning, restoreBeginning, type Beginning } from './beginning.ts'
import { describe } from './begun.ts'
import type { ServeSettings } from './start-options.ts'
import type { StateFile } from './state-file.ts'
import { StateKeeper } from './state-keeper.ts'

/** Milliseconds between two savings of `--state`, unless `--state-every` says otherwise. */
const STATE_EVERY_MS = 30_000

/** An emulator with the worlds of a state file. */
export interface ReusedServer {
  readonly emulator: Emulator
  /** Lines for the banner: what was loaded, from when, under which settings. */
  readonly lines: readonly string[]
  /** Begins to save. */
  startKeeper(): StateKeeper
}

interface Opening {
  readonly file: StateFile
  readonly settings: ServeSettings
  /** Content of the file. */
  readonly state: unknown
  readonly io: Io
  readonly reading: ((file: string) => void) | undefined
  readonly create: (options: StartOptions) => Emulator
}

/** Makes the worlds of a state file, or those of the flags where there is none yet. */
export async function openKeptServer({ file, settings, state, io, reading, create }: Opening): Promise<ReusedServer> {
  const name = settings.state!
  if (state !== undefined) naming(name, () => readServer(state))
  const beginning = await readBeginning(settings, name, state, reading)
  const [emulator, run] = naming(state === undefined ? undefined : name, () => {
    const created = create(beginning.options)
    return [created, restoreBeginning(created, beginning, realTime.now())]
  })
  return {
    emulator,
    lines: state === undefined ? describeEmpty(name, file) : describeLoaded(settings, beginning),
    startKeeper() {
      const note = (text: string): void => writeNote(io, `svc-emulator: ${text}`)
      const { begun } = beginning
      const now = (): number => realTime.now()
      const main = instanceOf(emulator)
      const saving = new ServerSaving(main, run)
      for (const { host } of [main, ...main.site.worlds().map(([, world]) => world)]) host.saving = saving
      const keeper = new StateKeeper(file, emulator, { loaded: state !== undefined, begun, run, note, saving, now })
      keeper.every(settings.stateEvery ?? STATE_EVERY_MS)
      return keeper
    },
  }
}

/** Calls a function. The error for what stands in a file begins with the file. */
function naming<T>(file: string | undefined, call: () => T): T {
  try {
    return call()
  } catch (error) {
    if (!(error instanceof EmulatorError) || file === undefined) throw error
    throw new EmulatorError(`--state ${file}: ${error.message}`)
  }
}

/** A file that was there, and held nothing: made by `touch`, or what is left of a state. */
function describeEmpty(name: string, file: StateFile): string[] {
  return file.isCurrent() ? [`${name} was empty: a new world begins, and is saved there`] : []
}

/** Flags that act on a loaded state. */
const actingFlags = [
  ['--unspecified', 'unspecified'],
  ['--otherwise', 'otherwise'],
  ['--broken', 'broken'],
  ['--clock', 'clock'],
  ['--delay', 'delay'],
  ['--rate-limit', 'rateLimit'],
  ['--chaos', 'chaos'],
  ['--bounds', 'bounds'],
] as const

function describeLoaded(settings: ServeSettings, { state, savedAt, begun, start }: Beginning): string[] {
  const beside = findLeftOut(state)
  const acting = actingFlags.flatMap(([flag, name]) => (settings[name] === undefined ? [] : [flag]))
  const saved = savedAt === undefined ? 'of one world' : `saved at ${savedAt}`
  return [
    `${settings.state}, ${saved}${beside === undefined ? '' : `, with ${beside}`}`,
    ...(begun === undefined ? ['a reset goes back to this state: it does not tell how it began'] : []),
    ...(begun !== undefined && start === undefined ? [`begun with ${describe(begun)}`] : []),
    ...(start === undefined
      ? []
      : ['a reset goes back to the start of this command line: the state does not tell its own']),
    ...(acting.length === 0 ? [] : [`for this run only: ${acting.join(', ')}`]),
  ]
}

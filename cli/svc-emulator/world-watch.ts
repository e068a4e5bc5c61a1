import type { Emulator } from '../../emulator/host/emulator.ts'
import { startFrom } from '../../emulator/host/start.ts'
import { instanceOf } from '../../emulator/host/instance-of.ts'
import { realTime } from '../../emulator/engine/world/clock.ts'
import { printable } from '../../emulator/engine/checking/printable.ts'
import type { Io } from '../shared/io.ts'
import { writeNote } from '../shared/output.ts'
import { startOptions, type ServeSettings } from './start-options.ts'
import type { StateKeeper } from './state-keeper.ts'
import { FileWatcher } from './watch.ts'
import { watchedFiles } from './watched-files.ts'

/** Restarts the world when one of its files changes. An invalid file leaves the world unchanged. */
export class WorldWatch {
  readonly #settings: ServeSettings
  readonly #io: Io
  readonly #files: FileWatcher
  #emulator: Emulator | undefined
  #keeper: StateKeeper | undefined
  /** Serializes restarts: the last change decides. */
  #started: Promise<void> = Promise.resolve()

  constructor(settings: ServeSettings, io: Io) {
    this.#settings = settings
    this.#io = io
    this.#files = new FileWatcher((names) => {
      this.#started = this.#started.then(() => this.#start(names))
    })
    // Included files are added when they are read.
    for (const file of watchedFiles(settings)) this.reading(file)
  }

  /** Watches a file of the world, even before it exists. */
  readonly reading = (file: string): void => this.#files.add(file)

  /** Restarts the world of this emulator. `keeper` keeps its new start. */
  follow(emulator: Emulator, keeper: StateKeeper | undefined): void {
    this.#emulator = emulator
    this.#keeper = keeper
  }

  close(): void {
    this.#emulator = undefined
    this.#files.close()
  }

  async #start(names: string): Promise<void> {
    const emulator = this.#emulator
    if (emulator === undefined) return
    try {
      const options = await startOptions(this.#settings, undefined, this.reading)
      const cause = { via: 'watch', unit: 'reload', did: `watch: ${printable(names)} changed` } as const
      instanceOf(emulator).switchTo(startFrom({ ...options, real: realTime }), cause)
      if (this.#keeper !== undefined) {
        const { describeBegun } = await import('./begun.ts')
        this.#keeper.begunAgain(describeBegun(this.#settings, options), options)
      }
      writeNote(this.#io, `svc-emulator: ${names} changed; the world starts again`)
    } catch (error) {
      writeNote(this.#io, `svc-emulator: ${names} changed, but the world stays as it was:\n${(error as Error).message}`)
    }
  }
}

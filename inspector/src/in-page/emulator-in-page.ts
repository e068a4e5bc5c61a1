import type { Emulator } from '../../../emulator/index.ts'
import { ControlSource } from '../source/control-source.ts'
import type { PageWorlds, Source } from '../source/source.ts'
import { emulatorWire } from './emulator-wire.ts'

/** An emulator in the page, and the worlds that were created beside its main one. */
export class EmulatorInPage implements PageWorlds {
  readonly record = undefined
  readonly worlds: Source[]
  readonly #emulator: Emulator

  /** `title` names the main world; `basePath` is the path below which the page asks it. */
  constructor(emulator: Emulator, title: string, basePath?: string) {
    this.#emulator = emulator
    this.worlds = [new ControlSource(emulatorWire(emulator), { title, page: this, basePath })]
  }

  /** The main world. */
  get main(): Source {
    return this.worlds[0]!
  }

  beside(_shown: Source, world: string): Source {
    const known = this.worlds.find((each) => each.world === world)
    if (known !== undefined) return known
    const source = new ControlSource(emulatorWire(this.#emulator, `/w/${world}`), { page: this })
    this.worlds.push(source)
    return source
  }

  forget(_shown: Source, world: string): void {
    const index = this.worlds.findIndex((each) => each.world === world)
    if (index >= 0) this.worlds.splice(index, 1)
  }
}

import { createEmulator, type Emulator, type EmulatorOptions } from '../../emulator/index.ts'
import { connectDirectly } from './socket.ts'
import { Api } from './suite.ts'

export interface Direct {
  readonly emulator: Emulator
  readonly api: Api
}

/** A fresh emulator and its API in process, for tests beside a unit. */
export function direct(options?: EmulatorOptions): Direct {
  const emulator = createEmulator(options)
  return {
    emulator,
    api: new Api(
      'http://127.0.0.1:4010/v1',
      (request) => emulator.fetch(request),
      async (as) => connectDirectly(emulator, as),
    ),
  }
}

/** The id of a record of the starter world, by its last two digits (`emulator/host/fixtures/starter.ts`). */
export function starterId(digits: string): string {
  return `00000000-0000-4000-8000-0000000000${digits}`
}

import { createEmulator, type Emulator, type EmulatorOptions } from '../../emulator/index.ts'
import { connectDirectly } from './socket.ts'
import { Api } from './api.ts'

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

/** Spells the id of a record of the starter world, or of none, by its last two digits. */
export function starterId(digits: string): string {
  return `00000000-0000-4000-8000-0000000000${digits}`
}

/** Ids of records in the starter world (`fixtures/starter.yaml`). */
export const starter = {
  user: { ada: starterId('a1'), ben: starterId('a2'), buildBot: starterId('b1'), oldBot: starterId('b2') },
  org: { acme: starterId('c1'), adaLab: starterId('c2'), benLab: starterId('c3') },
  blob: {
    weights: starterId('d1'),
    notes: starterId('d2'),
    draft: starterId('d3'),
    arriving: starterId('d4'),
    leaving: starterId('d5'),
  },
  revision: {
    committed: starterId('e1'),
    failedDelete: starterId('e2'),
    failedCommit: starterId('e3'),
    pending: starterId('e4'),
    belowCreatedBlob: starterId('e5'),
    belowDeletedBlob: starterId('e6'),
  },
} as const

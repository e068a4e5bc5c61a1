import { createEmulator, type Emulator, type EmulatorOptions } from '../../../emulator/index.ts'

/** Journal entries that a world of the page keeps. */
const JOURNAL_SIZE = 10_000

/** Creates an emulator for a page, with a trace, a long journal and real durations. */
export function createPageEmulator(options: Pick<EmulatorOptions, 'state' | 'scenario'> = {}): Emulator {
  return createEmulator({ ...options, trace: true, journal: { size: JOURNAL_SIZE }, real: performance })
}

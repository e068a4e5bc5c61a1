import { createEmulator } from '../../emulator/index.ts'

// The world of the fixture `large`, of which later ones share the tables, takes a second on a busy machine: made when this is imported,
// and not in the time of the test that asks for it first.
createEmulator({ fixtures: ['large'] })

import { defineConfig } from 'vitest/config'
import { chosen, usualCases } from './rooms.mjs'

export default defineConfig({
  test: {
    include: chosen().tests,
    // Hundreds of times what a test takes, so that a busy machine fails none; a mutant that hangs costs as much.
    testTimeout: 30_000,
    provide: { patience: 5_000 },
    env: { PROPERTY_CASES: String(chosen().cases ?? usualCases) },
    // As in vitest.config.ts.
    setupFiles: ['emulator/adapters/extras.ts'],
    globalSetup: ['tests/helpers/temporary-folder.ts'],
  },
})

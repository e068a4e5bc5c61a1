import { defineConfig } from 'vitest/config'
import { chosen } from './rooms.mjs'

export default defineConfig({
  test: {
    include: chosen().tests,
    // Hundreds of times what a test takes, so that a busy machine fails none; a mutant that hangs costs as much.
    testTimeout: 30_000,
    provide: { patience: 5_000 },
    // A fifth of the cases of a property: a mutant is looked for thousands of times.
    env: { PROPERTY_CASES: '0.2' },
    // As in vitest.config.ts.
    setupFiles: ['emulator/extras.ts'],
    globalSetup: ['scripts/test/temporary-folder.ts'],
  },
})

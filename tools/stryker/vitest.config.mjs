import { defineConfig } from 'vitest/config'
import { chosen } from './rooms.mjs'

export default defineConfig({
  test: {
    include: chosen().tests,
    isolate: false,
    testTimeout: 60_000,
    // As in vitest.config.ts.
    setupFiles: ['emulator/extras.ts'],
    provide: { patience: 50_000 },
    globalSetup: ['scripts/test/temporary-folder.ts'],
  },
})

import { defineConfig } from 'vitest/config'
import { chosen, rooms } from './stryker.config.mjs'

export default defineConfig({
  test: {
    include: chosen.flatMap((name) => rooms[name].tests),
    testTimeout: 20_000,
    globalSetup: ['scripts/test/temporary-folder.ts'],
  },
})

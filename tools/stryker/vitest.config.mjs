import { defineConfig } from 'vitest/config'

/** Unit tests beside the code, and the conformance suite in process. `STRYKER_TESTS` names others, parted by commas. */
const tests = process.env['STRYKER_TESTS']?.split(',') ?? [
  'emulator/service/**/*.test.ts',
  'tests/conformance/direct.test.ts',
]

export default defineConfig({
  test: {
    include: tests,
    // A mutant that hangs takes this long; a busy machine must fail no test.
    testTimeout: 30_000,
    globalSetup: ['tests/helpers/temporary-folder.ts'],
  },
})

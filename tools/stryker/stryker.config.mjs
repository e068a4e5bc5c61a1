// Mutation testing of the code: `npm run stryker`; a part of it: `STRYKER_ROOMS='access credentials' npm run stryker`.
import { createRequire } from 'node:module'

/** Code and the tests that answer for it. */
export const rooms = {
  access: { code: 'emulator/access', tests: ['emulator/access/**/*.test.ts', 'emulator/conformance/direct.test.ts'] },
  credentials: { code: 'cli/credentials', tests: ['cli/credentials/**/*.test.ts', 'cli/svc/**/*.test.ts', 'cli/svc-worker/{pin,start}.test.ts'] },
  world: { code: 'emulator/world', tests: ['emulator/world/**/*.test.ts', 'tests/model/*.test.ts', 'emulator/conformance/direct.test.ts'] },
  kernel: { code: 'emulator/kernel', tests: ['emulator/kernel/**/*.test.ts', 'tests/model/*.test.ts', 'emulator/conformance/direct.test.ts'] },
}
export const chosen = (process.env['STRYKER_ROOMS'] ?? Object.keys(rooms).join(' ')).split(' ')

/** @type {import('@stryker-mutator/api/core').PartialStrykerOptions} */
export default {
  plugins: [createRequire(import.meta.url).resolve('@stryker-mutator/vitest-runner')],
  testRunner: 'vitest',
  vitest: { configFile: 'tools/stryker/vitest.config.mjs', related: false },
  coverageAnalysis: 'perTest',
  mutate: chosen.flatMap((name) => [`${rooms[name].code}/**/*.ts`, `!${rooms[name].code}/**/*.test.ts`, `!${rooms[name].code}/**/testing.ts`]),
  ignorePatterns: ['dist', '.dist-*', 'coverage', 'docs', 'bench', 'tools/*/node_modules', 'tests/clients', 'tests/documents', 'tests/jest', 'examples'],
  // What a module does once, as it is loaded, would need every test for every mutant.
  ignoreStatic: true,
  // It would be rewritten with an interface that TypeScript 7 does not have, and nothing here reads it.
  tsconfigFile: 'none',
  tempDirName: '.stryker-tmp',
  reporters: ['clear-text', 'json'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  jsonReporter: { fileName: 'coverage/stryker.json' },
  concurrency: Number(process.env['STRYKER_CONCURRENCY'] ?? 1),
  timeoutMS: 20_000,
  thresholds: { high: 90, low: 85, break: 85 },
  allowEmpty: false,
}

// Mutation testing of the code, one part of a room at a time: `run.mjs` chooses it.
import { createRequire } from 'node:module'
import { chosen } from './rooms.mjs'

const { code } = chosen()

/** @type {import('@stryker-mutator/api/core').PartialStrykerOptions} */
export default {
  plugins: [createRequire(import.meta.url).resolve('@stryker-mutator/vitest-runner')],
  testRunner: 'vitest',
  vitest: { configFile: 'tools/stryker/vitest.config.mjs', related: false },
  coverageAnalysis: 'perTest',
  mutate: [`${code}/**/*.ts`, `!${code}/**/*.test.ts`, `!${code}/**/testing.ts`],
  ignorePatterns: ['/dist', '/.dist-*', '/coverage', '/docs', '/bench', 'tools/*/node_modules', '/tests/clients', '/tests/documents', '/tests/jest', '/examples'],
  // What a module does once, as it is loaded, would need every test for every mutant.
  ignoreStatic: true,
  // It would be rewritten with an interface that TypeScript 7 does not have, and nothing here reads it.
  tsconfigFile: 'none',
  tempDirName: '.stryker-tmp',
  reporters: ['progress-append-only', 'json'],
  jsonReporter: { fileName: 'coverage/stryker.json' },
  concurrency: Number(process.env['STRYKER_CONCURRENCY'] ?? 1),
  // A mutant that is slow because the machine is busy must not count as found.
  timeoutMS: 60_000,
}

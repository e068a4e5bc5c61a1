// Mutation testing of the code, one room at a time: `run.mjs` chooses it.
import { fileURLToPath } from 'node:url'
import { chosen } from './rooms.mjs'

const { code } = chosen()
const report = `coverage/stryker/${process.env['STRYKER_ROOM'].replaceAll('/', '-')}`

/** @type {import('@stryker-mutator/api/core').PartialStrykerOptions} */
export default {
  plugins: [fileURLToPath(new URL('runner/index.mjs', import.meta.url))],
  testRunner: 'kept',
  coverageAnalysis: 'perTest',
  mutate: [code.endsWith('.ts') ? code : `${code}/**/*.ts`, '!**/*.test.ts', '!**/testing.ts'],
  ignorePatterns: [
    '/.stryker-tmp',
    '/dist',
    '/.dist-*',
    '/coverage',
    '/docs',
    '/bench',
    '/inspector',
    '/examples',
    '/scenarios',
    '/tests',
    'tools/*/node_modules',
  ],
  // What a module does once, as it is loaded, would need every test for every mutant.
  ignoreStatic: true,
  // It would be rewritten with an interface that TypeScript 7 does not have, and nothing here reads it.
  tsconfigFile: 'none',
  tempDirName: `.stryker-tmp/${process.env['STRYKER_ROOM'].replaceAll('/', '-')}`,
  reporters: ['progress-append-only', 'json'],
  jsonReporter: { fileName: `${report}.json` },
  // A mutant whose code and tests are as they were is not run again; `--force` runs them all.
  incremental: true,
  incrementalFile: `${report}.incremental.json`,
  concurrency: Number(process.env['STRYKER_CONCURRENCY'] ?? 1),
  // Beside one and a half times what the tests take. A mutant that is slow because the machine is busy must not count as found.
  timeoutMS: 15_000,
}

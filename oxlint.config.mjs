import { defineConfig } from 'oxlint'
import { resources } from './tools/lint/floors.mjs'

/**
 * The rules of the house that a linter can see (CONTRIBUTING.md lists them).
 * When two overrides set one rule, the later replaces the earlier.
 */

const node = [
  'emulator/adapters/node/**',
  'emulator/adapters/testing/node-*.ts',
  'emulator/lab/{runners,subjects}/**',
  'emulator/lab/explore/finding-scenarios/**',
]
const tests = ['**/*.test.ts', '**/*.case.ts', 'tests/**', 'tools/bench/**', 'emulator/adapters/testing/sample/**']

function imports(...patterns) {
  return { 'no-restricted-imports': ['error', { patterns }] }
}

const noNode = {
  regex: '^node:',
  message:
    'Only adapters/node/, lab/runners/, lab/subjects/, the file reading of scenario/ and cli/ import node:. Everything else runs in a browser.',
}

const nounsOnly = resources.map((resource) => ({
  group: [`**/${resource}/**`, `!**/${resource}/${resource}.ts`],
  message: `A resource reaches another only through its noun file, here ${resource}/${resource}.ts.`,
}))

const repeatable = 'so that a run can be repeated.'
const time = `Use the clock of the world, ${repeatable}`
const chance = `Use the ids of the world, ${repeatable}`
const timers = ['setTimeout', 'setInterval', 'setImmediate']
const nodeGlobals = ['process', 'Buffer', 'global', '__dirname', '__filename', 'require'].map((name) => ({
  name,
  message: 'Not there in a browser.',
}))
const determinism = {
  'house/no-machine-date': 'error',
  'no-restricted-globals': ['error', ...timers.map((name) => ({ name, message: time })), ...nodeGlobals],
  'no-restricted-properties': [
    'error',
    { object: 'Date', property: 'now', message: time },
    { object: 'performance', property: 'now', message: time },
    { object: 'Math', property: 'random', message: chance },
    { object: 'crypto', property: 'randomUUID', message: chance },
    { object: 'crypto', property: 'getRandomValues', message: chance },
    ...timers.map((property) => ({ object: 'globalThis', property, message: time })),
  ],
}
const anyTime = { 'house/no-machine-date': 'off', 'no-restricted-properties': 'off' }

export default defineConfig({
  plugins: ['typescript', 'unicorn', 'oxc', 'import', 'vitest'],
  jsPlugins: ['./tools/lint/house-rules.mjs'],
  categories: { correctness: 'error' },
  // Written against types that its test makes first; checked by the TypeScript of its own folder.
  ignorePatterns: ['dist', '.dist-*', '/coverage', 'tests/clients/generated-client.ts', 'tests/jest/**'],
  rules: {
    'import/no-cycle': ['error', { ignoreTypes: false }],
    'house/no-cycle-through-calls': 'error',
    'house/comments-stand-alone': 'error',
    'import/no-default-export': 'error',
    'max-lines': ['error', { max: 250 }],
    'max-lines-per-function': ['warn', { max: 80, skipBlankLines: true, skipComments: true }],
    // `import()` types let a lazily loaded module be named without loading it.
    'typescript/consistent-type-imports': ['error', { disallowTypeAnnotations: false }],
    'no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true }],
    'typescript/no-explicit-any': 'error',
    // An unknown value in a message is written as well as can be.
    'typescript/no-base-to-string': 'off',
    // Interfaces here are met by objects of closures, which need no `this`.
    'typescript/unbound-method': 'off',
    // Control characters are what some of these expressions look for.
    'no-control-regex': 'off',
    // JSON Schema has a field of that name.
    'unicorn/no-thenable': 'off',
    'vitest/no-disabled-tests': 'error',
    'vitest/no-focused-tests': 'error',
    // Tests name a case by its data, and expect() need not be written out in a helper's caller.
    'vitest/expect-expect': 'off',
    'vitest/no-conditional-expect': 'off',
    'vitest/require-mock-type-parameters': 'off',
    'vitest/require-to-throw-message': 'off',
    'vitest/valid-title': 'off',
    // The second argument says what was compared.
    'vitest/valid-expect': ['error', { maxArgs: 2 }],
  },
  overrides: [
    { files: ['emulator/**', 'cli/**'], rules: { 'house/imports-go-down': 'error' } },
    { files: ['emulator/**', 'cli/**', 'inspector/**'], rules: { 'house/no-of-names': 'error' } },
    { files: ['emulator/**'], rules: imports(noNode) },
    { files: resources.map((resource) => `emulator/service/${resource}/**`), rules: imports(noNode, ...nounsOnly) },
    // Text that a person pastes into a program is checked by running it.
    { files: ['inspector/src/exchange/as-code.test.ts'], rules: { 'typescript/no-implied-eval': 'off' } },
    // The runner of node:test waits for what test() returns.
    { files: ['examples/node-test/**'], rules: { 'typescript/no-floating-promises': 'off' } },
    // Their `test` is that of svc-emulator/vitest.
    { files: ['examples/frameworks/**'], rules: { 'vitest/no-standalone-expect': 'off' } },
    { files: ['emulator/**'], rules: determinism },
    // Cases are run by the suite, and helpers of tests expect on behalf of their callers.
    { files: tests, rules: { 'vitest/no-standalone-expect': 'off' } },
    {
      files: ['emulator/engine/world/clock*.ts', 'emulator/engine/world/ids*.ts'],
      rules: { ...anyTime, 'no-restricted-globals': ['error', ...nodeGlobals] },
    },
    { files: ['inspector/src/**'], rules: { ...imports(noNode), 'no-restricted-globals': ['error', ...nodeGlobals] } },
    {
      files: [
        'emulator/adapters/**',
        'emulator/host/real-timers.ts',
        'emulator/lab/{runners,subjects}/**',
        'emulator/lab/explore/finding-scenarios/**',
      ],
      rules: { ...anyTime, 'no-restricted-globals': ['error', ...nodeGlobals] },
    },
    { files: node, rules: { 'no-restricted-imports': 'off', 'no-restricted-globals': 'off' } },
    { files: ['emulator/scenario/**'], rules: { 'no-restricted-imports': 'off' } },
    // A subject and a service run in real time.
    {
      files: ['emulator/lab/{engine,drift}/real-time.ts'],
      rules: { ...anyTime, 'no-restricted-globals': ['error', ...nodeGlobals] },
    },
    // A replay drives servers and programs in real time.
    { files: ['emulator/scenario/{run,targets,steps}/**'], rules: { ...anyTime, 'no-restricted-globals': 'off' } },
    {
      files: tests,
      rules: {
        // Tables of cases are long.
        'max-lines': ['error', { max: 420 }],
        ...anyTime,
        'no-restricted-imports': 'off',
        'no-restricted-globals': 'off',
        'max-lines-per-function': 'off',
      },
    },
    // A transport names what it cannot do, with the reason; those cases show as skipped.
    {
      files: ['tests/conformance/suite.ts'],
      rules: { 'vitest/no-disabled-tests': 'off', 'vitest/no-conditional-tests': 'off' },
    },
    { files: ['*.config.*', 'tools/**'], rules: { 'import/no-default-export': 'off' } },
  ],
})

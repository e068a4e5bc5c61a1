/**
 * Mutation testing of our own code: which changes of the code does no test notice?
 *
 *     npm ci --prefix tools/stryker
 *     npx --prefix tools/stryker stryker run tools/stryker/stryker.config.mjs --mutate 'emulator/service/access/*.ts'
 *
 * @type {import('@stryker-mutator/api/core').PartialStrykerOptions}
 */
export default {
  plugins: ['@stryker-mutator/vitest-runner'],
  testRunner: 'vitest',
  vitest: { configFile: 'tools/stryker/vitest.config.mjs' },
  mutate: ['emulator/service/access/*.ts', '!**/*.test.ts'],
  ignorePatterns: ['/dist', '/.dist-*', '/coverage', '/docs', '/inspector', '/examples', 'tools/*/node_modules'],
  // Code that runs once, when its module is loaded, would need every test for every mutant.
  ignoreStatic: true,
  // Stryker reads the configuration through an interface that TypeScript 7 does not have.
  tsconfigFile: 'none',
  reporters: ['progress-append-only', 'clear-text', 'html'],
  htmlReporter: { fileName: 'coverage/stryker.html' },
  timeoutMS: 15_000,
}

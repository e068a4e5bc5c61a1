/**
 * Every file of the package that a user can name, in one table. To add one: add a row (or write the source of a row that is
 * already here) and run `npm run build -- --sync`, which writes `exports` and `bin` of package.json from this table.
 *
 * `browser`: nothing reachable from the built file may import `node:` (checked by the build).
 * `apart`: built for itself, as it runs without the core; what it shared would be further files of the core.
 * `peer`: the optional package that the entry needs beside it; without one the entry imports in an empty project.
 */
export const libraryEntries = [
  { name: '.', out: 'index', source: 'emulator/index.ts', browser: true },
  { name: './msw', out: 'msw', source: 'emulator/transports/core/msw.ts', browser: true, peer: 'msw' },
  { name: './mock-socket', out: 'mock-socket', source: 'emulator/transports/core/mock-socket.ts', browser: true, peer: 'mock-socket' },
  { name: './data', out: 'data', source: 'emulator/transports/core/data.ts', browser: true, peer: '@msw/data' },
  { name: './server', out: 'server', source: 'emulator/transports/node/server.ts' },
  { name: './scenario', out: 'scenario', source: 'emulator/scenario/index.ts' },
  { name: './vitest', out: 'vitest', source: 'emulator/testing/vitest.ts', peer: 'vitest' },
  { name: './vitest/reporter', out: 'vitest-reporter', source: 'emulator/testing/node-vitest-reporter.ts', apart: true },
  { name: './playwright', out: 'playwright', source: 'emulator/testing/playwright.ts', peer: '@playwright/test' },
  { name: './playwright/reporter', out: 'playwright-reporter', source: 'emulator/testing/node-playwright-reporter.ts', apart: true },
]

/**
 * `core`: what reaches the part that most of the command's work needs, built into one file. `compiled`: by the word of the command
 * line, a line of which the build ships the compiled code; the first is taken where there is no word.
 */
export const commandEntries = [
  { name: 'svc', out: 'cli/svc', source: 'cli/svc/main.ts' },
  {
    name: 'svc-emulator', out: 'cli/svc-emulator', source: 'cli/svc-emulator/main.ts', core: 'cli/svc-emulator/serve.ts',
    compiled: { start: ['--port', '0', '--log', 'silent'], replay: ['--no-run'] },
  },
  { name: 'svc-worker', out: 'cli/svc-worker', source: 'cli/svc-worker/main.ts' },
]

/** `exports` of package.json for these entries. */
export function exportsOf(entries) {
  const rows = entries.map(({ name, out, source }) => [
    name,
    { types: `./dist/types/${source.replace(/\.ts$/, '.d.ts')}`, default: `./dist/${out}.js` },
  ])
  return { ...Object.fromEntries(rows), './package.json': './package.json' }
}

/** `bin` of package.json for these entries. */
export function binOf(entries) {
  return Object.fromEntries(entries.map(({ name, out }) => [name, `dist/${out}.js`]))
}

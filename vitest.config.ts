import { existsSync } from 'node:fs'
import { defineConfig } from 'vitest/config'

const ignored = ['**/node_modules/**', '**/dist/**', '**/.dist-*/**']

// What replaces globals (msw does) needs a worker of its own.
const replacesGlobals = 'emulator/{conformance,transports,testing}/**'

// Debian's own browser: none is downloaded. `npm run test:browser` insists on it.
const browsers = existsSync('/usr/bin/chromium') || process.argv.includes('browser')

// msw 3 needs Node 22: `npm run test:msw3` brings one.
const runsMsw3 = 'withResolvers' in Promise

export default defineConfig({
  test: {
    // Threads start faster than processes, which is what short tests spend their time on.
    pool: 'threads',
    // No test measures time: a busy machine needs patience, and a hanging test still ends.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['{emulator,cli,scripts,bench}/**/*.test.ts'],
          exclude: [...ignored, '**/*.{e2e,browser}.test.ts', replacesGlobals],
          // Nothing here touches globals, so the files of a worker share the modules they import: on two cores the imports,
          // not the tests, are the time. A test that needs a worker of its own belongs to another project.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'conformance',
          include: [`${replacesGlobals}/*.test.ts`],
          exclude: [...ignored, '**/*.{e2e,browser}.test.ts'],
        },
      },
      ...(runsMsw3
        ? [
            {
              extends: true as const,
              resolve: { alias: [{ find: /^msw(?=$|\/)/, replacement: 'msw3' }] },
              test: { name: 'msw3', include: [`${replacesGlobals}/*msw*.test.ts`], exclude: [...ignored, '**/*.{e2e,browser}.test.ts'] },
            },
          ]
        : []),
      ...(browsers
        ? [
            {
              extends: true as const,
              test: { name: 'browser', include: ['{emulator,tests}/**/*.browser.test.ts'], exclude: ignored, fileParallelism: false },
            },
          ]
        : []),
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['**/*.e2e.test.ts'],
          exclude: ignored,
          globalSetup: ['scripts/test/build-when-stale.ts'],
        },
      },
    ],
  },
})

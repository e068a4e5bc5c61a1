import { readFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'
import { unchangedTests } from './scripts/test/changed-tests.ts'

const ignored = ['**/node_modules/**', '**/dist/**', '**/.dist-*/**', ...(await unchangedTests(process.argv))]

// What replaces globals (msw does) needs a worker of its own.
const replacesGlobals = 'emulator/{conformance,transports,testing}/**'

// Only by name: `npm run test:browser`. The browser is Debian's own, none is downloaded.
const wantsBrowsers = process.argv.some((word) => /^(--project=)?(browser|chromium)$/.test(word))

// msw 3 needs Node 22: `npm run test:msw3` brings one.
const runsMsw3 = 'withResolvers' in Promise

/** What of the package is left out for browsers; in Node it has it. */
const setupFiles = ['emulator/extras.ts']

const serviceWorkerOfMsw = {
  name: 'service-worker-of-msw',
  configureServer({ middlewares }: { middlewares: { use(path: string, answer: (request: unknown, response: ServerResponse) => void): void } }) {
    middlewares.use('/mockServiceWorker.js', async (_, response) => {
      response.setHeader('content-type', 'text/javascript').end(await readFile('node_modules/msw/lib/mockServiceWorker.js'))
    })
  },
}

// The provider takes a second to load.
const inBrowsers = async () => [
  {
    extends: true as const,
    plugins: [serviceWorkerOfMsw],
    test: {
      name: 'chromium',
      setupFiles,
      include: ['{emulator,tests}/**/*.chromium.test.ts'],
      exclude: ignored,
      browser: {
        enabled: true,
        headless: true,
        screenshotFailures: false,
        provider: (await import('@vitest/browser-playwright')).playwright({ launchOptions: { executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] } }),
        instances: [{ browser: 'chromium' as const }],
      },
    },
  },
  {
    extends: true as const,
    test: { name: 'browser', include: ['{emulator,inspector,scripts,tests}/**/*.browser.test.ts'], exclude: ignored, fileParallelism: false, globalSetup: ['scripts/test/build-when-stale.ts'] },
  },
]

/** `npm run matrix` names other versions of the peers, which tools/matrix holds. */
const otherVersions = {
  name: 'other-versions',
  enforce: 'pre' as const,
  resolveId(this: { resolve(id: string, importer: string, options: object): unknown }, id: string) {
    const [, name, path = ''] = /^(msw|mock-socket)(\/.*)?$/.exec(id) ?? []
    const other = name === 'msw' ? process.env['MATRIX_MSW'] : name === 'mock-socket' ? process.env['MATRIX_MOCK_SOCKET'] : undefined
    return other && this.resolve(other + path, resolve('tools/matrix/package.json'), { skipSelf: true })
  },
}

export default defineConfig({
  plugins: process.env['MATRIX_MSW'] || process.env['MATRIX_MOCK_SOCKET'] ? [otherVersions] : [],
  test: {
    // Threads start faster than processes, which is what short tests spend their time on.
    pool: 'threads',
    // No test measures time: a busy machine needs patience, and a hanging test still ends. `until` waits as long. The tests of the
    // fixture set vitest's own defaults: nothing that it loads or starts may need more.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    globalSetup: ['scripts/test/temporary-folder.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          setupFiles,
          include: ['{emulator,cli,inspector,scripts,bench,tests/explore}/**/*.test.ts'],
          exclude: [...ignored, '**/*.{e2e,browser,chromium}.test.ts', replacesGlobals],
          // Nothing here touches globals, so the files of a worker share the modules they import: on two cores the imports,
          // not the tests, are the time. A test that needs a worker of its own belongs to another project.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'conformance',
          setupFiles,
          include: [`${replacesGlobals}/*.test.ts`],
          exclude: [...ignored, '**/*.{e2e,browser,chromium}.test.ts'],
        },
      },
      {
        extends: true,
        // Attacks from outside. Some replace a module to count what is done.
        test: { name: 'hostile', setupFiles, include: ['tests/{hostile,model}/*.test.ts'], exclude: ignored, globalSetup: ['scripts/test/build-when-stale.ts'] },
      },
      ...(runsMsw3
        ? [
            {
              extends: true as const,
              resolve: { alias: [{ find: /^msw(?=$|\/)/, replacement: 'msw3' }] },
              test: { name: 'msw3', setupFiles, include: [`${replacesGlobals}/*msw*.test.ts`], exclude: [...ignored, '**/*.{e2e,browser,chromium}.test.ts'] },
            },
          ]
        : []),
      // Has packages of its own: `npm run test:clients` installs them.
      ...(process.argv.some((word) => /^(--project=)?clients$/.test(word))
        ? [{ extends: true as const, test: { name: 'clients', include: ['tests/clients/*.test.ts'], exclude: [...ignored, '**/*.chromium.test.ts'] } }]
        : []),
      // Runs the built command under what `npm run test:runtimes` installs.
      ...(process.argv.some((word) => /^(--project=)?runtimes$/.test(word))
        ? [{ extends: true as const, test: { name: 'runtimes', include: ['tests/runtimes/*.test.ts'], exclude: ignored, globalSetup: ['scripts/test/build-when-stale.ts'] } }]
        : []),
      // As above: `npm run test:documents`.
      ...(process.argv.some((word) => /^(--project=)?documents$/.test(word))
        ? [{ extends: true as const, test: { name: 'documents', include: ['tests/documents/*.test.ts'], exclude: ignored, testTimeout: 300_000 } }]
        : []),
      ...(wantsBrowsers ? await inBrowsers() : []),
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

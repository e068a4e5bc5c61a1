import { readFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'
import { unchangedTests } from './tests/helpers/changed-tests.ts'

const ignored = ['**/node_modules/**', '**/dist/**', '**/.dist-*/**', ...(await unchangedTests(process.argv))]

// Tests that replace modules, extend vitest or start another need a worker of their own; so do those that tell which handler msw gives a socket to:
// msw keeps each link for as long as its process lives.
const replaces = [
  'emulator/adapters/testing/{explore-fixture,networks,networks-without-msw,node-vitest-reporter,vitest-*}.test.ts',
  'emulator/adapters/msw/msw-*.test.ts',
  'emulator/adapters/node/replace-file.test.ts',
  'tests/hostile/{bodies,documents}.test.ts',
]

// A minute or more by nature, or megabytes: what is installed as users install it, every block of the documents, a suite for each mutant, ten thousand
// steps, clients that wait until they are given up, two releases that read what the other wrote, servers that are killed again and again, peers that
// hang. `npm run test:long`.
const long = [
  'tests/conformance/mutants-by-transport.test.ts',
  'cli/svc-emulator/{against/against,check,explore,explore/save-findings,init,lab-table,shrink,mutate/mutate,mutate/kept-vitest,mutate/by-files,leans,questions/playwright,why}.e2e.test.ts',
  'tests/conformance/mutants.test.ts',
  'emulator/adapters/testing/without-msw.e2e.test.ts',
  'emulator/lab/drift/drift.test.ts',
  'emulator/lab/explore/release/compatible-changes.test.ts',
  'tests/distribution/action.e2e.test.ts',
  'tests/docs/docs.e2e.test.ts',
  'tests/drift-large.test.ts',
  'tools/write-citations.test.ts',
  'tests/model/*.test.ts',
  'tests/mutants/sample.test.ts',
  'tests/{leans,shrink,why}/*.test.ts',
  'tests/hostile/{files-full-disk,files-state,files-validate,long-answers,programs-end,record,signals}.test.ts',
  'tests/versions/two-releases.e2e.test.ts',
]

// Minutes each: every mutant before drift, our own clients under every failure, a start of vitest for each mutant.
// `npm run test:nightly`.
const nightly = [
  'tests/drift-{mutants,seeds}.test.ts',
  'tests/drift-breakages/sample.test.ts',
  'tests/explore/*.test.ts',
  'tests/otherwise/nightly-*.test.ts',
  'cli/svc-emulator/mutate/same-verdicts.e2e.test.ts',
]

const otherKinds = ['**/*.{e2e,browser,chromium}.test.ts']
const foldersOfOtherProjects = ['tests/{clients,documents,executable,hostile,jest,react-native,runtimes,site}/**']
const notAlone = [...ignored, ...otherKinds, ...foldersOfOtherProjects, ...replaces, ...long, ...nightly]

// Tests that run what is built.
const runsTheBuild = { globalSetup: ['tests/helpers/build-when-stale.ts'] }

// Minutes by nature are an hour on a machine in use: only a hang takes longer, and no test has a limit of its own.
const patient = { testTimeout: 3_600_000, hookTimeout: 600_000 }

// Some projects are there only by name: `npm run test:…` installs what they need. The browser is Debian's own, none is downloaded.
const wants = (name: string): boolean => process.argv.some((word) => word === name || word === `--project=${name}`)

const onDemand = (name: string, include: string[], more: object) =>
  wants(name) ? [{ extends: true as const, test: { name, include, exclude: ignored, ...more } }] : []

// The files of a worker share the modules they import: the imports, not the tests, would be the time. What they replace they put back.
const sharing = { isolate: false, setupFiles: ['tests/helpers/leaves-globals.ts'] }

const serviceWorkerOfMsw = {
  name: 'service-worker-of-msw',
  configureServer({
    middlewares,
  }: {
    middlewares: { use(path: string, answer: (request: unknown, response: ServerResponse) => void): void }
  }) {
    middlewares.use('/mockServiceWorker.js', async (_, response) => {
      response
        .setHeader('content-type', 'text/javascript')
        .end(await readFile('node_modules/msw/lib/mockServiceWorker.js'))
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
      include: ['{emulator,tests}/**/*.chromium.test.ts'],
      exclude: ignored,
      browser: {
        enabled: true,
        headless: true,
        screenshotFailures: false,
        provider: (await import('@vitest/browser-playwright')).playwright({
          launchOptions: { executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] },
        }),
        instances: [{ browser: 'chromium' as const }],
      },
    },
  },
  {
    extends: true as const,
    test: {
      name: 'browser',
      include: ['{emulator,inspector,tools,tests}/**/*.browser.test.ts'],
      exclude: ignored,
      fileParallelism: false,
      ...runsTheBuild,
    },
  },
]

/** `node tools/matrix.mjs` names other versions of the peers, which tools/matrix holds. */
const otherVersions = {
  name: 'other-versions',
  enforce: 'pre' as const,
  resolveId(this: { resolve(id: string, importer: string, options: object): unknown }, id: string) {
    const [, name, path = ''] = /^(msw|mock-socket)(\/.*)?$/.exec(id) ?? []
    const other =
      name === 'msw'
        ? process.env['MATRIX_MSW']
        : name === 'mock-socket'
          ? process.env['MATRIX_MOCK_SOCKET']
          : undefined
    return other && this.resolve(other + path, resolve('tools/matrix/package.json'), { skipSelf: true })
  },
}

const hasOtherVersions = Boolean(process.env['MATRIX_MSW'] || process.env['MATRIX_MOCK_SOCKET'])

export default defineConfig({
  plugins: hasOtherVersions ? [otherVersions] : [],
  test: {
    // Threads start faster than processes, which is what short tests spend their time on.
    pool: 'threads',
    // One more than there are processors: tests that wait for processes, or for vitest itself, leave theirs to others.
    maxWorkers: availableParallelism() + 1,
    // One limit for all, so generous that only a hang exceeds it on a busy machine.
    testTimeout: 60_000,
    hookTimeout: 600_000,
    // Keeps what was transformed, a tenth of the time of a run. It does not see of which version a module is that `otherVersions` names.
    experimental: { fsModuleCache: !hasOtherVersions },
    // A dot for each test, failures in full, a closing line.
    reporters: ['dot', ...(process.env['GITHUB_ACTIONS'] ? ['github-actions'] : [])],
    globalSetup: ['tests/helpers/temporary-folder.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          // Every test that is of no other project, so that a new folder is never left out.
          include: ['{emulator,cli,inspector,tools,tests}/**/*.test.ts'],
          exclude: notAlone,
          ...sharing,
        },
      },
      {
        extends: true,
        test: { name: 'isolated', include: replaces, exclude: [...ignored, ...otherKinds] },
      },
      {
        extends: true,
        test: { name: 'long', include: long, exclude: ignored, ...patient, ...sharing, ...runsTheBuild },
      },
      ...onDemand('nightly', nightly, { ...patient, ...sharing, ...runsTheBuild }),
      // Brings a newer Node, which msw 3 needs.
      ...(wants('msw3')
        ? [
            {
              extends: true as const,
              resolve: { alias: [{ find: /^msw(?=$|\/)/, replacement: 'msw3' }] },
              test: {
                name: 'msw3',
                include: ['{tests/conformance,emulator/adapters}/**/*msw*.test.ts'],
                exclude: [...ignored, ...otherKinds],
              },
            },
          ]
        : []),
      // Has packages of its own: `npm run test:clients` installs them.
      ...(wants('clients')
        ? [
            {
              extends: true as const,
              test: {
                name: 'clients',
                include: ['tests/clients/*.test.ts'],
                exclude: [...ignored, '**/*.chromium.test.ts'],
                ...patient,
                ...runsTheBuild,
                globalSetup: [],
              },
            },
          ]
        : []),
      // Runs the built command under what `npm run test:runtimes` installs.
      ...onDemand('runtimes', ['tests/runtimes/*.test.ts'], runsTheBuild),
      // Tries what `npm run test:executable` builds.
      ...onDemand('executable', ['tests/executable/*.test.ts'], runsTheBuild),
      // As above: `npm run test:documents`.
      ...onDemand('documents', ['tests/documents/*.test.ts'], patient),
      // As above: `npm run test:react-native`.
      ...onDemand('react-native', ['tests/react-native/*.test.ts'], { ...patient, ...runsTheBuild }),
      // Opens what `npm run site` built.
      ...onDemand('site', ['tests/site/*.test.ts'], {}),
      ...(wants('browser') || wants('chromium') ? await inBrowsers() : []),
      {
        extends: true,
        test: {
          name: 'e2e',
          // Attacks from outside are among them.
          include: ['**/*.e2e.test.ts', 'tests/hostile/*.test.ts'],
          exclude: [...ignored, ...long, ...nightly, ...replaces],
          ...sharing,
          ...runsTheBuild,
        },
      },
    ],
  },
})

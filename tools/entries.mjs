/**
 * Every file of the package that a user can name, in one table. To add one: add a row (or write the source of a row that is
 * already here) and run `npm run build -- --sync`, which writes `exports`, `bin` and their like of package.json from this table.
 *
 * `browser`: nothing reachable from the built file may import `node:` (checked by the build).
 * `node`: the file that Node imports in place of it.
 * `modulesOnly`: not built as CommonJS, which Jest alone needs: Node loads modules by `require`, too.
 * `peer`: the optional package that the entry needs beside it; without one the entry imports in an empty project.
 */
export const libraryEntries = [
  {
    name: '.',
    out: 'index',
    source: 'emulator/index.ts',
    browser: true,
  },
  {
    name: './msw',
    out: 'msw',
    source: 'emulator/adapters/msw/msw.ts',
    browser: true,
    peer: 'msw',
    node: { out: 'msw-node', source: 'emulator/adapters/node/msw.ts' },
  },
  {
    name: './mock-socket',
    out: 'mock-socket',
    source: 'emulator/adapters/mock-socket/mock-socket.ts',
    browser: true,
    peer: 'mock-socket',
  },
  { name: './data', out: 'data', source: 'emulator/adapters/data/data.ts', browser: true, peer: '@msw/data' },
  {
    name: './panel',
    out: 'panel',
    source: 'emulator/adapters/panel/panel.ts',
    browser: true,
    modulesOnly: true,
  },
  { name: './server', out: 'server', source: 'emulator/adapters/node/server.ts' },
  { name: './scenario', out: 'scenario', source: 'emulator/scenario/index.ts' },
  { name: './explore', out: 'explore', source: 'emulator/lab/index.ts', browser: true, modulesOnly: true },
  {
    name: './environment',
    out: 'environment',
    source: 'emulator/scenario/environment/index.ts',
    modulesOnly: true,
  },
  { name: './drift', out: 'drift', source: 'emulator/lab/drift/index.ts', modulesOnly: true },
  { name: './vitest', out: 'vitest', source: 'emulator/adapters/testing/vitest.ts', peer: 'vitest', modulesOnly: true },
  {
    name: './vitest/reporter',
    out: 'vitest-reporter',
    source: 'emulator/adapters/testing/node-vitest-reporter.ts',
    modulesOnly: true,
  },
  {
    name: './node-test',
    out: 'node-test',
    source: 'emulator/adapters/testing/node-failure-notes.ts',
    modulesOnly: true,
  },
  {
    name: './playwright',
    out: 'playwright',
    source: 'emulator/adapters/testing/playwright.ts',
    peer: '@playwright/test',
    modulesOnly: true,
  },
  {
    name: './playwright/reporter',
    out: 'playwright-reporter',
    source: 'emulator/adapters/testing/node-playwright-reporter.ts',
    modulesOnly: true,
  },
]

/** Commands; `out` is the file that npm links. */
export const commandEntries = [
  { name: 'svc', out: 'cli/svc', source: 'cli/svc/main.ts' },
  { name: 'svc-emulator', out: 'cli/svc-emulator', source: 'cli/svc-emulator/main.ts' },
  { name: 'svc-worker', out: 'cli/svc-worker', source: 'cli/svc-worker/main.ts' },
]

/** Programs that commands start, and files that they pass on: nothing imports them. */
export const programEntries = [{ out: 'lab/vitest-driver', source: 'emulator/lab/runners/vitest-driver.ts' }]

/**
 * Fields of package.json for these entries: `main`, `types` and `typesVersions` are for tools that do not read
 * `exports` (Jest before 28, TypeScript's `node10`).
 */
export function makeManifest(library, commands) {
  const commonJs = library.filter(({ modulesOnly }) => !modulesOnly)
  return {
    bin: Object.fromEntries(commands.map(({ name, out }) => [name, `dist/${out}.js`])),
    main: './dist/cjs/index.js',
    types: './dist/cjs/types/emulator/index.d.ts',
    typesVersions: {
      '*': Object.fromEntries(
        commonJs
          .filter(({ name }) => name !== '.')
          .map((entry) => [entry.name.slice(2), [typesPath(entry, 'dist/cjs')]]),
      ),
    },
    sideEffects: false,
    exports: {
      ...Object.fromEntries(library.map((entry) => [entry.name, makeConditions(entry)])),
      './package.json': './package.json',
    },
  }
}

/**
 * Conditions of an entry. `module-sync` is Node's name for modules that both `import` and `require` may load: a program
 * that does both then gets one copy. Tools that do not know it, such as Jest, get CommonJS by `require`.
 */
function makeConditions(entry) {
  const types = typesPath(entry, './dist')
  const modules = { types, default: `./dist/${entry.out}.js` }
  if (entry.modulesOnly) return modules
  return {
    // For `import` only: the file for Node awaits its peer, and `require` allows no top-level await.
    import:
      entry.node === undefined ? modules : { types, node: `./dist/${entry.node.out}.js`, default: modules.default },
    'module-sync': modules,
    require: { types: typesPath(entry, './dist/cjs'), default: `./dist/cjs/${entry.out}.js` },
  }
}

function typesPath({ source }, folder) {
  return `${folder}/types/${source.replace(/\.ts$/, '.d.ts')}`
}

import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** Runs a program that imports the package by its name, and gives what it prints as JSON. */
function run<T>(code: string): T {
  return JSON.parse(execFileSync(process.execPath, ['--input-type=module', '--eval', code], { encoding: 'utf8' })) as T
}

/** The files that Node reads for each of several imports, of which the first are made first. */
function readFor(...specifiers: string[]): string[][] {
  return run(`
    import { Session } from 'node:inspector'
    const session = new Session()
    const files = []
    session.connect()
    session.on('Debugger.scriptParsed', ({ params }) => { if (/^(file:|\\/)/.test(params.url)) files.at(-1).push(params.url) })
    for (const specifier of ${JSON.stringify(specifiers)}) {
      files.push([])
      if (files.length === 1) session.post('Debugger.enable')
      await import(specifier)
    }
    session.disconnect()
    console.log(JSON.stringify(files))`)
}

it('reads the parts of msw that it needs, and no GraphQL', () => {
  const [read = [], others = []] = readFor('svc-emulator/msw', 'msw')
  expect(read.filter((file) => file.includes('/node_modules/msw/lib/core/')).length).toBeGreaterThan(2)
  expect(read.filter((file) => /graphql/i.test(file))).toEqual([])
  expect(others.some((file) => /graphql/i.test(file))).toBe(true)
})

// Next.js, for one, bundles what runs on its server, and ends where it does not find `vitest`.
it('has bundlers leave to Node what a project need not have', () => {
  const loads = readdirSync('dist')
    .filter((name) => name.endsWith('.js'))
    .flatMap((name) =>
      // `import(${…})` is no code, but the text of a file that a command writes.
      [...readFileSync(`dist/${name}`, 'utf8').matchAll(/[^.\w]import\((?!\$\{)([^)]*)\)/g)].map(([, what = '']) =>
        what.trim(),
      ),
    )
  const elsewhere = loads.filter((what) => !/^["'](?:\.|node:)/.test(what))
  expect(elsewhere).not.toEqual([])
  expect(elsewhere.filter((what) => !what.includes('webpackIgnore: true'))).toEqual([])
})

it('has the schema of scenarios once for CommonJS, as the file of the package', () => {
  const library = readFileSync('dist/cjs/library.js', 'utf8')
  expect(library.includes('require("../../scenarios/scenario.schema.json")')).toBe(true)
})

it('is one library for import and for require of one program, and has every option, as CommonJS, too', () => {
  const options = [
    { broken: ['users.get.no-redaction'] },
    { trace: true },
    { settings: { unspecified: 'vary' } },
    { fixtures: ['large'] },
    { settings: { order: ['GET /users/me#1 is answered'] } },
  ]
  const seeds = [1, 1, 1, 1, 1]
  const found = run<{ schema: object }>(`
    import { createRequire } from 'node:module'
    import * as imported from 'svc-emulator'
    const require = createRequire(process.cwd() + '/x.js')
    const [required, commonjs] = [require('svc-emulator'), require('./dist/cjs/index.js')]
    const seeds = ({ createEmulator }) => ${JSON.stringify(options)}.map((each) => createEmulator(each).export().seed)
    const server = await require('./dist/cjs/server.js').startServer()
    console.log(JSON.stringify({
      isOne: required.Emulator === imported.Emulator,
      seeds: [imported, required, commonjs].map(seeds),
      schema: await (await fetch(server.controlUrl + '/scenario.schema.json')).json(),
    }))
    await server.close()`)
  expect(found).toEqual({
    isOne: true,
    seeds: [seeds, seeds, seeds],
    schema: JSON.parse(readFileSync('scenarios/scenario.schema.json', 'utf8')) as object,
  })
})

import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** Runs a program that imports the package by its name, and gives what it prints as JSON. */
function run<T>(code: string): T {
  return JSON.parse(execFileSync(process.execPath, ['--input-type=module', '--eval', code], { encoding: 'utf8' })) as T
}

/** The files that Node reads for an import. */
function readFor(specifier: string): string[] {
  return run(`
    import { Session } from 'node:inspector'
    const session = new Session()
    const files = []
    session.connect()
    session.on('Debugger.scriptParsed', ({ params }) => { if (/^(file:|\\/)/.test(params.url)) files.push(params.url) })
    session.post('Debugger.enable')
    await import(${JSON.stringify(specifier)})
    session.disconnect()
    console.log(JSON.stringify(files))`)
}

it('reads the parts of msw that it needs, and no GraphQL', () => {
  const read = readFor('svc-emulator/msw')
  expect(read.filter((file) => file.includes('/node_modules/msw/lib/core/')).length).toBeGreaterThan(2)
  expect(read.filter((file) => /graphql/i.test(file))).toEqual([])
  expect(readFor('msw').some((file) => /graphql/i.test(file))).toBe(true)
})

// Next.js, for one, bundles what runs on its server, and ends where it does not find `vitest`.
it('has bundlers leave to Node what a project need not have', () => {
  const loads = readdirSync('dist')
    .filter((name) => name.endsWith('.js'))
    .flatMap((name) =>
      [...readFileSync(`dist/${name}`, 'utf8').matchAll(/[^.\w]import\(([^)]*)\)/g)].map(([, what = '']) =>
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
  const served = run<object>(`
    import { createRequire } from 'node:module'
    const { startServer } = createRequire(process.cwd() + '/x.js')('./dist/cjs/server.js')
    const server = await startServer()
    console.log(await (await fetch(server.controlUrl + '/scenario.schema.json')).text())
    await server.close()`)
  expect(served).toEqual(JSON.parse(readFileSync('scenarios/scenario.schema.json', 'utf8')))
})

it('is one library for import and for require of one program', () => {
  expect(
    run(`
    import { createRequire } from 'node:module'
    import { Emulator } from 'svc-emulator'
    const required = createRequire(process.cwd() + '/x.js')('svc-emulator')
    console.log(JSON.stringify(required.Emulator === Emulator))`),
  ).toBe(true)
})

it.each([
  ['imported', `await import('svc-emulator')`],
  ['required', `require('svc-emulator')`],
  ['required as CommonJS', `require('./dist/cjs/index.js')`],
])('has every option, %s', (_, loaded) => {
  const options = [
    { broken: ['users.get.no-redaction'] },
    { trace: true },
    { settings: { unspecified: 'vary' } },
    { fixtures: ['large'] },
    { settings: { order: ['GET /users/me#1 is answered'] } },
  ]
  expect(
    run(`
    import { createRequire } from 'node:module'
    const require = createRequire(process.cwd() + '/x.js')
    const { createEmulator } = ${loaded}
    console.log(JSON.stringify(${JSON.stringify(options)}.map((each) => createEmulator(each).export().seed)))`),
  ).toEqual([1, 1, 1, 1, 1])
})

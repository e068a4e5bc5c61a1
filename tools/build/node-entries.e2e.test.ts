import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

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
  expect(elsewhere.some((what) => what.includes('vitest'))).toBe(true)
  expect(elsewhere.filter((what) => !what.includes('webpackIgnore: true'))).toEqual([])
})

it('begins with the world that the build filled', () => {
  const { same, given } = run<{ same: boolean; given: unknown }>(`
    import fs from 'node:fs'
    import { syncBuiltinESMExports } from 'node:module'
    const { readFileSync } = fs
    let given
    fs.readFileSync = (file, ...more) => {
      if (String(file).endsWith('starter-world.jsonl')) given = String(file).split('/').slice(-2).join('/')
      return readFileSync(file, ...more)
    }
    syncBuiltinESMExports()
    const { createEmulator } = await import('svc-emulator')
    const emulator = createEmulator()
    const { createEmulator: forBrowsers } = await import('./dist/index.js')
    console.log(JSON.stringify({ given, same: emulator instanceof (await import('./dist/index.js')).Emulator && forBrowsers === createEmulator }))`)
  expect(given).toBe('dist/starter-world.jsonl')
  expect(same).toBe(true)
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

describe('what browsers leave out', () => {
  const use = `
    const tryIt = (createEmulator, options) => { try { createEmulator(options); return 'there' } catch (error) { return error.message } }
    const all = (createEmulator) => [{ broken: ['users.get.no-redaction'] }, { trace: true }, { settings: { unspecified: 'vary' } }, { fixtures: ['large'] }, { settings: { order: ['GET /users/me#1 is answered'] } }].map((options) => tryIt(createEmulator, options))`
  const there = ['there', 'there', 'there', 'there', 'there']

  it.each([
    ['imported', `const { createEmulator } = await import('svc-emulator')`],
    [
      'required',
      `const { createEmulator } = (await import('node:module')).createRequire(process.cwd() + '/x.js')('svc-emulator')`,
    ],
    [
      'required as CommonJS',
      `const { createEmulator } = (await import('node:module')).createRequire(process.cwd() + '/x.js')('./dist/cjs/index.js')`,
    ],
    [
      'imported as for browsers, with the entry for it',
      `await import('svc-emulator/extras'); const { createEmulator } = await import('./dist/index.js')`,
    ],
  ])('is there in Node, %s', (_, load) => {
    expect(run(`${use}; ${load}; console.log(JSON.stringify(all(createEmulator)))`)).toEqual(there)
  })

  it('is refused with the import to add', () => {
    const hint = "needs a part of the emulator that browsers load only when asked to. Add: import 'svc-emulator/extras'"
    expect(
      run(
        `${use}; const { createEmulator } = await import('./dist/index.js'); console.log(JSON.stringify(all(createEmulator)))`,
      ),
    ).toEqual(
      ['`broken`', '`trace`', '`unspecified: warn`, `refuse` or `vary`', 'the fixture `large`', '`settings.order`'].map(
        (what) => `${what} ${hint}`,
      ),
    )
  })

  it('refuses a matcher with the import to add, where it is asked for', () => {
    const asked = `
      const emulator = createEmulator()
      const told = (ask) => { try { ask(); return 'there' } catch (error) { return error.message } }
      console.log(JSON.stringify([
        told(() => emulator.verify({ params: { name: { contains: 'x' } } }, { times: 0 })),
        told(() => emulator.verify({ params: { name: 'x' } }, { times: 0 })),
        told(() => emulator.triggers.add({ when: { endpoint: '*', params: { tags: [{ not: 'x' }] } }, do: { drop: true } })),
        told(() => emulator.triggers.add({ when: { endpoint: '*', params: { tags: ['x'] } }, do: { drop: true } })),
      ]))`
    const hint = "needs a part of the emulator that browsers load only when asked to. Add: import 'svc-emulator/extras'"
    expect(run(`const { createEmulator } = await import('./dist/index.js'); ${asked}`)).toEqual([
      `the matcher \`contains\` ${hint}`,
      'there',
      `the matcher \`not\` ${hint}`,
      'there',
    ])
    expect(
      run(`await import('svc-emulator/extras'); const { createEmulator } = await import('./dist/index.js'); ${asked}`),
    ).toEqual(['there', 'there', 'there', 'there'])
  })
})

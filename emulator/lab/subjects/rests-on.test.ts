import { describe, expect, it } from 'vitest'
import { compareRests, withTests, type RestsOn } from './rests-on.ts'

const texts: Record<string, string> = {
  'a.test.ts': "import './own.ts'",
  'b.test.ts': "import './client.ts'",
  'c.test.ts': "import { spawn } from 'node:child_process'",
  'own.ts': '',
  'client.ts': '',
  'package.json': '{}',
}
const modules = new Map([
  ['a.test.ts', ['a.test.ts', 'own.ts']],
  ['b.test.ts', ['b.test.ts', 'client.ts']],
  ['c.test.ts', ['c.test.ts']],
])

/** Digests of a suite of three files, after changes of files: undefined deletes one. */
async function restOn(changes: Readonly<Record<string, string | undefined>> = {}, imports = modules): Promise<RestsOn> {
  const files = Object.entries({ ...texts, ...changes }).filter(([, text]) => text !== undefined)
  const whole: RestsOn = {
    question: 'mutate',
    release: '1.0.0',
    command: 'c',
    world: 'w',
    settings: {},
    key: 'k',
    files: Object.fromEntries(files.map(([name, text]) => [name, `digest of ${text}`])),
  }
  return withTests(whole, imports, async (path) => changes[path] ?? texts[path]!)
}

/** Test files of which verdicts stand after changes; `all`: of those that all decided. */
function listStanding({ stands }: ReturnType<typeof compareRests>): string[] {
  return [...modules.keys(), 'all'].filter((name) => stands(name === 'all' ? undefined : [name]))
}

describe('compareRests', () => {
  it('keeps all where nothing changed', async () => {
    const compared = compareRests(await restOn(), await restOn())
    expect(compared.changes).toEqual([])
    expect(listStanding(compared)).toEqual(['a.test.ts', 'b.test.ts', 'c.test.ts', 'all'])
  })

  it.each<[string, Record<string, string | undefined>, string[]]>([
    ['a test file', { 'b.test.ts': "import './client.ts' // changed" }, ['a.test.ts']],
    ['a module that one test imports', { 'client.ts': 'changed' }, ['a.test.ts']],
    ['a test file alone that starts programs', { 'c.test.ts': "import 'child_process'" }, ['a.test.ts', 'b.test.ts']],
    ['a file that nothing imports', { 'package.json': 'changed' }, []],
    ['a new file that nothing imports', { 'new.json': '' }, []],
    ['a file that is gone', { 'package.json': undefined }, []],
  ])('after a change of %s', async (_, changes, standing) => {
    const compared = compareRests(await restOn(), await restOn(changes))
    expect(compared.changes).toEqual([`${Object.keys(changes)[0]} changed`])
    expect(listStanding(compared)).toEqual(standing)
  })

  it('asks a test again that imports another module now, or one that any test may have read', async () => {
    const imports = new Map([...modules, ['a.test.ts', ['a.test.ts', 'own.ts', 'client.ts']]])
    expect(listStanding(compareRests(await restOn(), await restOn({}, imports)))).toEqual(['b.test.ts', 'c.test.ts'])
    const without = new Map([...modules, ['b.test.ts', ['b.test.ts']]])
    expect(listStanding(compareRests(await restOn({}, without), await restOn({ 'client.ts': 'changed' })))).toEqual([])
  })

  it('keeps nothing of a runner that did not say what tests import, after any change', async () => {
    const { modules: own = {}, tests: _, ...rest } = await restOn()
    const known = { ...rest, files: { ...rest.files, ...own } }
    expect(listStanding(compareRests(known, await restOn({ 'own.ts': 'changed' })))).toEqual([])
  })

  it.each<[string, Partial<RestsOn>]>([
    ['svc-emulator was 0.9.0', { release: '0.9.0' }],
    ['the command is another one', { command: 'other' }],
    ['the world is another one', { world: 'other' }],
    ['the setting default_limit changed', { settings: { default_limit: 'other' } }],
    ['the key is another one', { key: 'other' }],
    ['own.ts changed during those runs', { changed: 'own.ts' }],
  ])('keeps nothing where %s', async (what, earlier) => {
    const now = await restOn()
    const compared = compareRests({ ...now, ...earlier }, now)
    expect(compared.changes).toEqual([what])
    expect(listStanding(compared)).toEqual([])
  })
})

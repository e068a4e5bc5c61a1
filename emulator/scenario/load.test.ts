import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { EmulatorError } from '../engine/checking/emulator-error.ts'
import { loadScenario, readScenario } from './load.ts'
import { describe as prose } from '../engine/checking/problems.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-scenario-'))
})
afterEach(() => rm(folder, { recursive: true }))

async function write(name: string, text: string): Promise<string> {
  const file = join(folder, name)
  await writeFile(file, text)
  return file
}

async function refusal(source: string | object): Promise<string[]> {
  const error = await loadScenario(source).then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(EmulatorError)
  return (error as EmulatorError).message.replaceAll(`${folder}/`, '').split('\n')
}

it('reads a file with fixtures by name and by path, what they include first, each once', async () => {
  await write('base.yaml', 'fixture: 1\nname: base\nrecords: { orgs: [{ alias: base-org }] }\n')
  await write('mine.json', JSON.stringify({ fixture: 1, name: 'mine', includes: ['./base.yaml', 'starter'] }))
  const file = await write(
    's.yaml',
    'scenario: 1\nname: s\nabout: x\nworld:\n  fixtures: [./mine.json, ./base.yaml, large]\n',
  )
  const { fixtures, scenario } = await loadScenario(file)
  expect(scenario.name).toBe('s')
  expect(fixtures.map(({ name }) => name)).toEqual(['base', 'starter', 'mine', 'large'])
})

it('starts from the starter world, and takes a document', async () => {
  const { fixtures, file } = await loadScenario({ scenario: 1, name: 's', about: 'x' })
  expect(fixtures.map(({ name }) => name)).toEqual(['starter'])
  expect(file).toBeUndefined()
  expect((await loadScenario({ scenario: 1, name: 's', about: 'x', world: { fixtures: [] } })).fixtures).toEqual([])
})

it('names every problem with file, line and column, in the order of the file', async () => {
  await write('bad.yaml', 'fixture: 1\nname: bad\nrecord: {}\n')
  const file = await write(
    's.yaml',
    [
      'scenario: 1',
      'name: s',
      'about: x',
      'world:',
      '  fixtures: [startr, ./bad.yaml, ./gone.yaml]',
      'stepz: []',
      'steps:',
      '  - http: GET /users/me',
      '    expects: {}',
      '',
    ].join('\n'),
  )
  expect(await refusal(file)).toEqual([
    "bad.yaml:3:1 record: unknown field, did you mean 'records'?",
    "s.yaml:5:14 world.fixtures[0]: unknown fixture 'startr' (known: starter, large; a path ends in .yaml, .yml or .json), did you mean 'starter'?",
    's.yaml:5:34 world.fixtures[2]: there is no file gone.yaml',
    expect.stringMatching(/^s\.yaml:6:1 stepz: unknown field/),
    "s.yaml:9:5 steps[0].expects: unknown field, did you mean 'expect'?",
  ])
})

it.each<[string, string]>([
  ['a: 1\na: 2\n', 's.yaml:2:1 a: the key is given twice'],
  ['a: [1\n', 's.yaml:2:1 '],
  ['', 's.yaml:1:1 expected a scenario, got nothing'],
])('a file of %j', async (text, expected) => {
  expect((await refusal(await write('s.yaml', text)))[0]).toContain(expected)
})

it('files that cannot be read, and unknown names', async () => {
  await write('real.yaml', '')
  expect(await refusal(join(folder, 'reel.yaml'))).toEqual(["there is no file reel.yaml, did you mean 'real.yaml'?"])
  expect((await refusal('no-such-scenario'))[0]).toMatch(/^unknown scenario 'no-such-scenario'/)
  expect(await refusal('large')).toEqual([
    "'large' is a fixture, expected a scenario: npx svc-emulator start --fixtures large",
  ])
  expect(await refusal({ scenario: 1, name: 's', about: 'x', world: { fixtures: ['null-cursor'] } })).toEqual([
    "world.fixtures[0]: 'null-cursor' is a scenario, expected a fixture",
  ])
  expect((await refusal(`${folder}/`))[0]).toMatch(/is a directory/)
})

it('names the shipped scenario that a file name means', async () => {
  await expect(loadScenario('scenarios/null-cursor.yml')).rejects.toThrow(
    "there is no file scenarios/null-cursor.yml, did you mean the shipped scenario 'null-cursor'?",
  )
})

it('refuses options that it does not have', async () => {
  await expect(loadScenario('null-cursor', { fixture: [] } as object)).rejects.toThrow(
    "fixture: loadScenario has no such option, did you mean 'fixtures'?",
  )
})

it('gives problems as a value too', async () => {
  const { scenario, problems } = await readScenario({ scenario: 1, name: 's', about: '' })
  expect(scenario).toBeUndefined()
  expect(problems.map(prose)).toEqual(['about: expected at least one character'])
})

it('reads a shipped scenario in a folder by its name', async () => {
  const { scenario } = await loadScenario('client/whoami')
  expect(scenario.name).toBe('client-whoami')
})

/** Every object that can be reached from a value. */
function* objectsIn(value: unknown): Generator<object> {
  if (typeof value !== 'object' || value === null) return
  yield value
  for (const each of Object.values(value)) yield* objectsIn(each)
}

it.each(['modified-cursor', 'filter-after-budget'])(
  'gives %s frozen all the way down, so that no test changes it for the next',
  async (name) => {
    const loaded = await loadScenario(name)
    expect([...objectsIn(loaded)].filter((each) => !Object.isFrozen(each))).toEqual([])
    const before = JSON.stringify(loaded)
    expect(() => Object.assign(loaded.scenario, { triggers: [] })).toThrow(TypeError)
    expect(() => (loaded.scenario.steps as unknown[]).push({ http: 'GET /nothing' })).toThrow(TypeError)
    expect(() => Object.assign(loaded.fixtures[0]!.records!['orgs']![0]!, { alias: 'other' })).toThrow(TypeError)
    expect(JSON.stringify(await loadScenario(name))).toBe(before)
  },
)

it('takes a copy of a document and of given fixtures: what changes in them later enters nothing', async () => {
  const document = {
    scenario: 1,
    name: 's',
    about: 'x',
    world: { fixtures: ['mine'], records: { orgs: [{ alias: 'one' }] } },
  }
  const mine = { fixture: 1, name: 'mine', records: { orgs: [{ alias: 'mine' }] } } as const
  const loaded = await loadScenario(document, { fixtures: [mine] })
  document.world.records.orgs.push({ alias: 'two', nothing: 1 } as never)
  Object.assign(mine.records.orgs[0], { alias: 'changed' })
  expect(loaded.scenario.world?.records?.['orgs']).toEqual([{ alias: 'one' }])
  expect(loaded.fixtures[0]!.records!['orgs']).toEqual([{ alias: 'mine' }])
})

it('refuses a document that holds what is no data', async () => {
  expect(
    await refusal({
      scenario: 1,
      name: 's',
      about: 'x',
      steps: [{ http: 'GET /users/me', expect: { body: { at: () => 1 } } }],
    }),
  ).toEqual([expect.stringContaining('a document holds data alone')])
})

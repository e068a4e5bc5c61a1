import { expect, it, vi } from 'vitest'
import { createEmulator, type Emulator, type EmulatorOptions } from '../index.ts'

it.each<[object | string, string]>([
  [{ fixture: 'starter' }, "fixture: createEmulator has no such option, did you mean 'fixtures'?"],
  [
    { xyz: 1 },
    'xyz: createEmulator has no such option (known: scenario, fixtures, seed, settings, facts, broken, state, start, clock, delay, rateLimit, chaos, bounds, real, progress, explain, cors, journal, trace, beside, warn)',
  ],
  [{ toString: 1 }, 'toString: createEmulator has no such option'],
  [{ fixtures: 'starter' }, 'fixtures: expected a list of names of fixtures, or of documents, got string "starter"'],
  [
    { fixtures: ['./team.yaml'] },
    "fixtures: './team.yaml' is a path, and no files are read here. Load it: createEmulator({ scenario: await loadScenario({ scenario: 1, name: 'mine', world: { fixtures: ['./team.yaml'] } }) }), from 'svc-emulator/scenario'",
  ],
  [{ fixtures: ['big'] }, "unknown fixture 'big' (known: starter, large)"],
  [{ fixtures: ['startr'] }, "unknown fixture 'startr', did you mean 'starter'?"],
  [{ fixtures: [{ records: {} }] }, 'name: missing, expected a text'],
  [
    { fixtures: [{ fixture: 1, name: 'mine', recrds: {} }] },
    "recrds: a fixture has no such option, did you mean 'records'?",
  ],
  [{ fixtures: ['starter', { fixture: 1, name: 'starter' }] }, "two fixtures are called 'starter'"],
  [
    { scenario: 'null-cursor' },
    'scenario: expected what `await loadScenario(…)` of \'svc-emulator/scenario\' gives, got string "null-cursor"',
  ],
  [
    { scenario: Promise.resolve() },
    "scenario: expected what `await loadScenario(…)` of 'svc-emulator/scenario' gives, got a promise (is an `await` missing?)",
  ],
  [
    { seed: '1', clock: 'fake' },
    "seed: expected an integer, got string \"1\"\nclock: expected 'virtual', 'real', or a rate such as '60x', got string \"fake\"",
  ],
  [
    { unspecified: 'warn' },
    'unspecified: createEmulator has no such option: it is a setting, settings: { unspecified }',
  ],
  [
    { state: {}, seed: 9, fixtures: ['starter'] },
    'fixtures, seed: a state is a world that has begun, with its records, seed and time; leave out these options, or the state',
  ],
  [{ state: {}, start: 0 }, 'start: a state is a world that has begun'],
  [{ start: null }, 'start: expected an ISO 8601 time, or milliseconds since 1970, got null'],
  [{ real: Date }, 'real: expected an object with a function `now`, got function'],
  [
    { facts: 'facts.yaml' },
    'facts: expected the result of `await loadFacts(…)` of \'svc-emulator/scenario\', got string "facts.yaml"',
  ],
  [{ journal: 10 }, 'journal: expected true, false or an object, got number 10'],
  [{ journal: { siez: 10 } }, "journal.siez: createEmulator has no such option, did you mean 'size'?"],
  [{ journal: { size: '10', bytes: 0 } }, 'journal.size: expected a positive integer, got string "10"'],
  ['starter', 'createEmulator: expected an object of options, got string "starter"'],
])('createEmulator(%j) is refused: %s', (options, message) => {
  expect(() => createEmulator(options as EmulatorOptions)).toThrow(
    expect.objectContaining({ name: 'EmulatorError', message: expect.stringContaining(message) as string }),
  )
})

it('an option that is undefined is not given', () => {
  const none = { seed: undefined, journal: undefined, scenario: undefined } as unknown as EmulatorOptions
  expect(createEmulator(none).world.users.size).toBe(4)
})

it.each<[string, (emulator: Emulator) => unknown, string]>([
  [
    'fork',
    (emulator) => emulator.fork({ form: 'start' } as object),
    "form: fork has no such option, did you mean 'from'?",
  ],
  [
    'fork',
    (emulator) => emulator.fork({ from: 'now' as 'start' }),
    "from: expected 'start' or 'current', got string \"now\"",
  ],
  ['restore', (emulator) => emulator.restore({} as never), 'restore: expected the result of snapshot(), got an object'],
  [
    'restore',
    (emulator) => emulator.restore(undefined as never),
    'restore: expected the result of snapshot(), got nothing',
  ],
  [
    'restore',
    (emulator) => emulator.restore(JSON.parse(JSON.stringify(emulator.snapshot())) as never),
    'restore: expected the result of snapshot(), got an object',
  ],
  [
    'restore',
    (emulator) => emulator.restore({ tables: [] } as never),
    'restore: expected the result of snapshot(), got an object',
  ],
  [
    'verify',
    (emulator) => emulator.verify({}, { time: 1 } as object),
    "time: verify has no such option, did you mean 'times'?",
  ],
  ['verify', (emulator) => emulator.verify({}, { times: 'once' as never }), 'times: expected'],
  [
    'verify',
    (emulator) => emulator.verify({}, { at_last: 1 } as object),
    'at_last: verify has no such option: write times: { at_least: … }',
  ],
  [
    'get',
    (emulator) => emulator.world.users.get({ alias: 'ada' } as never),
    'expected an id or an alias, got an object',
  ],
  [
    'list',
    (emulator) => emulator.world.users.list({ aliass: 'ada' } as object),
    "aliass: unknown field, did you mean 'alias'?",
  ],
  [
    'list',
    (emulator) => emulator.world.users.list('ada' as never),
    'expected fields of the records that are meant, got string "ada"',
  ],
])('%s refuses what it cannot take, and changes nothing', (_, act, message) => {
  const emulator = createEmulator()
  const before = emulator.snapshot()
  expect(() => act(emulator)).toThrow(message)
  expect(emulator.snapshot()).toEqual(before)
})

it('follows the time of the machine with a real clock', () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const [still, real] = [createEmulator(), createEmulator({ clock: 'real' })]
  vi.advanceTimersByTime(5_000)
  const later = [still, real].map(({ clock }) => clock.now() - Date.UTC(2026, 0, 1))
  vi.useRealTimers()
  expect(later).toEqual([0, 5_000])
})

it('fetches a path alone', async () => {
  const emulator = createEmulator()
  const response = await emulator.fetch('/v1/users/me', { headers: { 'x-api-key': 'svc-key-ada-admin' } })
  expect(await response.json()).toMatchObject({ user: { alias: 'ada' } })
})

it('applies settings to a state that it starts from', () => {
  const state = createEmulator({ seed: 9, settings: { node_ms: 7, unspecified: 'warn' } }).export()
  const { settings, seed } = createEmulator({ state, settings: { unspecified: 'refuse' } }).export()
  expect([settings.unspecified, settings.node_ms, seed]).toEqual(['refuse', 7, 9])
})

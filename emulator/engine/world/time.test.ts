import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { controlOf } from '../../../tests/helpers/control.ts'
import { sourceFiles } from '../../../tests/helpers/source-files.ts'
import { hostOf } from '../../host/instance-of.ts'
import { createEmulator } from '../../host/emulator.ts'
import { loadScenario } from '../../scenario/load.ts'
import { play } from '../../scenario/replay.ts'
import { InProcessTarget } from '../../scenario/targets/in-process.ts'
import { kinds } from '../matching/matcher-words.ts'
import { exportState } from './export.ts'
import { importState } from './import.ts'
import { timeProblem } from './time.ts'

const times = [
  ['2026-01-02T00:00:00Z', '2026-01-02T00:00:00.000Z'],
  ['2026-01-02T23:59:59.123456Z', '2026-01-02T23:59:59.123Z'],
  ['2026-01-02T00:00:00.5+00:00', '2026-01-02T00:00:00.500Z'],
  ['2026-01-02T00:30:00+02:00', '2026-01-01T22:30:00.000Z'],
  ['2026-01-02T00:00:00-11:30', '2026-01-02T11:30:00.000Z'],
] as const

const noTimes = [
  ['2026-02-29T00:00:00Z', 'expected a day and hour that exist, such as 2026-01-01T12:00:00Z'],
  ['2026-02-30T00:00:00Z', 'expected a day and hour that exist'],
  ['2026-04-31T00:00:00+02:00', 'expected a day and hour that exist'],
  ['2100-02-29T00:00:00Z', 'expected a day and hour that exist'],
  ['2026-13-01T00:00:00Z', 'expected a day and hour that exist'],
  ['2026-02-28T24:00:00Z', 'expected a day and hour that exist'],
  ['2026-02-28T00:00:00+25:00', 'expected a day and hour that exist'],
  ['2026-02-28T00:00:00', 'expected an ISO 8601 time with its zone, such as 2026-01-01T12:00:00Z'],
  ['2026-02-28 00:00:00Z', 'expected an ISO 8601 time with its zone'],
  ['2026-02-28', 'expected an ISO 8601 time with its zone'],
  ['tomorrow', 'expected an ISO 8601 time with its zone'],
] as const

const head = { scenario: 1, name: 'times' } as const

/** Places in which people write a time: each gives the time in UTC that the emulator then shows. */
const doors: Readonly<Record<string, (time: string) => string | Promise<string>>> = {
  async 'the clock of the control API'(set) {
    const { status, body } = await controlOf().post('/clock', { set })
    if (status !== 200) throw new Error(body.message)
    return body.now
  },
  'createEmulator({ start })': (start) => shown(createEmulator({ start })),
  'world.clock of a scenario': async (clock) => shown(createEmulator({ scenario: await scenario({ clock }) })),
  async 'a clock step'(set) {
    const emulator = createEmulator()
    await play(await scenario({}, [{ clock: { set } }]), new InProcessTarget(emulator))
    return shown(emulator)
  },
  'a record of a fixture': async (created_at) => {
    const records = { users: [{ alias: 'zoe', created_at }] }
    return createEmulator({ scenario: await scenario({ records }) }).world.users.get('zoe')!.created_at
  },
  'an inserted record': (created_at) => createEmulator().world.users.insert({ alias: 'zoe', created_at }).created_at,
  'an updated record': (created_at) => createEmulator().world.users.update('ada', { created_at }).created_at,
  'fields that a record is looked up by'(created_at) {
    const { users } = createEmulator().world
    users.insert({ alias: 'zoe', created_at })
    return users.list({ created_at })[0]!.created_at
  },
  'a record of an imported state'(created_at) {
    const state = JSON.parse(JSON.stringify(exportState(hostOf(createEmulator()).world)))
    const [, ada] = state.tables.users[0]
    ada.created_at = created_at
    return (importState(state).table('users')!.get(ada.id) as unknown as typeof ada).created_at
  },
}

function shown(emulator: { readonly clock: { now(): number } }): string {
  return new Date(emulator.clock.now()).toISOString()
}

function scenario(world: object, steps: readonly object[] = []) {
  return loadScenario({ ...head, world, steps })
}

describe.each(Object.entries(doors))('%s', (_, at) => {
  it.each(times)('takes %s', async (given, utc) => expect(await at(given)).toBe(utc))
  it.each(noTimes)('refuses %s', async (given, problem) =>
    expect(Promise.resolve().then(() => at(given))).rejects.toThrow(problem),
  )
})

describe('between', () => {
  const within = (from: string, to: string) =>
    loadScenario({
      ...head,
      triggers: [{ when: { endpoint: '*', between: [from, to] }, do: { fail: { error: 'limit_exceeded' } } }],
      steps: [],
    })

  it('compares instants', async () => {
    await within('2026-01-01T01:00:00+02:00', '2026-01-01T00:00:00Z')
    await expect(within('2026-01-01T01:00:00Z', '2026-01-01T02:00:00+02:00')).rejects.toThrow('nothing lies between')
  })
  it.each(noTimes)('refuses %s', async (given, problem) =>
    expect(within('2025-01-01T00:00:00Z', given)).rejects.toThrow(problem),
  )
})

describe('the matcher iso8601', () => {
  it('takes UTC alone, as the specification says of answers', () => {
    for (const [given, utc] of times) {
      expect(kinds.iso8601[1](given)).toBe(given.endsWith('Z'))
      expect(kinds.iso8601[1](utc)).toBe(true)
    }
    for (const [given] of noTimes) expect(kinds.iso8601[1](given)).toBe(false)
  })
})

it('says that world time ends with the year 9999', () => {
  expect(timeProblem('+010000-01-01T00:00:00Z')).toBe('world time ends with the year 9999')
})

/** Files that read or make a `Date` by themselves, and why. */
const readers: Readonly<Record<string, string>> = {
  'emulator/engine/world/time.ts': 'the reader',
  'emulator/engine/world/clock.ts': 'writes a time',
  'emulator/engine/journal/har.ts': 'an entry of the journal, which the emulator wrote',
  'emulator/engine/checking/retry-after.ts': 'HTTP dates',
  'emulator/lab/drift/facts/times.ts': 'answers of another service are read leniently',
  'emulator/lab/drift/target.ts': 'HTTP dates',
  'emulator/lab/drift/ask-and-judge.ts': 'HTTP dates',
  'emulator/adapters/node/tls/certificates.ts': 'writes a time',
  'cli/credentials/file-lock.ts': 'a time of a file',
}

it('is read in no other place', () => {
  const found = ['emulator', 'cli']
    .flatMap(sourceFiles)
    .filter((file) => /\bDate\.parse\(|\bnew Date\((?!\))/.test(withoutComments(readFileSync(file, 'utf8'))))
  expect(found.toSorted()).toEqual(Object.keys(readers).toSorted())
})

function withoutComments(source: string): string {
  return source.replace(/^\s*(?:\/?\*|\/\/).*$/gm, '')
}

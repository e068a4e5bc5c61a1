import { beforeAll, describe, expect, it } from 'vitest'
import { createEmulator, type Emulator } from '../../host/emulator.ts'
import { hostOf } from '../../host/instance-of.ts'
import { VERSION } from '../../contract/version.ts'
import { stateText } from './export.ts'
import { STATE_VERSION, type ExportedState } from './exported-state.ts'

const state = () =>
  JSON.parse(JSON.stringify(createEmulator().export())) as ExportedState & {
    tables: Record<string, [number, Record<string, unknown>][]>
  }
const importing = (change: (exported: ReturnType<typeof state>) => void) => () => {
  const exported = state()
  change(exported)
  return createEmulator({ state: exported })
}

describe('an exported state', () => {
  it('makes an emulator that exports the same', () => {
    const exported = state()
    expect(createEmulator({ state: exported }).export()).toEqual(exported)
  })

  it.each(['tables', 'settings'])('with a list in place of its %s is refused', (field) => {
    expect(() => createEmulator({ state: { ...state(), [field]: [] } })).toThrow(`${field}: expected object, got an`)
  })

  it.each(['limits', 'statuses'])('with a list in place of settings.%s is refused', (field) => {
    const expected = `${field}: expected object, got an empty array`
    const settings = { ...state().settings, [field]: [] }
    expect(() => createEmulator({ state: { ...state(), settings } as never })).toThrow(expected)
    expect(() => createEmulator({ settings: { [field]: [] } as never })).toThrow(expected)
  })

  it('carries binary content', () => {
    const emulator = createEmulator()
    const [revision] = emulator.world.revisions.list()
    emulator.world.models.insert({ revision_id: revision!.id, data: new Uint8Array([0, 127, 128, 255]) })
    const again = createEmulator({ state: JSON.parse(JSON.stringify(emulator.export())) })
    expect([...again.world.models.list().at(-1)!.data]).toEqual([0, 127, 128, 255])
  })

  it('goes on where it was: positions that were used are not used again, and work that was due falls due', async () => {
    const emulator = createEmulator()
    const headers = { 'x-api-key': 'svc-key-ada-admin', 'content-type': 'application/json' }
    await emulator.fetch('/v1/blobs/acme', { method: 'POST', headers, body: '{"alias":"logs","type":"text"}' })
    emulator.world.users.delete(emulator.world.users.insert({ alias: 'gone' }).id)
    const exported = emulator.export()
    const again = createEmulator({ state: JSON.parse(JSON.stringify(exported)) })
    expect(again.export()).toEqual(exported)
    const [before, after] = [emulator, again].map((each) => {
      const due = hostOf(each).world.state.nextDue
      each.clock.advance('1h')
      return { due, operations: each.world.operations.list().map(({ status }) => status), state: each.export() }
    })
    expect(after).toEqual(before)
    expect(after!.operations.at(-1)).toBe('succeeded')
    const nothing = createEmulator({ fixtures: [] })
    expect(hostOf(createEmulator({ state: nothing.export() })).world.state.nextDue).toBe(Infinity)
  })

  it('is not what was imported, which nobody can change through it', () => {
    const emulator = createEmulator()
    emulator.triggers.add({ when: { endpoint: '*' }, do: [{ delay: '1s' }] })
    const exported = JSON.parse(JSON.stringify(emulator.export())) as ExportedState
    const again = createEmulator({ state: exported })
    ;(exported.triggers.entries[0]!.trigger as { when: { endpoint: string } }).when.endpoint = 'GET'
    expect(again.export()).toEqual(emulator.export())
  })

  it.each([
    [
      'nothing of a state',
      (e) => {
        delete (e as Partial<typeof e>).svc_emulator_state
      },
      'not a state: expected what export() gives or --state writes, an object with svc_emulator_state; got an object',
    ],
    [
      'a table of no world',
      (e) => {
        e.tables['user'] = []
      },
      "tables.user: unknown table, did you mean 'users'?",
    ],
    [
      'another version',
      (e) => {
        ;(e as { svc_emulator_state: number }).svc_emulator_state = STATE_VERSION + 1
      },
      `this state was written by svc-emulator ${VERSION} and has version ${STATE_VERSION + 1}; svc-emulator ${VERSION} reads version ${STATE_VERSION}. Use the release that wrote it.`,
    ],
    [
      'another version of an unknown release',
      (e) => {
        Object.assign(e, { svc_emulator_state: STATE_VERSION + 1, release: 7 })
      },
      `this state was written by another release and has version ${STATE_VERSION + 1}`,
    ],
    [
      'a record that misses a field',
      (e) => {
        delete e.tables['users']![0]![1]['name']
      },
      'name: missing',
    ],
    [
      'a record twice',
      (e) => {
        e.tables['users']!.push([100_000, e.tables['users']![0]![1]])
      },
      "another record of 'users' has the id",
    ],
    [
      'an alias that a user has',
      (e) => {
        e.tables['orgs']![0]![1]['alias'] = 'ada'
      },
      "the user 'ada' has this alias",
    ],
    [
      'two records at one position',
      (e) => {
        e.tables['users']![1]![0] = e.tables['users']![0]![0]
      },
      'two records have the position',
    ],
    [
      'a key of nobody',
      (e) => {
        e.tables['users']!.shift()
      },
      "there is no user '00000000-0000-4000-8000-0000000000a1'",
    ],
    [
      'a broken file',
      (e) => {
        const [revision] = e.tables['revisions']![0]!.slice(1) as [{ id: string }]
        e.tables['models'] = [
          [
            100_000,
            {
              id: '00000000-0000-4000-8000-00000000ffff',
              revision_id: revision.id,
              data: { base64: '***' },
              parameters: {},
              created_at: '2026-01-01T00:00:00.000Z',
            },
          ],
        ]
      },
      'data.base64: expected base64',
    ],
    [
      'a clock beyond all time',
      (e) => {
        e.now_ms = 1e300
      },
      'now_ms',
    ],
    [
      'a seed that is none',
      (e) => {
        e.seed = 1.5
      },
      'seed',
    ],
  ] satisfies [string, (exported: ReturnType<typeof state>) => void, string][])(
    'with %s is refused',
    (_, change, message) => {
      expect(importing(change)).toThrow(message)
    },
  )
})

describe('a large state', () => {
  let large: Emulator
  beforeAll(() => {
    large = createEmulator({ fixtures: ['large'] })
  })

  it('is the same in pieces', () => {
    const pieces = [...stateText(hostOf(large).world.fork())]
    expect(pieces.join('')).toBe(JSON.stringify(large.export()))
    expect(Math.max(...pieces.map((piece) => piece.length))).toBeLessThan(200_000)
  })
})

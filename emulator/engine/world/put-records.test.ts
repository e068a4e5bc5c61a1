import { describe, expect, it } from 'vitest'
import { completeRecord } from '../../../tests/helpers/complete-record.ts'
import { putRecords, type Exported } from './put-records.ts'
import { blobs } from './tables/blobs.ts'
import { orgs } from './tables/orgs.ts'
import { users } from './tables/users.ts'
import { createWorld } from './world.ts'

const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
const at = '2026-01-01T00:00:00.000Z'
const user = (n: number, fields = {}) => completeRecord(users, { id: id(n), alias: `u-${n}`, ...fields })
const org = (n: number, fields = {}) => completeRecord(orgs, { id: id(n), name: 'x', alias: `o-${n}`, ...fields })
const blob = (n: number, orgId: string) => completeRecord(blobs, { id: id(n), org_id: orgId, alias: `b-${n}` })

function putProblems(exported: object): string[] {
  return putRecords(createWorld(), exported as Exported).map(
    ({ path, message, nearMiss }) => `${path.join('.')}: ${message}${nearMiss === undefined ? '' : ` (${nearMiss})`}`,
  )
}

describe('exported records', () => {
  it('are put at their positions, whatever order the file has', () => {
    const world = createWorld()
    expect(
      putRecords(world, {
        orgs: [
          [9, org(2)],
          [0, org(1)],
        ],
        users: [[4, user(3)]],
      }),
    ).toEqual([])
    expect(Array.from(world.orgs.rows(), ({ seq, record }) => [seq, record.id])).toEqual([
      [0, id(1)],
      [9, id(2)],
    ])
    expect([world.users.row(id(3))!.seq, world.state.seq]).toEqual([4, 10])
  })

  it('of a row that has the form of none are refused, all at once', () => {
    const rows = [
      [-1, org(1)],
      [1.5, org(2)],
      ['2', org(3)],
      [3],
      [4, org(5), 6],
      [5, []],
      [6, null],
      [7, {}],
      [8, { id: 9 }],
      'x',
      null,
    ]
    const places = putProblems({ orgs: rows, users: [[0, user(10)]] })
    expect(new Set(places.map((place) => place.split(/[.:]/).slice(0, 3).join('.')))).toEqual(
      new Set(rows.map((_, n) => `tables.orgs.${n}`)),
    )
    expect(putProblems({ orgs: [[4, org(5), 6]] })).toEqual([
      'tables.orgs.0: expected [position, record] and nothing behind them',
    ])
    expect(putProblems({ orgs: [[Number.MAX_SAFE_INTEGER, org(1)]], metadata: undefined })).toEqual([])
  })

  it('of unknown tables are refused, with the one that was meant', () => {
    expect(putProblems({ org: [], quux: [], orgs: [[0, org(1)]] })).toEqual([
      'tables.org: unknown table (orgs)',
      'tables.quux: unknown table',
    ])
  })

  it('are looked at up to fifty that are wrong', () => {
    const more = 'and perhaps more: no more than 50 mistakes are looked for'
    expect(putProblems({ orgs: Array(49).fill([0]) })).toHaveLength(49)
    expect(putProblems({ orgs: Array(50).fill(7) })).toHaveLength(50)
    const forms = putProblems({ orgs: Array(60).fill(7), users: [7] })
    expect([forms.length, forms.at(-1)]).toEqual([51, `: ${more}`])
    expect(putProblems({ users: Array.from({ length: 60 }, (_, n) => [n, user(n, { type: 'robot' })]) })).toHaveLength(
      50,
    )
    expect(putProblems({ blobs: Array.from({ length: 60 }, (_, n) => [n, blob(n, id(999))]) })).toHaveLength(50)
  })

  it('must not stand in one place, name what is not there, or take what another has', () => {
    expect(putProblems({ users: [[3, user(1)]], orgs: [[3, org(2)]] })).toEqual([
      `tables.orgs.${id(2)}: two records have the position 3`,
    ])
    expect(
      putProblems({
        orgs: [[0, org(1)]],
        blobs: [
          [1, blob(2, id(1))],
          [2, blob(3, id(2))],
        ],
        users: [[3, user(4, { owner_user_id: id(1) })]],
      }),
    ).toEqual([
      `tables.blobs.${id(3)}.org_id: there is no org '${id(2)}'`,
      `tables.users.${id(4)}.owner_user_id: there is no user '${id(1)}'`,
    ])
    expect(putProblems({ users: [[0, user(1)]], orgs: [[1, org(2, { alias: 'u-1' })]] })).toEqual([
      `tables.orgs.${id(2)}.alias: the user 'u-1' has this alias: users, organizations and blobs share one space of aliases (A-64)`,
    ])
    expect(
      putProblems({
        users: [
          [0, user(1)],
          [1, user(1, { alias: 'other' })],
        ],
      }),
    ).toEqual([`tables.users.${id(1)}.id: another record of 'users' has the id '${id(1)}'`])
  })

  it('hold bytes as base64 where their table holds bytes', () => {
    const revision = {
      id: id(3),
      blob_id: id(2),
      number: 1,
      phase: 'draft',
      status: 'ready',
      failed_operation: null,
      note: null,
      created_at: at,
    }
    const model = (base64: string) => ({
      id: id(4),
      revision_id: id(3),
      data: { base64 },
      parameters: {},
      created_at: at,
    })
    const exported = (base64: string) => ({
      orgs: [[0, org(1)]],
      blobs: [[1, blob(2, id(1))]],
      revisions: [[2, revision]],
      models: [[3, model(base64)]],
    })
    const world = createWorld()
    expect(putRecords(world, exported('AH8=') as unknown as Exported)).toEqual([])
    expect([...world.models.get(id(4))!.data]).toEqual([0, 127])
    expect(putProblems(exported('*'))).toEqual([`tables.models.${id(4)}.data.base64: expected base64`])
  })

  it('are told by the kind of each mistake', () => {
    const kinds = (exported: object) =>
      putRecords(createWorld(), exported as Exported).map(({ kind, expected }) => [kind, expected?.slice(0, 20)])
    expect(kinds({ org: [] })).toEqual([['unknown', 'one of users, orgs, ']])
    expect(kinds({ users: [[3, user(1)]], orgs: [[3, org(2)]] })).toEqual([['value', undefined]])
    expect(kinds({ users: [[0, user(1, { owner_user_id: id(7) })]] })).toEqual([['reference', 'an id or an alias']])
    expect(
      kinds({
        users: [
          [0, user(1)],
          [1, user(2, { alias: 'u-1' })],
        ],
      }),
    ).toEqual([['value', undefined]])
  })

  it('name a record of the kind that they say', () => {
    const entry = (n: number, target: string) => ({
      id: id(n),
      target,
      target_id: id(2),
      alias: 'a',
      key: `k-${n}`,
      value: { base64: '*' },
      created_at: at,
    })
    const files = { orgs: [[0, org(1)]], blobs: [[1, blob(2, id(1))]] }
    expect(putProblems({ ...files, metadata: [[2, entry(3, 'blob')]] })).toEqual([])
    expect(putProblems({ ...files, metadata: [[2, entry(3, 'revision')]] })).toEqual([
      `tables.metadata.${id(3)}.target_id: there is no revision '${id(2)}'`,
    ])
  })
})

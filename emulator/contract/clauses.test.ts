import { describe, expect, test } from 'vitest'
import { assumptions } from './assumptions.ts'
import { clauses, findCurrentId } from './clauses.ts'
import { type ErrorCode, type ErrorRow, errors, rpcCode } from './errors.ts'
import { compareVersions, CONTRACT_VERSION } from './version.ts'

const repeated = (values: readonly string[]) => values.filter((value, at) => values.indexOf(value) !== at)
const clauseIds: readonly string[] = clauses.map(({ id }) => id)
const assumptionIds: readonly string[] = assumptions.map(({ id }) => id)

describe('clauses', () => {
  test('number well over 150', () => expect(clauses.length).toBeGreaterThan(250))

  test('have unique ids', () => expect(repeated(clauseIds)).toEqual([]))

  test('have dotted kebab-case ids', () => {
    const kebab = /^[a-z][a-z0-9]*(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)+$/
    expect(clauseIds.filter((id) => !kebab.test(id))).toEqual([])
  })

  test('have unique statements of one sentence', () => {
    const statements = clauses.map(({ statement }) => statement)
    expect(repeated(statements)).toEqual([])
    expect(statements.filter((text) => !/^[A-Z].*\.$/.test(text) || /[.;] [A-Z]/.test(text))).toEqual([])
  })

  test('speak of the client exactly when their id does', () => {
    const odd = clauses.filter(({ id, wire }) => /^(client|worker)\./.test(id) !== (wire === 'client'))
    expect(odd).toEqual([])
  })
})

describe('histories of clauses', () => {
  const earlier = clauses.flatMap(({ was = [] }) => was)
  const versions = clauses.flatMap(({ since = '1.0.0', until = '1.0.0' }) => [since, until])

  test('give no id to a second sentence', () => expect(repeated([...clauseIds, ...earlier])).toEqual([]))

  test('lead from each id that there ever was to the one of today', () => {
    for (const { id, was = [] } of clauses) expect([id, ...was].map(findCurrentId)).toEqual([id, ...was].map(() => id))
    expect(findCurrentId('gone.long-ago')).toBeUndefined()
  })

  test('are told in versions of the contract, which have three numbers', () => {
    expect([CONTRACT_VERSION, ...versions].filter((version) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([])
  })

  test('have an effect only of a change, and a change only up to this version', () => {
    expect(clauses.filter(({ effect, since }) => effect !== undefined && since === undefined)).toEqual([])
    expect(clauses.filter(({ since = '1.0.0' }) => compareVersions(since, CONTRACT_VERSION) > 0)).toEqual([])
    expect(clauses.filter(({ until }) => until !== undefined && compareVersions(until, CONTRACT_VERSION) <= 0)).toEqual(
      [],
    )
  })
})

describe('errors', () => {
  const rows = Object.entries(errors) as [ErrorCode, ErrorRow][]

  test.each(rows)('%s names a source that exists and reads as a sentence', (_code, row) => {
    expect([...clauseIds, ...assumptionIds, 'emulator']).toContain(row.source)
    expect(row.message).toMatch(/^[A-Z].*[.>]$/)
  })

  test('take their RPC code by A-57', () => {
    const other = rows.map(([code]) => [code, rpcCode(code)]).filter(([, rpc]) => rpc !== -32000)
    expect(other).toEqual([
      ['invalid_request_body', -32602],
      ['invalid_cursor', -32602],
      ['invalid_limit', -32602],
      ['internal_error', -32603],
    ])
  })

  test('take the statuses of A-6 where the specification gives none', () => {
    const statuses = Object.fromEntries(rows.map(([code, row]) => [code, row.status]))
    expect(statuses).toMatchObject({
      invalid_request_body: 400,
      invalid_cursor: 400,
      invalid_limit: 400,
      invalid_blob_type: 400,
      graph_traversal_limit_exceeded: 400,
      limit_exceeded: 403,
    })
  })
})

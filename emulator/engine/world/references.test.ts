import { describe, expect, it } from 'vitest'
import { loadRecords } from './load.ts'
import type { Problem } from '../checking/problems.ts'
import { resolveReferences, spellOut } from './references.ts'
import type { TableDefinition } from './definition.ts'
import { tables } from './tables/index.ts'
import { createWorld } from './world.ts'

const world = createWorld()
loadRecords(world, {
  records: {
    revisions: [{ blob: 'notes' }],
    users: [{ alias: 'ada' }],
    orgs: [{ alias: 'acme' }],
    blobs: [{ alias: 'notes', org: 'acme' }],
    members: [{ user: 'ada', target: 'org', target_id: 'acme' }],
  },
})
const [ada, acme, notes] = [world.users.find('ada')!.id, world.orgs.find('acme')!.id, world.blobs.find('notes')!.id]
const nobody = '00000000-0000-4000-8000-0000000000ff'
const definition = (name: keyof typeof tables) => tables[name] as unknown as TableDefinition

describe('fields under their own names', () => {
  it.each<[keyof typeof tables, Record<string, unknown>, Record<string, unknown>]>([
    ['blobs', { org: 'acme', alias: 'x' }, { org_id: 'acme', alias: 'x' }],
    ['blobs', { org: 'acme', org_id: 'other' }, { org_id: 'other' }],
    ['users', { owner: null }, { owner_user_id: null }],
    // A field of the table itself is not a short form.
    ['members', { target: 'org', user: 'ada' }, { target: 'org', user_id: 'ada' }],
    ['orgs', { org: 'acme' }, { org: 'acme' }],
  ])('of %s: %j', (name, input, expected) => {
    const given = structuredClone(input)
    expect(spellOut(definition(name), input)).toEqual(expected)
    expect(input).toEqual(given)
  })
})

describe('references', () => {
  function resolved(
    name: keyof typeof tables,
    fields: Record<string, unknown>,
    announced?: Map<string, Map<string, string>>,
  ) {
    const found = { ...fields }
    const problems: Problem[] = []
    resolveReferences(world, definition(name), found, problems, announced && (() => announced))
    return problems.length > 0 ? problems : found
  }

  it('become ids, of the table that another field names where it does', () => {
    expect(resolved('blobs', { org_id: 'acme', alias: 'acme' })).toEqual({ org_id: acme, alias: 'acme' })
    expect(resolved('members', { user_id: ada, target: 'blob', target_id: 'notes' })).toEqual({
      user_id: ada,
      target: 'blob',
      target_id: notes,
    })
    expect(resolved('members', { user_id: 'ada', target: 'org', target_id: acme })).toEqual({
      user_id: ada,
      target: 'org',
      target_id: acme,
    })
  })

  it('that are no text, or of a kind that there is none of, are left to the schema', () => {
    for (const fields of [{ org_id: 7 }, { org_id: null }, {}]) expect(resolved('blobs', fields)).toEqual(fields)
    for (const target of ['nothing', undefined, 7])
      expect(resolved('members', { target, target_id: 'notes' })).toEqual({ target, target_id: 'notes' })
  })

  it('to nothing are told, with the alias that was meant', () => {
    const problem = (value: string, nearMiss?: string) => [
      {
        kind: 'reference',
        path: ['org_id'],
        message: `there is no org '${value}'`,
        expected: 'an id or an alias',
        ...(nearMiss !== undefined && { nearMiss }),
      },
    ]
    expect(resolved('blobs', { org_id: 'acmee' })).toStrictEqual(problem('acmee', 'acme'))
    expect(resolved('blobs', { org_id: 'quite another' })).toStrictEqual(problem('quite another'))
    expect(resolved('blobs', { org_id: nobody })).toEqual(problem(nobody))
    expect(resolved('models', { revision_id: 'draft' })).toStrictEqual([
      {
        kind: 'reference',
        path: ['revision_id'],
        message: "there is no revision 'draft'",
        expected: 'an id or an alias',
      },
    ])
    // The alias of an organization is not that of a blob.
    expect(resolved('members', { target: 'blob', target_id: 'acme' })).toMatchObject([
      { path: ['target_id'], message: "there is no blob 'acme'" },
    ])
  })

  it('may name what is announced, by alias or id', () => {
    const announced = new Map([
      [
        'orgs',
        new Map([
          ['later', nobody],
          [nobody, nobody],
        ]),
      ],
    ])
    expect(resolved('blobs', { org_id: 'later' }, announced)).toEqual({ org_id: nobody })
    expect(resolved('blobs', { org_id: nobody }, announced)).toEqual({ org_id: nobody })
    expect(resolved('blobs', { org_id: 'acme' }, announced)).toEqual({ org_id: acme })
    expect(resolved('blobs', { org_id: 'latr' }, announced)).toMatchObject([{ nearMiss: 'later' }])
    expect(resolved('users', { owner_user_id: 'later' }, announced)).toMatchObject([
      { message: "there is no user 'later'" },
    ])
  })
})

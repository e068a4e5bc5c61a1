import { describe, expect, it } from 'vitest'
import { EmulatorError } from '../checking/emulator-error.ts'
import { loadRecords, type LoadOptions, type WorldRecords } from './load.ts'
import { createWorld } from './world.ts'

function loadProblems(source: WorldRecords, options: LoadOptions = {}): string[] {
  const world = createWorld()
  const before = JSON.stringify(world.state)
  try {
    loadRecords(world, source, options)
  } catch (error) {
    expect(error).toBeInstanceOf(EmulatorError)
    expect(JSON.stringify(world.state)).toBe(before)
    return (error as EmulatorError).problems.map(
      ({ path, message, nearMiss }) => `${path.join('.')}: ${message}${nearMiss === undefined ? '' : ` (${nearMiss})`}`,
    )
  }
  return []
}

describe('loading records', () => {
  it('takes records in any order of the document, references ahead of what they name included', () => {
    const world = createWorld()
    loadRecords(world, {
      records: {
        blobs: [{ alias: 'late', org: 'acme' }],
        orgs: [{ alias: 'acme' }],
        users: [{ alias: 'bot', type: 'service', owner: 'ada' }, { alias: 'ada' }],
        members: [{ user: 'ada', target: 'org', target_id: 'acme' }],
      },
    })
    expect(world.blobs.find('late')!.org_id).toBe(world.orgs.find('acme')!.id)
    expect(world.users.find('bot')!.owner_user_id).toBe(world.users.find('ada')!.id)
  })

  it('gives the same ids for the same seed, and others for another', () => {
    const loadIds = (seed: number) => {
      const world = createWorld({ seed })
      loadRecords(world, {
        records: { orgs: [{ alias: 'a' }, { alias: 'b' }] },
        generate: { users: { count: 3, alias: 'u-{n}' } },
      })
      return [...world.orgs.rows(), ...world.users.rows()].map(({ record }) => record.id)
    }
    expect(loadIds(1)).toEqual(loadIds(1))
    expect(loadIds(2)).not.toEqual(loadIds(1))
  })

  it('generates, several blocks to a table, after the records that are written out', () => {
    const world = createWorld()
    loadRecords(world, {
      records: { orgs: [{ alias: 'acme' }] },
      generate: {
        blobs: [
          { count: 2, alias: 'a-{n}', org: 'acme' },
          { count: 1, alias: 'b-{n:3}', org: 'acme' },
        ],
      },
    })
    expect([...world.blobs.rows()].map(({ record }) => record.alias)).toEqual(['a-1', 'a-2', 'b-001'])
  })

  it('tells now and then how far it is', () => {
    const told: number[] = []
    loadRecords(
      createWorld(),
      { generate: { users: { count: 25_000, alias: 'u-{n}' } } },
      { progress: (loaded) => told.push(loaded) },
    )
    expect(told).toEqual([10_000, 20_000])
  })

  it.each<[string, WorldRecords, string[]]>([
    ['an unknown table', { records: { userz: [{}] } }, ['records.userz: unknown table (users)']],
    ['an unknown table to generate', { generate: { orgz: { count: 1 } } }, ['generate.orgz: unknown table (orgs)']],
    ['an internal table', { records: { pending: [{}] } }, ['records.pending: unknown table']],
    [
      'an unknown field',
      { records: { orgs: [{ alias: 'a' }, { alias: 'b', nmae: 'x' }] } },
      ['records.orgs.1.nmae: unknown field (name)'],
    ],
    [
      'a reference to nothing, by the name it was given',
      { records: { orgs: [{ alias: 'acme' }], blobs: [{ alias: 'x', org: 'acmi' }] } },
      ["records.blobs.0.org: there is no org 'acmi' (acme)"],
    ],
    [
      'an alias given twice',
      { records: { orgs: [{ alias: 'a' }, { alias: 'a' }] } },
      ["records.orgs.1.alias: another record of 'orgs' has the alias 'a'"],
    ],
    [
      'a generated record',
      { generate: { orgs: { count: 2, alias: 'same' } } },
      ["generate.orgs: another record of 'orgs' has the alias 'same'"].map((text) =>
        text.replace('orgs:', 'orgs.alias:'),
      ),
    ],
    [
      'two at once',
      { records: { orgs: [{ alias: '', name: 'x' }], users: [{ alias: 'u', type: 'robot' }] } },
      [
        "records.users.0.type: expected 'human' or 'service', got string \"robot\"",
        'records.orgs.0.alias: expected at least one character',
      ],
    ],
  ])('refuses %s with its place, and loads nothing', (_, source, problems) => {
    expect(loadProblems(source)).toEqual(problems)
  })

  it('stops after fifty wrong records', () => {
    expect(loadProblems({ records: { orgs: Array.from({ length: 500 }, () => ({ nmae: 'x' })) } })).toHaveLength(50)
  })

  it('stops after fifty also where all of them have one mistake', () => {
    const told: number[] = []
    const source = { generate: { orgs: { count: 10_000, alias: 'x-{n}', visibility: 'nowhere' } } }
    expect(() => loadRecords(createWorld(), source, { progress: (loaded) => told.push(loaded) })).toThrow('visibility')
    expect(told).toEqual([])
  })

  it('names what was expected, and the kind of each mistake', () => {
    const kinds = (source: WorldRecords, options?: LoadOptions) => {
      try {
        loadRecords(createWorld(), source, options)
      } catch (error) {
        return (error as EmulatorError).problems.map(({ kind, expected }) => [kind, expected?.slice(0, 20)])
      }
      return []
    }
    expect(kinds({ records: { userz: [{}] } })).toEqual([['unknown', 'one of users, orgs, ']])
    expect(kinds({ records: { orgs: [{ alias: 'x', qqq: 1 }] } })).toEqual([['unknown', 'one of id, name, ali']])
    expect(kinds({ records: { users: [{}, {}] } }, { maxRecords: 1 })).toEqual([['value', undefined]])
    expect(kinds({ generate: { users: { count: 2 } } }, { maxRecords: 1 })).toEqual([['value', undefined]])
    expect(kinds({ generate: { users: { count: 2, alias: 'u' } } }, { maxGenerated: 1 })).toEqual([
      ['value', undefined],
    ])
    expect(kinds({ records: { users: [{ alias: 'a' }, { alias: 'a' }] } })).toEqual([['value', undefined]])
  })

  it('names who holds a value already', () => {
    expect(() => loadRecords(createWorld(), { records: { users: [{ alias: 'a' }], orgs: [{ alias: 'a' }] } })).toThrow(
      expect.objectContaining({
        problems: [
          expect.objectContaining({
            path: ['records', 'orgs', 0, 'alias'],
            holder: { table: 'users', field: 'alias', value: 'a' },
          }),
        ],
      }),
    )
  })

  it('says once what is wrong with all records of a block', () => {
    expect(
      loadProblems({ generate: { orgs: { count: 500, alias: 'x-{n}', visibility: 'nowhere', nmae: 'x' } } }),
    ).toEqual(['generate.orgs.nmae: unknown field (name)'])
    expect(
      loadProblems({ generate: { members: { count: 20, user: 'u-{n%2}', target: 'org', target_id: 'gone' } } }),
    ).toEqual([
      "generate.members.user: there is no user 'u-1'",
      "generate.members.target_id: there is no org 'gone'",
      "generate.members.user: there is no user 'u-0'",
    ])
  })
})

describe('what a document may hold', () => {
  const users = (count: number, first = 0) => Array.from({ length: count }, (_, n) => ({ alias: `w-${first + n}` }))

  it.each<[string, WorldRecords, LoadOptions, string[]]>([
    [
      'records',
      { records: { users: users(3), orgs: [{ alias: 'a' }] } },
      { maxRecords: 3 },
      ['records: 4 records, where at most 3 may be loaded at once (--bounds records=N, option bounds.records)'],
    ],
    [
      'generated records, with those before',
      {
        records: { users: users(2) },
        generate: {
          orgs: [
            { count: 1, alias: 'a' },
            { count: 1_200, alias: 'o-{n}' },
          ],
          users: { count: 9, alias: 'u-{n}' },
        },
      },
      { maxRecords: 1_000, path: ['world'] },
      [
        'world.generate.orgs: 1,203 records with those before, where at most 1,000 may be loaded at once (--bounds records=N, option bounds.records)',
      ],
    ],
    [
      'records, with the place of the document',
      { records: { users: users(3) } },
      { maxRecords: 2, path: ['world'] },
      ['world.records: 3 records, where at most 2 may be loaded at once (--bounds records=N, option bounds.records)'],
    ],
    [
      'characters',
      { generate: { users: { count: 4, alias: 'u-{n}' } } },
      { maxGenerated: 43, path: ['world'] },
      [
        'world.generate.users: the records that it generates, with those before, hold more than 43 characters (option bounds.importBytes)',
      ],
    ],
    [
      'characters, of one block after another',
      {
        generate: {
          users: [
            { count: 2, alias: 'u-{n}' },
            { count: 2, alias: 'v-{n}' },
          ],
        },
      },
      { maxGenerated: 43 },
      [
        'generate.users.1: the records that it generates, with those before, hold more than 43 characters (option bounds.importBytes)',
      ],
    ],
  ])('refuses more %s than are allowed', (_, source, options, problems) => {
    expect(loadProblems(source, options)).toEqual(problems)
  })

  it('takes as many as are allowed', () => {
    expect(
      loadProblems(
        {
          records: { users: users(2), orgs: undefined },
          generate: { users: [{ count: 2, alias: 'u-{n}' }], orgs: undefined },
        },
        { maxRecords: 4, maxGenerated: 22 },
      ),
    ).toEqual([])
    expect(loadProblems({})).toEqual([])
  })

  it('a list of blocks draws from block to block', () => {
    const world = createWorld()
    const block = { count: 20, name: { $pick: ['a', 'b', 'c'] } }
    loadRecords(world, {
      generate: {
        users: [
          { ...block, alias: 'u-{n}' },
          { ...block, alias: 'v-{n}' },
        ],
      },
    })
    const names = Array.from(world.users.rows(), ({ record }) => record.name)
    expect(names.slice(0, 20)).not.toEqual(names.slice(20))
  })
})

describe('a document', () => {
  it('may refer early by id too, and keeps the ids that it gives', () => {
    const world = createWorld()
    const id = '00000000-0000-4000-8000-00000000abcd'
    loadRecords(world, {
      records: {
        users: [
          { alias: 'bot', type: 'service', owner_user_id: id },
          { alias: 'ada', id },
        ],
      },
    })
    expect([world.users.find('ada')!.id, world.users.find('bot')!.owner_user_id]).toEqual([id, id])
  })

  it('holds bytes as base64 where a table holds bytes, and nowhere else', () => {
    const world = createWorld()
    loadRecords(world, {
      records: {
        orgs: [{ alias: 'acme' }],
        blobs: [{ alias: 'notes', org: 'acme' }],
        revisions: [{ id: '00000000-0000-4000-8000-0000000000e1', blob: 'notes' }],
        models: [{ revision: '00000000-0000-4000-8000-0000000000e1', data: { base64: 'AH+A/w==' } }],
        metadata: [{ target: 'blob', target_id: 'notes', alias: 'a', key: 'k', value: { base64: 'AA==' } }],
      },
    })
    expect(Array.from(world.models.rows(), ({ record }) => [...record.data])).toEqual([[0, 127, 128, 255]])
    expect(Array.from(world.metadata.rows(), ({ record }) => record.value)).toEqual([{ base64: 'AA==' }])
    expect(loadProblems({ records: { models: [{ data: { base64: '*' } }] } })).toEqual([
      'records.models.0.data.base64: expected base64',
    ])
  })

  it('is told where it is wrong by the name that it used', () => {
    const blob = { alias: 'x', org_id: 'acme' }
    expect(
      loadProblems({ records: { orgs: [{ alias: 'acme' }], blobs: [{ alias: 'x', org: 'acme', org_id: 'nope' }] } }),
    ).toEqual(["records.blobs.0.org_id: there is no org 'nope'"])
    expect(loadProblems({ records: { blobs: [blob] } }, { path: ['world', 1] })).toEqual([
      "world.1.records.blobs.0.org_id: there is no org 'acme'",
    ])
    expect(
      loadProblems({ records: { users: [{ alias: 'a' }], members: [{ user: 'a', target: 'org', target_id: 7 }] } }),
    ).toEqual(['records.members.0.target_id: expected string, got number 7'])
    expect(loadProblems({ records: { blobs: [{ alias: 'x' }] } })).toEqual([
      'records.blobs.0.org_id: missing, expected string',
    ])
  })

  it('does not hide a defect', () => {
    const broken = {
      id: '00000000-0000-4000-8000-00000000abcd',
      get alias(): string {
        throw new RangeError('broken')
      },
    }
    expect(() => loadRecords(createWorld(), { records: { users: [broken] } })).toThrow(RangeError)
  })
})

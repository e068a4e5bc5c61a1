import { describe, expect, it } from 'vitest'
import { EmulatorError } from '../diagnostics/emulator-error.ts'
import { loadRecords, type WorldRecords } from './load.ts'
import { createWorld } from './world.ts'

function problemsOf(source: WorldRecords): string[] {
  const world = createWorld()
  const before = JSON.stringify(world.state)
  try {
    loadRecords(world, source)
  } catch (error) {
    expect(error).toBeInstanceOf(EmulatorError)
    expect(JSON.stringify(world.state)).toBe(before)
    return (error as EmulatorError).problems.map(({ path, message, nearMiss }) => `${path.join('.')}: ${message}${nearMiss === undefined ? '' : ` (${nearMiss})`}`)
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
    const idsOf = (seed: number) => {
      const world = createWorld({ seed })
      loadRecords(world, { records: { orgs: [{ alias: 'a' }, { alias: 'b' }] }, generate: { users: { count: 3, alias: 'u-{n}' } } })
      return [...world.orgs.rows(), ...world.users.rows()].map(({ record }) => record.id)
    }
    expect(idsOf(1)).toEqual(idsOf(1))
    expect(idsOf(2)).not.toEqual(idsOf(1))
  })

  it('generates, several blocks to a table, after the records that are written out', () => {
    const world = createWorld()
    loadRecords(world, { records: { orgs: [{ alias: 'acme' }] }, generate: { blobs: [{ count: 2, alias: 'a-{n}', org: 'acme' }, { count: 1, alias: 'b-{n:3}', org: 'acme' }] } })
    expect([...world.blobs.rows()].map(({ record }) => record.alias)).toEqual(['a-1', 'a-2', 'b-001'])
  })

  it('tells now and then how far it is', () => {
    const told: number[] = []
    loadRecords(createWorld(), { generate: { users: { count: 25_000, alias: 'u-{n}' } } }, { progress: (loaded) => told.push(loaded) })
    expect(told).toEqual([10_000, 20_000])
  })

  it.each<[string, WorldRecords, string[]]>([
    ['an unknown table', { records: { userz: [{}] } }, ['records.userz: unknown table (users)']],
    ['an unknown table to generate', { generate: { orgz: { count: 1 } } }, ['generate.orgz: unknown table (orgs)']],
    ['an internal table', { records: { pending: [{}] } }, ['records.pending: unknown table']],
    ['an unknown field', { records: { orgs: [{ alias: 'a' }, { alias: 'b', nmae: 'x' }] } }, ['records.orgs.1.nmae: unknown field (name)']],
    ['a reference to nothing, by the name it was given', { records: { orgs: [{ alias: 'acme' }], blobs: [{ alias: 'x', org: 'acmi' }] } }, ["records.blobs.0.org: there is no org 'acmi' (acme)"]],
    ['an alias given twice', { records: { orgs: [{ alias: 'a' }, { alias: 'a' }] } }, ["records.orgs.1.alias: another record of 'orgs' has the alias 'a'"]],
    ['a generated record', { generate: { orgs: { count: 2, alias: 'same' } } }, ["generate.orgs: another record of 'orgs' has the alias 'same'"].map((text) => text.replace('orgs:', 'orgs.alias:'))],
    ['two at once', { records: { orgs: [{ alias: '', name: 'x' }], users: [{ alias: 'u', type: 'robot' }] } }, [
      "records.users.0.type: expected 'human' or 'service', got string \"robot\"", 'records.orgs.0.alias: expected at least one character',
    ]],
  ])('refuses %s with its place, and loads nothing', (_, source, problems) => {
    expect(problemsOf(source)).toEqual(problems)
  })

  it('stops after fifty wrong records', () => {
    expect(problemsOf({ records: { orgs: Array.from({ length: 500 }, () => ({ nmae: 'x' })) } })).toHaveLength(50)
  })

  it('says once what is wrong with all records of a block', () => {
    expect(problemsOf({ generate: { orgs: { count: 500, alias: 'x-{n}', visibility: 'nowhere', nmae: 'x' } } })).toEqual(['generate.orgs.nmae: unknown field (name)'])
    expect(problemsOf({ generate: { members: { count: 20, user: 'u-{n%2}', target: 'org', target_id: 'gone' } } })).toEqual([
      "generate.members.user: there is no user 'u-1'", "generate.members.target_id: there is no org 'gone'", "generate.members.user: there is no user 'u-0'",
    ])
  })
})

import { describe, expect, it } from 'vitest'
import { controlOf } from '../../../tests/helpers/control.ts'

describe('GET /state', () => {
  it('counts the records of each table, and shows no internal one', async () => {
    const control = controlOf()
    const { status, body } = await control.get('/state')
    expect(status).toBe(200)
    expect(body.tables).toMatchObject({ users: 4, orgs: 3, members: 5, models: 1 })
    expect(body.tables).not.toHaveProperty('pending')
    control.emulator.world.users.insert({ alias: 'eve' })
    expect((await control.get('/state')).body.tables.users).toBe(5)
  })
})

describe('GET /tables', () => {
  it('describes every table that the state has, and no other', async () => {
    const control = controlOf()
    const { tables } = (await control.get('/tables')).body
    expect(tables.map(({ name }: { name: string }) => name)).toEqual(
      Object.keys((await control.get('/state')).body.tables),
    )
  })

  it('has a schema and references for each field that a record holds', async () => {
    const control = controlOf()
    const { tables } = (await control.get('/tables')).body
    for (const { name, schema, references } of tables) {
      const { records } = (await control.get(`/state/${name}`)).body
      for (const field of Object.keys(records[0] ?? {}))
        expect(Object.keys(schema.properties), `${name}.${field}`).toContain(field)
      for (const { field } of references) expect(Object.keys(schema.properties), `${name}.${field}`).toContain(field)
    }
    expect(tables.find(({ name }: { name: string }) => name === 'members').references).toContainEqual({
      field: 'target_id',
      table: { by: 'target', tables: { org: 'orgs', blob: 'blobs', user: 'users' } },
      on_delete: 'cascade',
    })
  })

  it('says what an insert may leave out: the other required fields are needed', async () => {
    const control = controlOf()
    const { tables } = (await control.get('/tables')).body
    const { derived, schema } = tables.find(({ name }: { name: string }) => name === 'blobs')
    expect(schema.required.filter((field: string) => !derived.includes(field))).toEqual(['org_id', 'alias'])
    expect((await control.get('/journal')).body.entries).toEqual([])
  })
})

import { describe, expect, it } from 'vitest'
import { clauses } from '../../contract/clauses.ts'
import { contractStamp } from '../../contract/stamp.ts'
import { controlOf } from '../../../tests/helpers/control.ts'

describe('GET /clauses', () => {
  it('answers the whole contract', async () => {
    const { body } = await controlOf().get('/clauses')
    expect(body.contract).toEqual(contractStamp())
    expect(body.clauses).toHaveLength(clauses.length)
    expect(body.clauses[0]).toEqual(clauses[0])
    expect(body.assumptions[0]).toMatchObject({ id: 'A-1', says: expect.any(String), was: [], otherwise: [] })
  })

  it('says when facts about a service settled an assumption', async () => {
    const fact = {
      assumption: 'A-29',
      setting: 'default_limit',
      observed: 20,
      on: '2026-11-23',
      exchange: 'x',
    } as const
    const control = controlOf({ facts: { facts: 1, observations: [fact] } })
    const { body } = await control.get('/clauses')
    const observed = body.assumptions.filter((row: object) => 'observed' in row)
    expect(observed).toEqual([expect.objectContaining({ id: 'A-29', observed: { on: '2026-11-23', differs: [] } })])
  })
})

describe('GET /coverage', () => {
  it('counts what decided the answers of this world', async () => {
    const control = controlOf()
    for (let i = 0; i < 2; i++) await control.api('GET', '/users/me')
    const { body } = await control.get('/coverage')
    expect(body.clauses.items).toContainEqual({ id: 'users.get.answers-user', count: 2 })
    expect(body.contract).toEqual(contractStamp())
    expect(body.clauses.exercised).toBeGreaterThan(5)
    expect(body.assumptions.items).toContainEqual({ id: 'A-14', count: 0 })
  })

  it('counts over all worlds, also before resets and of worlds that are gone', async () => {
    const control = controlOf()
    const count = async () =>
      (await control.get('/coverage?scope=all')).body.clauses.items.find(
        ({ id }: { id: string }) => id === 'users.get.answers-user',
      ).count
    await control.api('GET', '/users/me')
    await control.post('/worlds')
    await control.world('w1').api('GET', '/users/me')
    expect(await count()).toBe(2)
    await control.post('/reset')
    await control.world('w1').post('/reset')
    await control.world('w1').api('GET', '/users/me')
    expect(await count()).toBe(3)
    await control.delete('/worlds/w1')
    expect(await count()).toBe(3)
    expect((await control.get('/coverage')).body.clauses.exercised).toBe(0)
  })
})

import { describe, expect, it } from 'vitest'
import { controlOf } from '../../../tests/helpers/control.ts'

describe('PUT /state/:table/:id', () => {
  it('changes the fields given and no other', async () => {
    const control = controlOf()
    const before = control.emulator.world.users.get('ben')!
    const { status, body } = await control.put('/state/users/ben', { name: 'Benjamin' })
    expect(status).toBe(200)
    expect(body.record).toEqual({ ...before, name: 'Benjamin' })
  })

  it('adds a record with the id or alias of the path', async () => {
    const control = controlOf()
    expect((await control.put('/state/users/eve', {})).body.record.alias).toBe('eve')
    const id = '00000000-0000-4000-8000-00000000abcd'
    expect((await control.put(`/state/users/${id}`, { alias: 'zoe' })).body.record).toMatchObject({ id, alias: 'zoe' })
  })

  it('changes nothing with a bad record', async () => {
    const control = controlOf()
    const reply = await control.put('/state/users/ben', { name: 'Benjamin', status: 'gone' })
    expect(reply).toMatchObject({ status: 400, body: { error: 'invalid_request' } })
    expect(reply.body.message).toContain("expected 'active' or 'retired'")
    expect(control.emulator.world.users.get('ben')!.name).not.toBe('Benjamin')
  })

  it('cannot change an id', async () => {
    const reply = await controlOf().put('/state/users/ben', { id: '00000000-0000-4000-8000-00000000abcd' })
    expect(reply.body.message).toContain('the id of a record cannot change')
  })
})

import { describe, expect, it } from 'vitest'
import { controlOf } from '../../../tests/helpers/control.ts'

describe('POST /state/:table', () => {
  it('adds a record that the API then answers', async () => {
    const control = controlOf()
    const { status, body } = await control.post('/state/users', { alias: 'eve' })
    expect(status).toBe(201)
    expect(body.record).toMatchObject({ alias: 'eve', name: 'eve', type: 'human', status: 'active' })
    expect((await control.api('GET', '/users/eve')).body.user.id).toBe(body.record.id)
  })

  it('takes references by alias, and bytes as base64', async () => {
    const control = controlOf()
    expect(
      (await control.post('/state/members', { user: 'old-bot', target: 'org', target_id: 'acme', role: 'read' }))
        .status,
    ).toBe(201)
    const revision = control.emulator.world.revisions.list()[0]!
    await control.post('/state/models', { revision_id: revision.id, data: { base64: 'AQID' } })
    expect([...control.emulator.world.models.list().at(-1)!.data]).toEqual([1, 2, 3])
  })

  it.each([
    ['an unknown field', { alias: 'eve', typ: 'human' }, "did you mean 'type'?"],
    ['a wrong value', { alias: 'eve', type: 'robot' }, "expected 'human' or 'service'"],
    ['an alias that is taken', { alias: 'ada' }, "has the alias 'ada'"],
    ['a reference to nobody', { alias: 'eve', owner: 'adaa' }, "did you mean 'ada'?"],
    ['a body that is no object', [], 'xpected'],
  ])('with %s changes nothing', async (_, body, message) => {
    const control = controlOf()
    const before = control.emulator.export()
    const reply = await control.post('/state/users', body)
    expect(reply.status).toBe(400)
    expect(reply.body.message).toContain(message)
    expect(control.emulator.export()).toEqual(before)
  })
})

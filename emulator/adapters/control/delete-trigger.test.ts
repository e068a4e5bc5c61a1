import { expect, it } from 'vitest'
import { controlOf } from '../../../tests/helpers/control.ts'

it('takes one trigger away', async () => {
  const control = controlOf()
  for (const name of ['a', 'b'])
    await control.post('/triggers', { name, when: { endpoint: '*' }, do: [{ drop: true }] })
  expect(await control.delete('/triggers/trigger-1')).toMatchObject({ status: 200, body: { deleted: 1 } })
  expect((await control.get('/triggers')).body.triggers).toMatchObject([{ name: 'b' }])
  expect((await control.delete('/triggers/trigger-1')).body.error).toBe('trigger_not_found')
})

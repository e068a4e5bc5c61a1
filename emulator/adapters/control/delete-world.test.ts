import { expect, it } from 'vitest'
import { controlOf } from '../../../tests/helpers/control.ts'
import { instanceOf } from '../../host/instance-of.ts'

it('deletes a world and closes its sockets', async () => {
  const control = controlOf()
  for (let i = 0; i < 2; i++) await control.post('/worlds')
  const closed: unknown[] = []
  instanceOf(control.emulator)
    .site.get('w1')!
    .host.connections.add({ close: (...args) => closed.push(args) })
  expect(await control.delete('/worlds/w1')).toMatchObject({ status: 200, body: { deleted: 'w1' } })
  expect(closed).toEqual([[1001, 'the world was deleted']])
  expect((await control.world('w1').api('GET', '/users/me')).status).toBe(404)
  expect((await control.world('w2').api('GET', '/users/me')).status).toBe(200)
  expect((await control.delete('/worlds/w1')).body.error).toBe('world_not_found')
})

it('never gives an id twice', async () => {
  const control = controlOf()
  await control.post('/worlds')
  await control.delete('/worlds/w1')
  expect((await control.post('/worlds')).body.world).toBe('w2')
})

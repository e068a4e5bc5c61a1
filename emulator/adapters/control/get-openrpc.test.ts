import { expect, it } from 'vitest'
import { controlOf } from '../../../tests/helpers/control.ts'

it('answers the document of the realtime API, with the address of the world that was asked', async () => {
  const control = controlOf()
  await control.post('/worlds')
  expect((await control.get('/openrpc.json')).body).toMatchObject({
    openrpc: '1.2.6',
    servers: [{ url: 'ws://127.0.0.1:4010/v1/realtime' }],
  })
  expect((await control.world('w1').get('/openrpc.json')).body.servers).toEqual([
    { name: 'emulator', url: 'ws://127.0.0.1:4010/w/w1/v1/realtime' },
  ])
})

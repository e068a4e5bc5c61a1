import { expect, it } from 'vitest'
import { controlOf } from '../../../tests/helpers/control.ts'

it('answers the document of the REST API, with the address of the world that was asked', async () => {
  const control = controlOf()
  await control.post('/worlds')
  const { status, body } = await control.get('/openapi.json')
  expect(status).toBe(200)
  expect(body).toMatchObject({ openapi: '3.1.0', servers: [{ url: 'http://127.0.0.1:4010/v1' }] })
  expect((await control.world('w1').get('/openapi.json')).body).toEqual({
    ...body,
    servers: [{ url: 'http://127.0.0.1:4010/w/w1/v1' }],
  })
})

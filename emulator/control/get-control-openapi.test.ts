import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, it } from 'vitest'
import { controlCalls } from './calls.ts'
import { controlOf } from './control-client.ts'

it('answers the valid document of every call', async () => {
  const { body } = await controlOf().get('/control.openapi.json')
  expect((await new Validator().validate(structuredClone(body))).errors).toBeUndefined()
  const operations = Object.values(body.paths as Record<string, object>).flatMap((path) => Object.values(path))
  expect(operations).toHaveLength(controlCalls.length)
  expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(controlCalls.length)
})

it('says what is really answered', async () => {
  const control = controlOf()
  const { body: document } = await control.get('/control.openapi.json')
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  await control.api('GET', '/users/me')
  await control.post('/worlds')
  await control.post('/snapshots', { name: 'here' })
  await control.post('/triggers', { name: 'x', when: { endpoint: '*' }, do: [{ delay: '1ms' }] })
  for (const path of ['/health', '/state', '/clock', '/snapshots', '/worlds', '/journal', '/triggers', '/scenarios', '/clauses', '/coverage', '/export']) {
    const { body } = await control.get(path)
    const { schema } = document.paths[path].get.responses[200].content['application/json']
    expect(ajv.validate(schema, body), `${path}: ${ajv.errorsText()}`).toBe(true)
  }
})

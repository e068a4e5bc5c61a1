import { expect, it } from 'vitest'
import { controlOf } from '../../../tests/helpers/control.ts'

it('answers the JSON Schema of scenario files', async () => {
  const { body } = await controlOf().get('/scenario.schema.json')
  expect(body).toMatchObject({
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $defs: { scenario: { type: 'object' } },
  })
})

import { expect, it } from 'vitest'
import { Commands } from '../../../tests/conformance/commands.ts'
import { direct } from '../../../tests/conformance/direct.ts'

const admin = 'svc-key-ada-admin'

it('answers 404 for an unknown one and for an alias in the shape of another id', async () => {
  const { api } = direct()
  const commands = new Commands(api, 'http')
  for (const definition_id of ['nothing', '99999999-9999-4999-8999-999999999999']) {
    expect(await commands.call('workflow.get_definition', { definition_id }, admin)).toMatchObject({
      error: 'definition_not_found',
    })
  }
  expect((await commands.ask('workflow.get_definition', { definition_id: 'ingest' })).definition.id).toBe(
    '00000000-0000-4000-8000-000000000101',
  )
})

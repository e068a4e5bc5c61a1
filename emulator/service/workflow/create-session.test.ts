import { expect, it } from 'vitest'
import { Commands } from '../../../tests/conformance/commands.ts'
import { direct } from '../../../tests/conformance/direct.ts'

const admin = 'svc-key-ada-admin'

it('a definition of another organization is refused', async () => {
  const { api } = direct()
  const commands = new Commands(api, 'http')
  const reply = await commands.call('workflow.create_session', { org_id: 'ada-lab', definition_id: 'ingest' }, admin)
  expect(reply).toMatchObject({
    error: 'invalid_request_body',
    message: expect.stringContaining('another organization'),
  })
})

it('needs neither alias nor definition', async () => {
  const { api } = direct()
  const commands = new Commands(api, 'http')
  expect((await commands.ask('workflow.create_session', { org_id: 'acme' })).session).toMatchObject({
    alias: null,
    definition_id: null,
  })
})

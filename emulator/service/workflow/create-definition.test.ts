import { expect, it } from 'vitest'
import { Commands } from '../../../tests/conformance/commands.ts'
import { direct } from '../../../tests/conformance/direct.ts'

const admin = 'svc-key-ada-admin'

it('stores a body that cannot run: whether it can is for check_definition to tell', async () => {
  const { api } = direct()
  const commands = new Commands(api, 'http')
  const body = { nodes: [], edges: [] }
  const { definition } = await commands.ask('workflow.create_definition', { org_id: 'acme', body })
  expect(definition).toMatchObject({ alias: null, category: null, body })
})

it('names what is wrong in a body', async () => {
  const { api } = direct()
  const commands = new Commands(api, 'http')
  const body = { nodes: [{ id: 'a', kind: 'task', confg: {} }], edges: [] }
  const reply = await commands.call('workflow.create_definition', { org_id: 'acme', body }, admin)
  expect(reply).toMatchObject({
    error: 'invalid_request_body',
    message: expect.stringMatching(/body\.nodes.*confg.*config/s),
  })
})

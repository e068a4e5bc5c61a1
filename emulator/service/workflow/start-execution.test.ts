import { expect, it } from 'vitest'
import { Commands } from '../../../tests/conformance/commands.ts'
import { direct } from '../../../tests/conformance/direct.ts'

const admin = 'svc-key-ada-admin'

it('takes each node one node_ms', async () => {
  const { api, emulator } = direct()
  const commands = new Commands(api, 'http')
  const { execution } = await commands.ask('workflow.start_execution', { definition_id: 'ingest' })
  const status = () => emulator.world.executions.get(execution.id)!.status
  emulator.clock.advance(1499 - 1)
  expect(status()).toBe('running')
  emulator.clock.advance(1)
  expect(status()).toBe('succeeded')
  expect(emulator.world.executions.get(execution.id)).toMatchObject({ started_at: execution.created_at, error: null })
})

it('refuses a session of another organization', async () => {
  const { api } = direct()
  const commands = new Commands(api, 'http')
  await commands.ask('workflow.create_session', { org_id: 'ada-lab', alias: 'elsewhere' })
  const reply = await commands.call(
    'workflow.start_execution',
    { definition_id: 'ingest', session_id: 'elsewhere' },
    admin,
  )
  expect(reply).toMatchObject({ error: 'invalid_request_body', message: expect.stringContaining('session_id') })
})

it('fails at a node that is meant to fail', async () => {
  const { api, emulator } = direct()
  const commands = new Commands(api, 'http')
  const body = { nodes: [{ id: 'boom', kind: 'fail', config: { error: 'out_of_memory' } }], edges: [] }
  await commands.ask('workflow.create_definition', { org_id: 'acme', alias: 'doomed', body })
  const { execution } = await commands.ask('workflow.start_execution', { definition_id: 'doomed' })
  emulator.clock.advance('1s')
  expect(emulator.world.executions.get(execution.id)).toMatchObject({ status: 'failed', error: 'out_of_memory' })
})

it('an execution that is arranged as queued runs as well', async () => {
  const { api, emulator } = direct()
  const { id } = emulator.world.executions.insert({ org: 'acme', definition: 'report' })
  emulator.clock.advance('2s')
  expect(emulator.world.executions.get(id)!.status).toBe('succeeded')
  expect(api).toBeDefined()
})

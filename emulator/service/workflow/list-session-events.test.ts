import { expect, it } from 'vitest'
import { Commands } from '../../../tests/conformance/commands.ts'
import { direct } from '../../../tests/conformance/direct.ts'

it('every write to a session is an event of it', async () => {
  const { api, emulator } = direct()
  const commands = new Commands(api, 'http')
  const session_id = 'fresh'
  await commands.ask('workflow.create_session', { org_id: 'acme', alias: session_id })
  await commands.ask('workflow.put_session_object', { session_id, key: 'k', value: 1 })
  await commands.ask('workflow.append_session_thread_item', { session_id, thread_id: 'main', role: 'user', content: 1 })
  await commands.ask('workflow.put_session_graph_element', { session_id, kind: 'node', label: 'n' })
  await commands.ask('workflow.start_execution', { definition_id: 'report', session_id })
  await commands.ask('workflow.update_session', { session_id, alias: 'renamed' })
  emulator.clock.advance('10s')
  const { events } = await commands.ask('workflow.list_session_events', { session_id: 'renamed' })
  expect(events.map(({ kind }: { kind: string }) => kind)).toEqual([
    'session_created',
    'object_put',
    'thread_item_appended',
    'graph_element_put',
    'execution_queued',
    'session_updated',
    'execution_succeeded',
  ])
  expect(Object.keys(events[1])).toEqual(['id', 'kind', 'at', 'data'])
})

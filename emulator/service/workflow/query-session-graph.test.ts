import { expect, it } from 'vitest'
import { Commands } from '../../../tests/conformance/commands.ts'
import { direct } from '../../../tests/conformance/direct.ts'

const admin = 'svc-key-ada-admin'

it('walks through one session only, from a node or an edge', async () => {
  const { api } = direct()
  const commands = new Commands(api, 'http')
  const start = '00000000-0000-4000-8000-000000000715'
  const { elements } = await commands.ask('workflow.query_session_graph', { session_id: 'run-01', start, depth: 0 })
  expect(elements.map(({ id }: { id: string }) => id.slice(-3))).toEqual(['601', '615', '715'])
  const wrong = await commands.call(
    'workflow.query_session_graph',
    { session_id: 'run-01', start: '00000000-0000-4000-8000-000000000799' },
    admin,
  )
  expect(wrong).toMatchObject({ error: 'invalid_request_body', message: expect.stringContaining('799') })
})

it('takes no cursor and no limit', async () => {
  const { api } = direct()
  const commands = new Commands(api, 'http')
  const start = '00000000-0000-4000-8000-000000000601'
  for (const more of [{ limit: 5 }, { cursor: 'x' }]) {
    expect(
      await commands.call('workflow.query_session_graph', { session_id: 'run-01', start, ...more }, admin),
    ).toMatchObject({ error: 'invalid_request_body' })
  }
})

import { expect, it } from 'vitest'
import { Commands } from '../../../tests/conformance/commands.ts'
import { direct } from '../../../tests/conformance/direct.ts'

it('answers nodes and edges in the order of their creation', async () => {
  const { api } = direct()
  const commands = new Commands(api, 'http')
  const { elements } = await commands.ask('workflow.list_session_graph_elements', { session_id: 'run-01' })
  expect(elements.map(({ kind }: { kind: string }) => kind)).toEqual([
    ...Array(15).fill('node'),
    ...Array(15).fill('edge'),
  ])
  expect(elements[0]).not.toHaveProperty('from')
  expect(elements[15]).toMatchObject({ from: elements[0].id, to: elements[1].id })
})

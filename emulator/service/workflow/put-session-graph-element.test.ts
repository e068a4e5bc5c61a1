import { expect, it } from 'vitest'
import { Commands } from '../../../tests/conformance/commands.ts'
import { direct } from '../../../tests/conformance/direct.ts'

it('an edge can be turned to other nodes, and goes with them', async () => {
  const { api, emulator } = direct()
  const commands = new Commands(api, 'http')
  const put = async (params: object) =>
    (await commands.ask('workflow.put_session_graph_element', { session_id: 'run-02', label: 'x', ...params })).element
  const [a, b, c] = [await put({ kind: 'node' }), await put({ kind: 'node' }), await put({ kind: 'node' })]
  const edge = await put({ kind: 'edge', from: a.id, to: b.id })
  expect(await put({ element_id: edge.id, kind: 'edge', label: 'moved', from: a.id, to: c.id })).toEqual({
    ...edge,
    label: 'moved',
    to: c.id,
  })
  emulator.world.graph_elements.delete(b.id)
  expect(emulator.world.graph_elements.get(edge.id)).toBeDefined()
  emulator.world.graph_elements.delete(c.id)
  expect(emulator.world.graph_elements.get(edge.id)).toBeUndefined()
})

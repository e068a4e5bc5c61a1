import { expect, it } from 'vitest'
import { Commands } from '../../../tests/conformance/commands.ts'
import { direct } from '../../../tests/conformance/direct.ts'

it('pages over the edges of a node and answers no neighbour twice', async () => {
  const { api } = direct()
  const commands = new Commands(api, 'http')
  const put = async (params: object) =>
    (await commands.ask('workflow.put_session_graph_element', { session_id: 'run-02', label: 'x', ...params })).element
  const hub = await put({ kind: 'node' })
  const spokes = [await put({ kind: 'node' }), await put({ kind: 'node' }), await put({ kind: 'node' })]
  for (const spoke of [...spokes, ...spokes]) await put({ kind: 'edge', from: hub.id, to: spoke.id })
  await put({ kind: 'edge', from: hub.id, to: hub.id })
  const found: string[] = []
  let cursor: string | undefined
  const sizes: number[] = []
  do {
    const page = await commands.ask('workflow.list_session_graph_neighbors', {
      session_id: 'run-02',
      element_id: hub.id,
      limit: 2,
      ...(cursor && { cursor }),
    })
    found.push(...page.neighbors.map(({ id }: { id: string }) => id))
    sizes.push(page.neighbors.length)
    cursor = page.cursor
  } while (cursor)
  expect(found).toEqual([...spokes.map(({ id }) => id), hub.id])
  // The limit bounds the edges that are read: the second edge to a node fills a page and shows nothing.
  expect(sizes).toEqual([2, 1, 0, 1])
})

import { expect, it } from 'vitest'
import { createEmulator } from '../../../host/emulator.ts'

it('refuses an edge with one end', () => {
  const { graph_elements: elements } = createEmulator().world
  const [edge] = elements.list().filter(({ kind }) => kind === 'edge')
  const { from, session_id: session } = edge!
  expect(() => elements.insert({ session_id: session, kind: 'edge', from: from! })).toThrow(
    'expected both `from` and `to`, or neither',
  )
  expect(() => elements.update(edge!.id, { to: undefined } as never)).toThrow()
  expect(elements.size).toBe(30)
})

import { expect, it } from 'vitest'
import { direct } from '../../../tests/conformance/direct.ts'

it('anybody who is known may ask, and nothing is stored', async () => {
  const { api, emulator } = direct()
  const size = emulator.world.definitions.size
  const verdict = await api.post('/workflow/check_definition', 'svc-key-weights-read', {
    body: { nodes: [], edges: [] },
  })
  expect(verdict).toMatchObject({
    status: 200,
    body: { status: 'failure', error: 'invalid_definition', problems: [{ kind: 'empty', nodes: [] }] },
  })
  expect(emulator.world.definitions.size).toBe(size)
  expect((await api.post('/workflow/check_definition', undefined, { body: { nodes: [], edges: [] } })).status).toBe(401)
})

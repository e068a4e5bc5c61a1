import { expect, test } from 'vitest'
import { direct } from '../../../tests/conformance/direct.ts'

test('lists one alias of one blob; an alias that is not used is empty', async () => {
  const { api, emulator } = direct()
  emulator.world.metadata.insert({ target: 'blob', target_id: 'weights', alias: 'tags', key: 'a', value: 1 })
  emulator.world.metadata.insert({ target: 'blob', target_id: 'weights', alias: 'other', key: 'b', value: 2 })
  emulator.world.metadata.insert({ target: 'blob', target_id: 'notes', alias: 'tags', key: 'c', value: 3 })
  const keys = async (alias: string) =>
    (await api.get(`/blobs/acme/weights/metadata/${alias}`, 'svc-key-ben-admin')).body.metadata.map(
      (entry: { key: string }) => entry.key,
    )
  expect(await keys('tags')).toEqual(['a'])
  expect(await keys('unused')).toEqual([])
})

test('is cut at the budget, silently', async () => {
  const { api, emulator } = direct({ settings: { unpaginated_bytes: 1000 } })
  for (let n = 0; n < 20; n++)
    emulator.world.metadata.insert({ target: 'blob', target_id: 'weights', alias: 'tags', key: `k${n}`, value: n })
  const { body } = await api.get('/blobs/acme/weights/metadata/tags', 'svc-key-ada-admin')
  expect(Object.keys(body)).toEqual(['status', 'metadata'])
  const sizes = emulator.world.metadata
    .list({ alias: 'tags' })
    .map(({ alias, key, value, created_at }) => JSON.stringify({ alias, key, value, created_at }).length)
  const fits = sizes.findIndex((_, n) => sizes.slice(0, n + 1).reduce((a, b) => a + b) > 1000)
  expect(body.metadata).toHaveLength(fits)
  expect(fits).toBeGreaterThan(1)
})

test('is refused where the blob cannot be seen', async () => {
  const { api } = direct()
  expect((await api.get('/blobs/ada-lab/draft/metadata/tags', 'svc-key-ben-admin')).body.error).toBe('org_not_found')
})

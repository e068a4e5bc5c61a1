import { describe, expect, it } from 'vitest'
import { createEmulator } from '../../emulator/index.ts'
import { apiOf } from './decided.ts'

const A = 'svc-key-ada-admin'

describe('a listing without pagination that leaves fields out', () => {
  const budget = 20_000

  it.each([
    ['A-16/1', '/users/me/orgs', 'orgs'],
    ['A-18/1', '/members/target/org/acme', 'members'],
    ['A-21/1', '/orgs/acme/blobs', 'blobs'],
    ['A-22/1', '/blobs/acme/weights/metadata/many', 'metadata'],
    ['A-26/1', 'list_definitions', 'definitions'],
  ])('%s: %s reads what fits its budget on the wire', async (id, path, items) => {
    const emulator = createEmulator({ settings: { otherwise: [id], unpaginated_bytes: budget } })
    const { world } = emulator
    for (let n = 0; n < 500; n++) {
      world.orgs.insert({ alias: `org-${n}` })
      world.members.insert({ user: 'ada', target: 'org', target_id: `org-${n}`, role: 'read' })
      world.users.insert({ alias: `user-${n}` })
      world.members.insert({ user: `user-${n}`, target: 'org', target_id: 'acme', role: 'read' })
      world.blobs.insert({ alias: `blob-${n}`, org: 'acme', type: 'text', name: 'y'.repeat(n < 50 ? 1 : 200) })
      world.metadata.insert({ target: 'blob', target_id: 'weights', alias: 'many', key: `key-${n}`, value: n })
      world.definitions.insert({ alias: `definition-${n}`, org: 'acme' })
    }
    const api = apiOf(emulator)
    const { body } = path.startsWith('/')
      ? await api.get(path, A)
      : await api.post(`/workflow/${path}`, A, { org_id: 'acme' })
    const sizes = (body[items] as unknown[]).map((item) => JSON.stringify(item).length)
    const bytes = sizes.reduce((sum, size) => sum + size, 0)
    expect(bytes).toBeLessThanOrEqual(budget)
    // The last records have the longest aliases.
    expect(bytes + sizes.at(-1)! + 2).toBeGreaterThan(budget)
  })
})

it('A-98/1: a walk in stored order is whole, whatever its pages hold', async () => {
  const emulator = createEmulator({ settings: { otherwise: ['A-98/1'] } })
  const { world } = emulator
  world.blobs.insert({ alias: 'dated', org: 'acme', type: 'text' })
  const times = ['2026-01-01', '2025-01-01', '2025-06-01'].map((day) => `${day}T00:00:00.000Z`)
  const stored = times.map((created_at) => world.revisions.insert({ blob: 'dated', created_at } as never).id)
  for (const limit of [1, 2, 3]) {
    const walked: string[] = []
    for (let cursor: string | null = ''; cursor !== null;) {
      const next = cursor === '' ? '' : `&cursor=${cursor}`
      const { body } = await apiOf(emulator).get(`/blobs/acme/dated/revisions?limit=${limit}${next}`, A)
      walked.push(...body.revisions.map(({ id }: { id: string }) => id))
      cursor = body.cursor
    }
    expect(walked, `limit ${limit}`).toEqual(stored.toReversed())
  }
})

import { expect, it } from 'vitest'
import { shrink, type Run } from '../../emulator/lab/index.ts'
import { loadScenario } from '../../emulator/scenario/index.ts'
import { ask } from '../helpers/ask.ts'
import { count, MORE, sum } from './count.ts'

type Row = Readonly<Record<string, unknown>>

const list = async (run: Run, path: string, field: string): Promise<Row[]> =>
  ((await ask(run, 'GET', path)) as unknown as Record<string, Row[]>)[field] ?? []

const LOGIN = { users: 1, api_keys: 1, orgs: 1 }

it.each<[string, (run: Run) => Promise<void>, Record<string, number>]>([
  [
    'takes a listing that is cut at 1 MB for whole',
    async (run) => {
      const found = await list(run, '/blobs/big/b-00001/metadata/tags', 'metadata')
      const { id } = run.emulator.world.blobs.get('b-00001')!
      const all = run.emulator.world.metadata.list({ target: 'blob', target_id: id })
      if (found.length < all.length) throw new Error('entries are cut off')
    },
    // The oldest that together are above 1 MB: an entry takes some 200 bytes.
    { ...LOGIN, blobs: 1, metadata: 5_196 },
  ],
  [
    'takes the members of an organization for humans',
    async (run) => {
      const found = await list(run, '/members/target/org/acme', 'members')
      const types = found.map(({ user_id: id }) => run.emulator.world.users.get(String(id))?.type)
      if (types.includes('service')) throw new Error('a member is no human')
    },
    { users: 2, api_keys: 1, orgs: 1, members: 2 },
  ],
])('of 48,441 records leaves what a client needs that %s', async (_, client, smallest) => {
  const scenario = await loadScenario({ scenario: 1, name: 'large', world: { fixtures: ['large'] } })
  const report = await shrink(client, { scenario })
  expect(report.from.records).toBeGreaterThan(40_000)
  expect(report.to.records, JSON.stringify(count(report.scenario))).toBeLessThanOrEqual(sum(smallest) + MORE)
  const again = await loadScenario(report.scenario)
  await expect(shrink(client, { scenario: again, budget: '1ms' })).resolves.toMatchObject({ failure: report.failure })
})

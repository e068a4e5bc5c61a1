/** Migration of projects that hold their data in @mswjs/data, the predecessor of @msw/data: docs/mock-in-tools.md. */
import { factory, primaryKey } from '@mswjs/data'
import { expect, it } from 'vitest'
import { createEmulator } from '../../index.ts'
import { createCollections } from './data.ts'

it('what the old library holds is taken by the new one over a world, with its checks', async () => {
  const db = factory({ org: { id: primaryKey(String), alias: String, name: String } })
  db.org.create({ id: '00000000-0000-4000-8000-00000000aaaa', alias: 'from-seeds', name: 'From seeds' })
  db.org.create({ id: '00000000-0000-4000-8000-00000000bbbb', alias: 'acme', name: 'Taken' })
  const [fresh, taken] = db.org.getAll()
  const emulator = createEmulator()
  const { orgs } = await createCollections(emulator)
  await orgs.create({ ...fresh!, visibility: 'public' })
  await expect(orgs.create({ ...taken!, visibility: 'public' })).rejects.toThrow("has the alias 'acme'")
  expect(emulator.world.orgs.get('from-seeds')).toMatchObject(fresh!)
})

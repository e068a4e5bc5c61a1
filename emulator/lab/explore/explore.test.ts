import { expect, it } from 'vitest'
import { createEmulator } from '../../index.ts'
import { keyFor } from '../engine/base-emulator.ts'

it('gives a subject the first admin key of the world, past keys that can do less', () => {
  const base = createEmulator()
  const first = keyFor(base, undefined)
  const { id } = base.world.api_keys.list().find(({ key }) => key === first)!
  for (const role of ['write', 'read'] as const) {
    base.world.api_keys.update(id, { role })
    const { role: given } = base.world.api_keys.list().find(({ key }) => key === keyFor(base, undefined))!
    expect(given).toBe('admin')
  }
})

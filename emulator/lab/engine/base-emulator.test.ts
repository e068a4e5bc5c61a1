import { expect, it } from 'vitest'
import { createEmulator } from '../../host/emulator.ts'
import { findAdminKey } from './base-emulator.ts'

it('finds an admin key, and none that can only write', () => {
  const emulator = createEmulator({ fixtures: [] })
  const { alias } = emulator.world.users.insert({ alias: 'eve' })
  const mint = (role: 'write' | 'admin', key: string) =>
    emulator.world.api_keys.insert({ role, key, target: 'user', target_id: alias, created_by_user_id: alias })
  mint('write', 'svc-key-eve-write')
  expect(findAdminKey(emulator)).toBeUndefined()
  mint('admin', 'svc-key-eve-admin')
  expect(findAdminKey(emulator)).toBe('svc-key-eve-admin')
})

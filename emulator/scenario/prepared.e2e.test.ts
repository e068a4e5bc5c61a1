/** Shipped scenarios, as the build prepared them: without it each is read as a file of the user. */
import { expect, it } from 'vitest'
import { prepare } from './validate.ts'

it.each([
  ['modified-cursor', undefined, true],
  ['modified-cursor', { journal: false }, false],
  ['client/login-stores', { journal: false }, true],
])('%s prepared with %j keeps a journal: %s', async (name, options, kept) => {
  const { begin } = await prepare(name, options)
  const emulator = begin!()
  await emulator.fetch('http://emulator/v1/users/me')
  if (kept) expect(emulator.journal.entries()).toHaveLength(1)
  else expect(() => emulator.journal).toThrow('keeps no journal')
})

import { expect, it } from 'vitest'
import { createEmulator } from '../../emulator/host/emulator.ts'
import { wrongAnswers } from './answers.ts'

it('says that it did not look at what the journal has dropped', async () => {
  const emulator = createEmulator({ journal: { size: 2 } })
  const ask = () => emulator.fetch('/v1/users/me', { headers: { 'x-api-key': 'svc-key-ada-admin' } })
  for (let n = 0; n < 2; n++) await ask()
  expect(wrongAnswers(emulator)).toEqual([])
  await ask()
  expect(wrongAnswers(emulator)).toEqual(['the journal dropped 1 exchanges, which nobody looked at'])
})

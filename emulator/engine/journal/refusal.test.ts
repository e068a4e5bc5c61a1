import { expect, it } from 'vitest'
import { createEmulator } from '../../index.ts'
import { findSource, refusalMessage } from './refusal.ts'

const ada = { 'x-api-key': 'svc-key-ada-admin', 'content-type': 'application/json' }

it.each([
  ['GET /orgs/nothing', ada, /^There is no organization 'nothing'/, 'A-7'],
  ['GET /users/me', {}, /^Send valid credentials/, 'A-392'],
  ['GET /user/me', ada, /^No endpoint has the path '\/user\/me'/, 'A-386'],
])('begins %s with its message and statement', async (request, headers, message, source) => {
  const emulator = createEmulator()
  const [method, path] = request.split(' ')
  await emulator.fetch(`http://emulator/v1${path}`, { method: method!, headers })
  const [entry] = emulator.journal.entries()
  expect(refusalMessage(entry!)).toMatch(message)
  expect(findSource(entry!)).toBe(source)
})

it('has no message for an answer that refuses nothing, and for none', async () => {
  const emulator = createEmulator()
  await emulator.fetch('http://emulator/v1/users/me', { headers: ada })
  const [entry] = emulator.journal.entries()
  expect([refusalMessage(entry!), refusalMessage({ error: null, response: null })]).toEqual([undefined, undefined])
})

import { expect, it } from 'vitest'
import { letTimePass } from '../../tests/helpers/let-time-pass.ts'
import { createEmulator, type TriggerInput } from '../index.ts'

const headers = { 'x-api-key': 'svc-key-ada-admin' }

function emulatorWith(actions: TriggerInput['do']) {
  const emulator = createEmulator()
  emulator.triggers.add({ when: { endpoint: '*' }, do: actions })
  return (init: RequestInit = {}) => emulator.fetch('http://api.test/v1/users/me', { headers, ...init })
}

it('stops waiting when the caller gives up', async () => {
  letTimePass()
  await expect(emulatorWith({ delay: '1h' })({ signal: AbortSignal.timeout(30) })).rejects.toThrow('timeout')
  await expect(
    emulatorWith({ delay: '1h' })({ signal: AbortSignal.abort(new Error('no longer wanted')) }),
  ).rejects.toThrow('no longer wanted')
  const slow = await emulatorWith({ slow: { bytes_per_second: 1 } })({ signal: AbortSignal.timeout(30) })
  await expect(slow.text()).rejects.toThrow('timeout')
  const stalled = await emulatorWith({ stall: true })({ signal: AbortSignal.timeout(30) })
  await expect(stalled.text()).rejects.toThrow('timeout')
  const cancelled = await emulatorWith({ slow: { bytes_per_second: 1 } })()
  const reader = cancelled.body!.getReader()
  const read = reader.read()
  await reader.cancel()
  expect(await read).toEqual({ done: true, value: undefined })
})

it('announces what it would have sent', async () => {
  const response = await emulatorWith({ truncate: { bytes: 5 } })()
  expect(Number(response.headers.get('content-length'))).toBeGreaterThan(100)
  await expect(response.json()).rejects.toThrow('terminated')
})

it('answers HEAD without a body, whatever the fault', async () => {
  const response = await emulatorWith([{ truncate: true }, { slow: { bytes_per_second: 1 } }, { malformed: true }])({
    method: 'HEAD',
  })
  expect([response.status, await response.text()]).toEqual([200, ''])
})

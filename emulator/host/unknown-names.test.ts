import { expect, it } from 'vitest'
import { createEmulator } from '../adapters/create-emulator.ts'

const asBen = { headers: { 'X-API-Key': 'svc-key-ben-admin' } }

it.each([
  ['adaa', "match.caller: neither the world nor the journal has a caller 'adaa', did you mean 'ada'?"],
  ['nobody', "match.caller: neither the world nor the journal has a caller 'nobody'"],
  [
    '00000000-0000-4000-8000-0000000000a1',
    "match.caller: '00000000-0000-4000-8000-0000000000a1' is an id: the journal has names, did you mean 'ada'?",
  ],
])('no verdict on the caller %s', (caller, message) => {
  const emulator = createEmulator()
  expect(() => emulator.verify({ caller }, { times: 0 })).toThrow(
    expect.objectContaining({ name: 'EmulatorError', message }),
  )
  expect(emulator.verify({ caller }).ok).toBe(false)
})

it('a caller counts that is gone since, or has another alias', async () => {
  const emulator = createEmulator()
  await emulator.fetch('/v1/users/me', asBen)
  emulator.world.users.update('ben', { alias: 'benjamin' })
  expect(emulator.verify({ caller: 'ben' }, { times: 1 }).ok).toBe(true)
  expect(emulator.verify({ caller: 'benjamin' }, { times: 0 }).ok).toBe(true)
})

it('a caller counts that is gone since, although the journal has dropped all that he asked', async () => {
  const emulator = createEmulator({ journal: { size: 1 } })
  await emulator.fetch('/v1/users/me', asBen)
  await emulator.fetch('/v1/users/nobody')
  emulator.world.users.update('ben', { alias: 'benjamin' })
  expect(emulator.verify({ caller: 'ben', error: 'user_not_found' }, { times: 0 }).ok).toBe(true)
})

const drop = { when: { endpoint: 'GET /users/me' }, do: { drop: true } } as const

it.each([
  [
    'lost-anser',
    "match.trigger: neither the world nor the journal has a trigger 'lost-anser', did you mean 'lost-answer'?",
  ],
  ['nothing', "match.trigger: neither the world nor the journal has a trigger 'nothing'"],
  ['trigger-1', "match.trigger: 'trigger-1' is an id: the journal has names, did you mean 'lost-answer'?"],
])('no verdict on the trigger %s', (trigger, message) => {
  const emulator = createEmulator()
  emulator.triggers.add({ name: 'lost-answer', ...drop })
  emulator.triggers.add(drop)
  expect(() => emulator.verify({ trigger }, { times: 0 })).toThrow(
    expect.objectContaining({ name: 'EmulatorError', message }),
  )
  expect(emulator.verify({ trigger }).ok).toBe(false)
  expect(emulator.verify({ trigger: 'lost-answer' }, { times: 0 }).ok).toBe(true)
  expect(emulator.verify({ trigger: 'trigger-2' }, { times: 0 }).ok).toBe(true)
})

it('gives a verdict on a trigger that may have been cleared, and none once the world starts again', () => {
  const emulator = createEmulator()
  const { id } = emulator.triggers.add(drop)
  emulator.triggers.add({ name: 'cleared', ...drop })
  emulator.triggers.clear()
  for (const trigger of [id, 'cleared']) expect(emulator.verify({ trigger }, { times: 0 }).ok).toBe(true)
  emulator.reset()
  for (const trigger of [id, 'cleared'])
    expect(() => emulator.verify({ trigger }, { times: 0 })).toThrow(
      `neither the world nor the journal has a trigger '${trigger}'`,
    )
})

it('gives a verdict on a trigger that may have been taken away, or that acted in a world which was since restored', async () => {
  const emulator = createEmulator()
  const before = emulator.snapshot()
  const { id } = emulator.triggers.add({ name: 'taken', ...drop })
  await emulator.fetch('/v1/users/me', asBen).catch(() => undefined)
  emulator.triggers.remove(id)
  expect(emulator.verify({ trigger: 'another' }, { times: 0 }).ok).toBe(true)
  emulator.restore(before)
  expect(emulator.verify({ trigger: 'taken' }, { times: 1 }).ok).toBe(true)
})

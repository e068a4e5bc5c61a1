import { expect, it } from 'vitest'
import { createEmulator } from '../../host/emulator.ts'
import { hostOf } from '../../host/instance-of.ts'
import { until } from '../../../tests/helpers/until.ts'
import type { TriggerInput } from '../triggers/triggers.ts'
import { harText, HarEntries } from './har.ts'

const me = 'http://emulator/v1/users/me'
const ada = { headers: { 'x-api-key': 'svc-key-ada-admin' } }

async function durationWith(fault: TriggerInput['do'], init: RequestInit = ada): Promise<object> {
  const emulator = createEmulator()
  emulator.triggers.add({ when: { endpoint: '*' }, do: fault })
  const answer = await emulator.fetch(me, init).catch(() => undefined)
  await answer?.text().catch(() => {})
  return emulator.journal.entries()[0]!.duration
}

it('counts a delay as real time, and says how much of it was one', async () => {
  expect(await durationWith({ delay: '20ms' })).toEqual({ world_ms: 0, real_ms: 20, delayed_ms: 20 })
})

it('counts all delays of an answer, also of one that never comes', async () => {
  expect(await durationWith([{ delay: '10ms' }, { delay: '15ms' }, { lose_response: true }])).toMatchObject({
    real_ms: 25,
    delayed_ms: 25,
  })
})

it('counts the time for which a slow body trickles', async () => {
  const emulator = createEmulator()
  emulator.triggers.add({ when: { endpoint: '*' }, do: { slow: { bytes_per_second: 10_000 } } })
  const body = await (await emulator.fetch(me, ada)).arrayBuffer()
  // Pieces of 500 bytes, one in 50 ms.
  expect(emulator.journal.entries()[0]!.duration.delayed_ms).toBe(Math.ceil(body.byteLength / 500) * 50)
  expect(await durationWith({ slow: { bytes_per_second: 10_000 } }, { ...ada, method: 'HEAD' })).not.toHaveProperty(
    'delayed_ms',
  )
})

it('draws the delay of a range once, for the answer and for the entry', async () => {
  const emulator = createEmulator()
  emulator.triggers.add({ when: { endpoint: '*' }, do: { delay: '5ms..25ms' } })
  await emulator.fetch(me, ada)
  const [entry] = emulator.journal.entries()
  expect(entry!.response!.faults).toEqual([{ delay: `${entry!.duration.delayed_ms}ms` }])
})

it('counts the time at a gate, also where no real clock runs', async () => {
  const emulator = createEmulator()
  const gates = (['before', 'after'] as const).map((at) => emulator.hold('GET /users/me', { at }))
  const user = new AbortController()
  const answers = [ada, { ...ada, signal: user.signal }].map((init) => emulator.fetch(me, init).catch(() => undefined))
  let now = 1_000
  hostOf(emulator).waitClock = () => now
  await gates[0]!.arrived(2)
  for (const gate of gates) {
    now += 70
    gate.release()
  }
  now += 30
  user.abort()
  await Promise.all(answers)
  expect(emulator.journal.entries().map(({ duration }) => duration)).toEqual([
    { world_ms: 0, real_ms: 140, held_ms: 140 },
    { world_ms: 0, real_ms: 170, held_ms: 170 },
  ])
})

it('counts the time after which a client left that waited for a late answer', async () => {
  const emulator = createEmulator()
  emulator.triggers.add({ when: { endpoint: '*' }, do: { delay: '1h' } })
  let now = 1_000
  hostOf(emulator).waitClock = () => now
  const user = new AbortController()
  const answer = emulator.fetch(me, { ...ada, signal: user.signal })
  await until(() => expect(emulator.journal.entries()).toHaveLength(1))
  now += 250
  user.abort()
  await answer.catch(() => undefined)
  expect(emulator.journal.entries()).toMatchObject([{ duration: { real_ms: 250, delayed_ms: 250 } }])
})

it('leaves delays out where there were none', async () => {
  expect(await durationWith({ malformed: true })).toEqual({ world_ms: 0, real_ms: 0 })
})

it('says how long after the request before it one came', async () => {
  let now = 5_000
  const emulator = createEmulator({ real: { now: () => now } })
  for (const wait of [0, 1_800, 0]) {
    now += wait
    await emulator.fetch(me, ada)
  }
  const gaps = () => emulator.journal.entries().map(({ duration }) => duration.after_ms)
  expect(gaps()).toEqual([undefined, 1_800, undefined])
  emulator.journal.clear()
  now += 70
  await emulator.fetch(me, ada)
  expect(gaps()).toEqual([70])
})

it('gives delays to archives, in the time of a request and of its timings', async () => {
  const emulator = createEmulator()
  emulator.triggers.add({ when: { endpoint: '*' }, do: { delay: '30ms' } })
  await emulator.fetch(me, ada)
  const entries = [...new HarEntries(emulator.journal.entries(), 'http://emulator')].map((each) => JSON.stringify(each))
  const text = [...harText([`[${entries.join()}]`], () => undefined)].join('')
  const { log } = JSON.parse(text) as { log: { entries: { time: number; timings: { wait: number } }[] } }
  expect(log.entries[0]).toMatchObject({ time: 30, timings: { send: 0, wait: 30, receive: 0 } })
})

import '../emulator/extras.ts'
import { answerControl } from '../emulator/control/serve.ts'
import { handle } from '../emulator/host/dispatch.ts'
import { instanceOf } from '../emulator/host/instance-of.ts'
import { createEmulator } from '../emulator/index.ts'
import type { Bench, Measure } from './harness/measure.ts'
import { largeInputs, type LargeInput } from './workload/large-input.ts'

const doors: Readonly<Record<LargeInput['kind'], string>> = {
  control: 'a value at any place of the control API', rest: 'a body of any endpoint', socket: 'a message of a socket', work: 'records, triggers and steps',
}

/** How long one request holds the thread (docs/decisions/0440). */
export const bench: Bench = {
  about: 'CPU that a megabyte of anything holds the thread for: the worst of hundreds of bodies at every door.',
  async run({ quick }) {
    const worst = new Map<LargeInput['kind'], { held: number; name: string }>()
    for (const { kind, name, door, body } of largeInputs()) {
      const text = new TextEncoder().encode(JSON.stringify(body).padEnd(1_000_000))
      let held = Infinity
      // What the machine does beside it makes a round only slower.
      for (let round = 0; round < (quick ? 1 : 4) && held > 20; round++) held = Math.min(held, await heldBy(door, text))
      if (held > (worst.get(kind)?.held ?? 0)) worst.set(kind, { held, name: `${door}: ${name}` })
    }
    return [...worst].map(([kind, { held, name }]): Measure => ({ what: `the worst of ${doors[kind]}`, value: held, unit: 'ms', atMost: 50, detail: name.trim() }))
  },
}

/** Milliseconds of CPU between two moments in which others could be served, at most. */
async function heldBy(door: string, body: Uint8Array): Promise<number> {
  const emulator = createEmulator({ journal: { size: 10 } })
  const { site } = instanceOf(emulator)
  site.control = answerControl
  globalThis.gc?.()
  let longest = 0
  let since = cpuMs()
  const look = (): void => { longest = Math.max(longest, cpuMs() - since) }
  site.pause = async () => {
    look()
    await new Promise((resolve) => setImmediate(resolve))
    since = cpuMs()
  }
  const headers = ['x-api-key', 'svc-key-ada-admin', 'content-type', 'application/json']
  const [method = '', url = ''] = door.split(' ')
  if (door !== 'socket') await handle(emulator, { method, url, headers, body })
  else emulator.connect({ url: '/v1/realtime', headers: headers.slice(0, 2), send: () => {}, close: () => {} }).receive(new TextDecoder().decode(body))
  look()
  return longest
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}

import { answerControl } from '../../emulator/adapters/control/serve.ts'
import { handle } from '../../emulator/host/dispatch.ts'
import { instanceOf } from '../../emulator/host/instance-of.ts'
import { createEmulator, type Emulator } from '../../emulator/index.ts'
import { quantile, type Bench, type Measure } from './harness/measure.ts'
import { comparisons } from './workload/comparisons.ts'
import { largeInputs, type LargeInput } from './workload/large-input.ts'

const doors: Readonly<Record<LargeInput['kind'], string>> = {
  control: 'a value at any place of the control API',
  rest: 'a body of any endpoint',
  socket: 'a message of a socket',
  work: 'records, triggers and steps',
  compared: 'a comparison with what was sent',
}

/** Of each kind, those that took longest when they were sent once are sent so often again. */
const WORST = 8
const AGAIN = 5

/** How long one request holds the thread. */
export const bench: Bench = {
  about: 'CPU that a megabyte of anything holds the thread for: the worst of hundreds of bodies at every door.',
  async run({ quick }) {
    const inputs = [...largeInputs(), ...comparisons()].filter((_, n) => !quick || n % 5 === 0)
    const screened: Screened[] = []
    for (const input of inputs) {
      screened.push({ input, held: await heldBy(input) })
      if (screened.length % 100 === 0) console.log(`  ${screened.length} of ${inputs.length} bodies sent once`)
    }
    const measures: Measure[] = []
    for (const kind of Object.keys(doors) as LargeInput['kind'][]) measures.push(await worstOf(kind, screened))
    return measures
  },
}

interface Screened {
  readonly input: LargeInput
  readonly held: number
}

/** What is merely compiled the first time, or was held up by what the machine does beside it, takes less the next. */
async function worstOf(kind: LargeInput['kind'], screened: readonly Screened[]): Promise<Measure> {
  const slowest = screened
    .filter(({ input }) => input.kind === kind)
    .toSorted((a, b) => b.held - a.held)
    .slice(0, WORST)
  let worst: Screened | undefined
  for (const { input } of slowest) {
    const held: number[] = []
    for (let round = 0; round < AGAIN; round++) held.push(await heldBy(input))
    const usual = quantile(held, 0.25)
    if (worst === undefined || usual > worst.held) worst = { input, held: usual }
  }
  const { input, held } = worst!
  return {
    what: `the worst of ${doors[kind]}`,
    value: held,
    unit: 'ms',
    atMost: 50,
    detail: `${input.door}: ${input.name.trim()}`,
  }
}

const headers = ['x-api-key', 'svc-key-ada-admin', 'content-type', 'application/json']

/** Milliseconds of CPU between two moments in which others could be served, at most. */
async function heldBy(input: LargeInput): Promise<number> {
  const emulator = createEmulator({ journal: { size: 10 } })
  const { site } = instanceOf(emulator)
  site.control = answerControl
  for (const { door, body } of input.before ?? []) await send(emulator, door, textOf(body))
  const text = textOf(input.body)
  globalThis.gc?.()
  let longest = 0
  let since = cpuMs()
  const look = (): void => {
    longest = Math.max(longest, cpuMs() - since)
  }
  site.pause = async () => {
    look()
    await new Promise((resolve) => setImmediate(resolve))
    since = cpuMs()
  }
  await send(emulator, input.door, text)
  look()
  return longest
}

function textOf(body: unknown): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(body))
}

async function send(emulator: Emulator, door: string, body: Uint8Array): Promise<void> {
  const [method = '', url = ''] = door.split(' ')
  if (door !== 'socket') await handle(emulator, { method, url, headers, body })
  else
    emulator
      .connect({ url: '/v1/realtime', headers: headers.slice(0, 2), send: () => {}, close: () => {} })
      .receive(new TextDecoder().decode(body))
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}

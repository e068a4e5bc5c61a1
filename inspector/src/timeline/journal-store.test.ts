import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { until } from '../../../tests/helpers/until.ts'
import type { Source } from '../source/source.ts'
import { JournalStore } from './journal-store.ts'
import type { Line } from './line.ts'

let frames: (() => void)[]
let entries: Line[]
let streams: { hear(line: Line): void; signal: AbortSignal }[]
let store: JournalStore

const line = (number: number, unit = 'GET /users/:user_id') =>
  ({ number, request: {}, unit, error: null, triggers: [] as readonly string[] }) as Line
const numbers = () => store.lines.map(({ number }) => number)
const draw = () => frames.splice(0).forEach((show) => show())

beforeEach(async () => {
  frames = []
  streams = []
  entries = [line(1)]
  vi.stubGlobal('requestAnimationFrame', (show: () => void) => frames.push(show))
  const source = {
    call: () => Promise.resolve({ entries, next: entries.length, dropped: 0 }),
    listen: (_: string, heard: (data: string) => void, signal: AbortSignal) => {
      streams.push({ hear: (each) => heard(JSON.stringify(each)), signal })
      return new Promise<void>(() => undefined)
    },
  } as unknown as Source
  store = new JournalStore(source, () => undefined)
  void store.load()
  await until(() => expect(streams).toHaveLength(1))
})
afterEach(() => vi.unstubAllGlobals())

it('shows lines once that came before the journal is read again', async () => {
  streams[0]!.hear(line(2))
  entries = [line(1), line(2)]
  void store.load()
  await until(() => expect(streams).toHaveLength(2))
  streams[0]!.hear(line(2))
  streams[1]!.hear(line(3))
  draw()
  expect(numbers()).toEqual([1, 2, 3])
})

it('shows no line that came before the journal was cleared', () => {
  streams[0]!.hear(line(2))
  store.clear()
  draw()
  expect(numbers()).toEqual([])
})

it('shows what became of a line that was held in its place', () => {
  streams[0]!.hear(line(2))
  streams[0]!.hear({ ...line(1), error: 'forbidden' } as Line)
  draw()
  streams[0]!.hear({ ...line(2), error: 'forbidden' } as Line)
  draw()
  expect(store.lines).toMatchObject([
    { number: 1, error: 'forbidden' },
    { number: 2, error: 'forbidden' },
  ])
})

it('counts what may have changed the world, once for each frame', () => {
  const before = store.worldVersion
  streams[0]!.hear(line(2))
  draw()
  expect(store.worldVersion).toBe(before)
  streams[0]!.hear(line(3, 'POST /orgs'))
  streams[0]!.hear(line(4, 'POST /orgs'))
  draw()
  expect(store.worldVersion).toBe(before + 1)
})

it('closes its stream', () => {
  expect(streams[0]!.signal.aborted).toBe(false)
  store.stop()
  expect(streams[0]!.signal.aborted).toBe(true)
})

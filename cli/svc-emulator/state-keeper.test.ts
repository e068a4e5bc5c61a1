import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createEmulator, type Emulator } from '../../emulator/index.ts'
import { hostOf, instanceOf } from '../../emulator/host/instance-of.ts'
import type { FileText } from '../../emulator/adapters/node/replace-file.ts'
import { RunOptions } from '../../emulator/host/kept/run-options.ts'
import { StateKeeper } from './state-keeper.ts'

let emulator: Emulator
let written: string[]
let notes: string[]
let failing: Error | undefined
beforeEach(() => {
  vi.useFakeTimers()
  emulator = createEmulator()
  written = []
  notes = []
  failing = undefined
})
afterEach(() => void vi.useRealTimers())

const file = {
  isCurrent: () => true,
  write: async (text: FileText) => {
    const whole = Array.from(text).join('')
    if (failing) throw failing
    written.push(whole)
  },
}
const options = (loaded: boolean) => ({
  loaded,
  begun: undefined,
  run: new RunOptions({}),
  note: (text: string) => void notes.push(text),
  now: () => 0,
})
const keeper = (loaded: boolean) => new StateKeeper(file, emulator, options(loaded))
/** The state of the main world in a file. */
const mainIn = (text: string) => {
  const { server: _server, ...main } = JSON.parse(text) as Record<string, unknown>
  return main
}
const addOrg = (alias: string) => emulator.world.orgs.insert({ alias })

it('saves now and then while something changes', async () => {
  const keeping = keeper(true)
  keeping.every(1000)
  await vi.advanceTimersByTimeAsync(3000)
  expect(written).toHaveLength(0)
  addOrg('one')
  await vi.advanceTimersByTimeAsync(3000)
  expect(written).toHaveLength(1)
  expect(mainIn(written[0]!)).toEqual(JSON.parse(JSON.stringify(emulator.export())))
  emulator.clock.advance('1h')
  await vi.advanceTimersByTimeAsync(3000)
  emulator.reset()
  await vi.advanceTimersByTimeAsync(3000)
  expect(written).toHaveLength(3)
  await keeping.end()
  addOrg('two')
  await vi.advanceTimersByTimeAsync(3000)
  expect(written).toHaveLength(3)
})

it('saves at the end, and first where there is no file yet', async () => {
  await keeper(false).end()
  expect(written).toHaveLength(1)
  const keeping = keeper(true)
  keeping.every(0)
  addOrg('one')
  await vi.advanceTimersByTimeAsync(100_000)
  expect(written).toHaveLength(1)
  await keeping.end()
  expect(written).toHaveLength(2)
})

it('says once that saving fails, goes on trying, says that it succeeds again, and fails at the end', async () => {
  const keeping = keeper(false)
  keeping.every(1000)
  failing = new Error('full')
  await vi.advanceTimersByTimeAsync(5000)
  expect([notes, written]).toEqual([['full'], []])
  await expect(keeping.save()).rejects.toThrow('full')
  failing = undefined
  await vi.advanceTimersByTimeAsync(1000)
  expect(written).toHaveLength(1)
  expect(notes).toEqual(['full', 'the state is saved again'])
  addOrg('one')
  failing = new Error('full')
  await vi.advanceTimersByTimeAsync(1000)
  expect(notes.slice(2)).toEqual(['full'])
  await expect(keeping.end()).rejects.toThrow('full')
})

it.each([true, false])(
  'ends a save that is under way where something changed since (%s), and finishes it where not',
  async (changed) => {
    const begun: string[][] = []
    const slow = {
      isCurrent: () => true,
      async write(text: FileText) {
        const pieces: string[] = []
        begun.push(pieces)
        for (const piece of text) {
          pieces.push(piece)
          await Promise.resolve()
        }
        written.push(pieces.join(''))
      },
    }
    for (let n = 0; n < 1_000; n++) addOrg(`org-${n}`)
    const keeping = new StateKeeper(slow, emulator, options(false))
    keeping.every(1000)
    vi.advanceTimersByTime(1000)
    for (let turns = 0; turns < 5; turns++) await Promise.resolve()
    expect(begun).toHaveLength(1)
    if (changed) addOrg('last')
    await keeping.end()
    expect(written.map(mainIn)).toEqual([JSON.parse(JSON.stringify(emulator.export()))])
    expect(begun).toHaveLength(changed ? 2 : 1)
    if (changed) expect(begun[0]!.length).toBeLessThan(begun[1]!.length / 2)
    expect(notes).toEqual([])
  },
)

it('saves what only the number of varied answers, a snapshot or a further world changes, and not what is only read', async () => {
  const site = instanceOf(emulator).site
  const keeping = keeper(true)
  keeping.every(1000)
  const changes = [
    () => void hostOf(emulator).world.state.varied++,
    () => void instanceOf(emulator).snapshots.set('mine', emulator.snapshot()),
    () => void site.add(instanceOf(emulator).fork({}, site), { name: 'mia' }),
    () => site.get('mia')!.host.world.advance(1000),
    () => void site.delete('mia'),
  ]
  for (const [index, change] of changes.entries()) {
    change()
    await vi.advanceTimersByTimeAsync(3000)
    expect(written).toHaveLength(index + 1)
  }
  site.add(instanceOf(emulator).fork({}, site), { name: 'leo' })
  await vi.advanceTimersByTimeAsync(1000)
  site.use('leo', false)
  await vi.advanceTimersByTimeAsync(3000)
  expect(written).toHaveLength(changes.length + 1)
  await keeping.end()
  expect(JSON.parse(written.at(-1)!)).toMatchObject({ server: { worlds: [{ name: 'leo', requests: 1 }] } })
})

it('saves now and then that a world is used which ends when nobody uses it', async () => {
  const site = instanceOf(emulator).site
  let time = 0
  site.real = { now: () => time }
  site.add(instanceOf(emulator).fork({}, site), { name: 'mia', idle: 1_000_000 })
  const keeping = keeper(true)
  keeping.every(1000)
  for (const [used, saves] of [
    [59_999, 0],
    [60_000, 1],
    [100_000, 1],
    [120_000, 2],
  ] as const) {
    time = used
    site.use('mia', false)
    await vi.advanceTimersByTimeAsync(3000)
    expect(written).toHaveLength(saves)
  }
  await keeping.end()
})

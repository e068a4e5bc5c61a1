import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cases } from '../../../tests/helpers/cases.ts'
import { createEmulator, type Emulator } from '../../index.ts'
import type { ExportedState } from '../world/exported-state.ts'
import { stateAt, type Undo } from './undo.ts'

const headers = { 'x-api-key': 'svc-key-ada-admin', 'content-type': 'application/json' }
const pick = fc.nat(7)
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('request' as const), a: pick, b: pick }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constantFrom('arrange' as const, 'advance' as const, 'trigger' as const, 'settings' as const),
      a: pick,
      b: pick,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constantFrom('look' as const, 'restore' as const, 'snapshot' as const),
      a: pick,
      b: pick,
    }),
  },
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

const requests: readonly ((n: number) => readonly [method: string, path: string, body?: unknown])[] = [
  (n) => ['POST', '/blobs/acme', { alias: `blob-${n}`, type: 'text' }],
  (n) => ['PATCH', n < 4 ? '/users/me' : `/blobs/acme/blob-${n}`, { name: `named ${n}` }],
  (n) => ['DELETE', `/blobs/acme/blob-${n}`],
  (n) => ['GET', `/blobs/acme/blob-${n}`],
  () => ['POST', '/blobs/acme/weights/revisions', {}],
  (n) => ['POST', '/workflow/execute_session', { org_id: 'acme', session_id: `s${n}` }],
  () => ['POST', '/api-keys/target/user/me', { role: 'read' }],
  (n) => ['DELETE', n === 7 ? '/orgs/acme' : `/credentials/${n}`],
]

/** Performs a step that does not concern the emulator's past. */
async function perform(emulator: Emulator, { kind, a, b }: Step): Promise<void> {
  if (kind === 'request') {
    const [method, path, body] = requests[a]!(b)
    await emulator.fetch(`/v1${path}`, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) })
  }
  if (kind === 'arrange' && emulator.world.users.get(`user-${a}`) === undefined)
    emulator.world.users.insert({ alias: `user-${a}` })
  if (kind === 'advance') emulator.clock.advance(a * 40_000)
  if (kind === 'settings') {
    const changes = { page_rows: a + 1, statuses: { user_not_found: b < 4 ? null : 410 } }
    const sent = { method: 'PATCH', headers, body: JSON.stringify(changes) }
    await emulator.fetch('http://127.0.0.1:4010/__emulator/settings', sent)
  }
  if (kind === 'trigger')
    emulator.triggers.add({ when: { endpoint: 'POST', nth: b + 1 }, do: [{ fail: { error: 'internal_error' } }] })
}

const exportText = (emulator: Emulator): string => JSON.stringify(emulator.export())

/** Exports an untraced emulator after these steps from the start. */
async function replayed(steps: readonly Step[]): Promise<string> {
  const emulator = createEmulator()
  for (const each of steps) await perform(emulator, each)
  return exportText(emulator)
}

interface Moment {
  readonly entry: number
  /** Steps that led to the entry. */
  readonly steps: readonly Step[]
}

/** Compares with a model: each entry is known by its steps, and going back to it repeats them. */
async function run(given: readonly Step[]): Promise<void> {
  const emulator = createEmulator({ trace: true })
  let done: Step[] = []
  const moments: Moment[] = []
  for (const each of given) {
    const moment = moments[each.a % Math.max(moments.length, 1)]
    if (each.kind === 'look' && moment !== undefined) {
      expect(exportText(emulator.fork({ at: moment.entry }))).toBe(await replayed(moment.steps))
      expect(exportText(emulator)).toBe(await replayed(done))
    } else if (each.kind === 'restore' && moment !== undefined) {
      emulator.trace.restore(moment.entry)
      done = [...moment.steps]
    } else if (each.kind === 'snapshot') {
      const kept = emulator.snapshot()
      await perform(emulator, { kind: 'request', a: 0, b: each.b })
      emulator.restore(kept)
    } else {
      const { last } = emulator.journal
      await perform(emulator, each)
      done.push(each)
      if (emulator.journal.last > last) moments.push({ entry: emulator.journal.last, steps: [...done] })
    }
    expect(exportText(emulator)).toBe(await replayed(done))
  }
  for (const { entry, steps } of moments) expect(exportText(emulator.fork({ at: entry }))).toBe(await replayed(steps))
  checkUndos(emulator)
}

/** Checks that undos in a file lead from the last state to equal earlier states. */
function checkUndos(emulator: Emulator): void {
  const end = JSON.parse(exportText(emulator)) as ExportedState
  const undos = JSON.parse(JSON.stringify(emulator.trace.undos())) as Undo[]
  for (const { number, other_branch: other } of emulator.journal.timeline()) {
    for (const when of ['before', 'after'] as const) {
      const state = stateAt(end, undos, number, when)
      if (other) expect(state).toBeUndefined()
      else expect(JSON.stringify(state)).toBe(exportText(emulator.fork({ at: number, when })))
    }
  }
}

test('the state at an entry is the one that a replay up to it makes, on whatever branch', async () => {
  await fc.assert(fc.asyncProperty(fc.array(step, { maxLength: 14 }), run), cases(25))
})

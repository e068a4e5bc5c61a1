import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cases } from '../../../tests/helpers/cases.ts'
import { hostOf } from '../../host/instance-of.ts'
import { createEmulator, type Emulator } from '../../index.ts'
import { loadScenario } from '../index.ts'
import { bundleOfRun } from '../run-bundle.ts'
import { play } from '../replay.ts'
import { InProcessTarget } from '../targets/in-process.ts'

const headers = { 'x-api-key': 'svc-key-ada-admin', 'content-type': 'application/json' }

async function send(emulator: Emulator, method: string, path: string, body?: unknown): Promise<unknown> {
  const sent = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) }
  return (await emulator.fetch(path.startsWith('/v1') ? path : `http://127.0.0.1:4010/__emulator${path}`, sent)).json()
}

type Act = (emulator: Emulator, n: number) => unknown

const has = (emulator: Emulator, table: 'users' | 'orgs' | 'blobs', alias: string): boolean =>
  emulator.world[table].get(alias) !== undefined

/** Ways to ask, and ways to arrange that a step can make again. */
const acts: Readonly<Record<string, Act>> = {
  create: (emulator, n) => send(emulator, 'POST', '/v1/blobs/acme', { alias: `blob-${n}`, type: 'text' }),
  look: (emulator, n) => send(emulator, 'GET', n < 4 ? `/v1/blobs/acme/blob-${n}` : '/v1/orgs/acme/members'),
  remove: (emulator, n) => send(emulator, 'DELETE', `/v1/blobs/acme/blob-${n}`),
  revise: (emulator) => send(emulator, 'POST', '/v1/blobs/acme/weights/revisions', {}),
  list: (emulator) => send(emulator, 'GET', '/v1/blobs/acme'),
  advance: (emulator, n) => emulator.clock.advance(n * 40_000),
  insert: (emulator, n) => !has(emulator, 'users', `user-${n}`) && emulator.world.users.insert({ alias: `user-${n}` }),
  insertWithId: (emulator, n) =>
    !has(emulator, 'orgs', `org-${n}`) &&
    emulator.world.orgs.insert({ id: `00000000-0000-4000-8000-00000000f00${n}`, alias: `org-${n}` }),
  insertKey: (emulator) =>
    has(emulator, 'users', 'ben') &&
    send(emulator, 'POST', '/state/api_keys', {
      target: 'user',
      target_id: 'ben',
      user_id: 'ben',
      created_by_user_id: 'ben',
      role: 'read',
    }),
  update: (emulator, n) => emulator.world.orgs.update('acme', { visibility: n < 4 ? 'private' : 'public' }),
  updateAnswered: (emulator, n) => {
    const id = emulator.world.blobs.get(`blob-${n}`)?.id
    return id !== undefined && send(emulator, 'PUT', `/state/blobs/${id}`, { name: `blob ${n}` })
  },
  memberOfAnswered: (emulator, n) => {
    const blob = emulator.world.blobs.get(`blob-${n}`)
    return (
      blob &&
      emulator.world.metadata.insert({ target: 'blob', target_id: blob.id, alias: 'card', key: `k${n}`, value: n })
    )
  },
  delete: (emulator, n) => n === 0 && has(emulator, 'users', 'ben') && emulator.world.users.delete('ben'),
  deleteBlob: (emulator, n) => has(emulator, 'blobs', `blob-${n}`) && emulator.world.blobs.delete(`blob-${n}`),
  goBack: (emulator, n) => {
    const { first, last } = emulator.journal
    const number = first + (n % (last - first + 1))
    const { state } = hostOf(emulator).tracer?.worldAt(number, 'after') ?? {}
    // No step stops between two pieces of work that are due at once.
    return state !== undefined && state.nextDue > state.now && emulator.trace.restore(number, 'after')
  },
}

const names = Object.keys(acts)
const run = fc.array(fc.record({ act: fc.constantFrom(...names), n: fc.nat(7) }), { minLength: 1, maxLength: 12 })

/** Answers of the branch that the world is on, without what takes real time. */
const answers = ({ journal }: Emulator) =>
  journal
    .entries()
    .filter((entry) => entry.other_branch !== true)
    .map(({ request: { method, url }, response }) => [method, url, response!.status, response!.body])

/** A bundle has stand-ins in place of secrets. */
const withoutSecrets = (state: object): unknown =>
  JSON.parse(JSON.stringify(state), (_name, value: unknown) =>
    /^(?:svc-(?:key|token|credential)-|svc-[0-9a-f]{40}$|stand-in-)/.test(String(value)) ? 'secret' : value,
  )

test('a scenario of a run gets the same answers, and leaves the same records', async () => {
  await fc.assert(
    fc.asyncProperty(run, fc.boolean(), async (given, isSet) => {
      const emulator = createEmulator({ trace: true, seed: 3 })
      if (isSet) await send(emulator, 'PATCH', '/settings', { page_rows: 2, limits: { blobs_per_org: 7 } })
      for (const { act, n } of given) await acts[act]!(emulator, n)
      await send(emulator, 'GET', '/v1/users/me')
      const bundle = JSON.parse(JSON.stringify(bundleOfRun(emulator, { name: 'run', about: 'A run.', problems: [] })))
      expect(bundle.result.notes).toEqual([])
      const loaded = await loadScenario(bundle)
      const again = createEmulator({ scenario: loaded })
      const { steps, problems } = await play(loaded, new InProcessTarget(again))
      expect([...problems, ...steps.flatMap(({ reasons }) => reasons)]).toEqual([])
      expect(answers(again)).toEqual(answers(emulator))
      expect(withoutSecrets(again.export())).toEqual(withoutSecrets(emulator.export()))
    }),
    cases(40),
  )
})

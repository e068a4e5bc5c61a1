import { describe, expect, it } from 'vitest'
import { catalog } from '../../emulator/service/catalog.ts'
import { errorFacts } from '../../emulator/contract/errors.ts'
import { sampleRequest } from '../../emulator/host/examples.ts'
import { handle } from '../../emulator/host/dispatch.ts'
import { createEmulator, type Emulator } from '../../emulator/index.ts'
import type { Unit } from '../../emulator/engine/kernel/unit/definition.ts'
import type { Sample } from '../../emulator/engine/kernel/unit/sample.ts'
import { topics } from './cases.ts'
import { connectDirectly } from './socket.ts'
import { freshEmulator } from './suite.ts'
import { Api } from './api.ts'

const id = (digits: string) => `00000000-0000-4000-8000-${digits.padStart(12, '0')}`

/** Every pair of a unit and a code that was answered. */
const occurred = new Set<string>()

/** Notes what was answered, and gives what no unit declared. */
function undeclared(emulator: Emulator): string[] {
  const found: string[] = []
  for (const { unit: named, failure, triggers } of emulator.journal.raw()) {
    const unit = catalog.find(({ id }) => id === named?.id)
    if (unit === undefined || failure === undefined || failure.code === 'escaped' || triggers.length > 0) continue
    const pair = `${unit.id} ${failure.code}`
    occurred.add(pair)
    if (!unit.errors.includes(failure.code) && errorFacts(failure.code).anyRequest !== true) found.push(pair)
  }
  return found
}

const callers = [
  '',
  'svc-key-ada-read',
  'svc-key-ben-admin',
  'svc-key-bot-write',
  'svc-key-acme-write',
  'svc-key-weights-read',
  'svc-key-lab',
]

/** The starter world with a key that reaches nothing of `acme`, and a revision with a running operation. */
const around = createEmulator()
around.world.api_keys.insert({
  key: 'svc-key-lab',
  role: 'admin',
  target: 'org',
  target_id: 'ada-lab',
  created_by: 'ada',
})
around.world.revisions.update(id('e2'), { status: 'pending' })
// Records below a blob that is being created.
const below = { target: 'blob', target_id: 'arriving' } as const
around.world.api_keys.insert({ ...below, id: id('f901'), key: 'svc-key-arriving', role: 'read', created_by: 'ada' })
around.world.members.insert({ ...below, id: id('f902'), user: 'ben', role: 'read' })
around.world.credentials.insert({ ...below, id: id('f903'), name: 'token', value: 'x', created_by: 'ada' })

/** Values for parameters and fields by their names: what is not there, and what is there in another state or out of sight. */
const values: Readonly<Record<string, readonly unknown[]>> = {
  org_id: ['missing', 'ben-lab'],
  blob_id: ['missing', 'arriving', 'leaving', 'draft'],
  user_id: ['missing', 'ben', 'old-bot', 'build-bot'],
  revision_id: ['missing', ...['e1', 'e2', 'e3', 'e5', 'e6'].map(id)],
  session_id: ['missing', 'run-03'],
  definition_id: ['missing'],
  execution_id: [id('ffff')],
  schedule_id: ['missing'],
  operation_id: [id('ffff')],
  id: [id('ffff'), ...['f901', 'f902', 'f903'].map(id)],
  name: ['missing'],
  alias: ['build-bot', 'acme', 'weights', 'run-05', 'report', 'every-02', id('1')],
  type: ['text', 'dataset', 'film'],
  cursor: ['x'],
  limit: [0, 500],
  depth: [50],
  nonsense: [1],
  '': [1],
}

/** The sample of a unit with one thing changed. */
function* near(unit: Unit): Generator<Sample> {
  const { sample } = unit
  if (sample === undefined) return
  for (const as of callers) yield { ...sample, as }
  for (const name of Object.keys(sample.params ?? {})) {
    for (const value of values[name] ?? []) yield { ...sample, params: { ...sample.params, [name]: String(value) } }
  }
  for (const [target, reference] of [
    ['org', 'missing'],
    ['blob', 'missing'],
    ['blob', 'arriving'],
    ['user', 'missing'],
    ['user', 'old-bot'],
    ['film', 'x'],
  ] as const) {
    if (sample.params?.['target'] !== undefined)
      yield { ...sample, params: { ...sample.params, target, target_id: reference } }
  }
  for (const name of [...Object.keys(unit.bodySchema.entries), 'nonsense', '']) {
    for (const value of values[name] ?? [id('ffff')]) {
      yield { ...sample, body: { ...sample.body, [name]: value } }
      yield { ...sample, body: { [name]: value } }
    }
  }
  for (const name of Object.keys(unit.querySchema?.entries ?? {})) {
    for (const value of values[name] ?? ['x']) yield { ...sample, query: { [name]: String(value) } }
  }
}

describe('no answer of the conformance cases has a code that its unit does not declare', () => {
  for (const [topic, cases] of Object.entries(topics)) {
    for (const each of cases) {
      if (each.needs?.includes('raw-http')) continue
      it(`${topic}: ${each.name}`, async () => {
        const emulator = freshEmulator(each)
        await each.run(
          new Api(
            'http://127.0.0.1:4010/v1',
            (request) => emulator.fetch(request),
            async (as) => connectDirectly(emulator, as),
          ),
          emulator,
        )
        expect(undeclared(emulator)).toEqual([])
      })
    }
  }
})

it.each(catalog)('nor has any near its sample: $id', async (unit) => {
  for (const sample of near(unit)) {
    const emulator = around.fork()
    const request = sampleRequest(unit, sample)
    await handle(emulator, request)
    // A query parameter that comes twice.
    if (unit.querySchema !== undefined)
      await handle(emulator, { ...request, url: `${request.url.split('?', 1)[0]!}?limit=1&limit=2&visibility=x` })
    expect(undeclared(emulator), JSON.stringify(sample)).toEqual([])
  }
})

/** Declared, and not seen here, with the reason. */
const never: Readonly<Record<string, string>> = {}

it('every code that a unit declares was answered, but for those that are listed', () => {
  const declared = catalog.flatMap((unit) => unit.errors.map((code) => `${unit.id} ${code}`))
  expect(declared.filter((pair) => !occurred.has(pair)).toSorted()).toEqual(Object.keys(never).toSorted())
})

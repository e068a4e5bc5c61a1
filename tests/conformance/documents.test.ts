import { describe, expect, it } from 'vitest'
import { catalog } from '../../emulator/service/catalog.ts'
import { handle } from '../../emulator/host/dispatch.ts'
import type { Json } from '../../emulator/host/documents/json-schema.ts'
import { examplesFor, sampleRequest } from '../../emulator/host/examples.ts'
import { createEmulator } from '../../emulator/index.ts'
import type { KeptExchange } from '../../emulator/engine/journal/entry.ts'
import type { Sample } from '../../emulator/engine/kernel/unit/sample.ts'
import { findHeader, type WireResponse } from '../../emulator/engine/kernel/wire.ts'
import { topics } from './cases.ts'
import { Documents } from './documents.ts'
import { connectDirectly } from './socket.ts'
import { freshEmulator } from './suite.ts'
import { Api } from './api.ts'

const documents = new Documents()
const answered = new Set<string>()

describe('every answer of the conformance cases is as the documents say', () => {
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
        const problems: string[] = []
        for (const entry of emulator.journal.raw()) {
          const found = documents.problems(entry)
          if (found === undefined) continue
          problems.push(...found)
          if (entry.failure === undefined) answered.add(entry.unit!.id)
        }
        expect([...new Set(problems)].slice(0, 5)).toEqual([])
      })
    }
  }

  it('and so is every example; of every unit one success at least was looked at', () => {
    const problems: string[] = []
    for (const [unit, { status, answer }] of examplesFor(catalog)) {
      problems.push(...documents.answerProblems(unit, status, answer))
      answered.add(unit.id)
    }
    expect(problems).toEqual([])
    expect(catalog.map(({ id }) => id).filter((id) => !answered.has(id))).toEqual([])
  })

  it('tells an answer that is not', async () => {
    const emulator = createEmulator()
    await emulator.fetch('http://emulator/v1/users/me', { headers: { 'x-api-key': 'svc-key-ada-admin' } })
    const [entry] = emulator.journal.raw()
    expect(documents.problems(entry!)).toEqual([])
    const { body } = entry!.response!
    const changed = Object.create(entry!, {
      request: { value: entry!.request },
      response: { value: { ...entry!.response!, body: (body as string).replace('"human"', '"robot"') } },
    }) as KeptExchange
    expect(documents.problems(changed)).toEqual([expect.stringContaining('must be equal to one of the allowed values')])
  })
})

/** Samples made wrong: by a field that nobody knows, by another caller, and about something that there is not. */
const ways: readonly ((sample: Sample) => Sample)[] = [
  (sample) => ({ ...sample, body: { ...sample.body, odd: 1 } }),
  (sample) => ({ ...sample, as: 'svc-key-ben-admin' }),
  (sample) => ({ ...sample, params: mapped(sample.params), body: mapped(sample.body) }),
  (sample) => ({ ...sample, query: { odd: '1' }, body: { limit: 100_000, ...sample.body } }),
]

function mapped(values: Readonly<Record<string, unknown>> = {}): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name]) => [name, 'nothing-here']))
}

const seeds = Array.from({ length: 30 }, (_, n) => n + 1)

describe.each([['refuse', 1] as const, ...seeds.map((seed) => ['vary', seed] as const)])(
  'answers of `unspecified: %s` with seed %i are as the documents say',
  (unspecified, seed) => {
    const base = createEmulator({ settings: { unspecified }, seed })
    // One way of asking for something that is refused, another one with each seed.
    const refused = ways[seed % ways.length]!

    it('over HTTP', () => {
      const problems = catalog.flatMap((unit) =>
        [unit.sample!, refused(unit.sample!)].flatMap((sample) => {
          const { status, headers, body } = handle(base.fork(), sampleRequest(unit, sample)) as WireResponse
          const answer = JSON.parse(findHeader(headers, 'x-response-body') ?? (body as string)) as unknown
          return documents.openProblems(unit, status, answer)
        }),
      )
      expect(problems.slice(0, 3)).toEqual([])
    })

    it('on a socket', () => {
      const problems: string[] = []
      for (const unit of catalog.filter(({ kind }) => kind === 'command'))
        for (const { body, as = 'svc-key-ada-admin' } of [unit.sample!, refused(unit.sample!)]) {
          const send = (text: string): void =>
            void problems.push(...documents.openCallProblems(unit, JSON.parse(text) as Json))
          const headers = { 'x-api-key': as }
          const socket = base.fork().connect({ url: '/v1/realtime', headers, send, close: () => {} })
          socket.receive(JSON.stringify({ jsonrpc: '2.0', id: 1, method: unit.id, params: body ?? {} }))
        }
      expect(problems.slice(0, 5)).toEqual([])
    })
  },
)

import { describe } from 'vitest'
import type { Run } from '../../lab/subjects/function.ts'
import { readEachCoverage, readTestCoverage } from './coverage-meta.ts'
import { expect, test } from './vitest.ts'

/** Faults that a client waits out, or gives up after a time of its own. */
const ANSWERED_LATE = ['late-answer', 'slow-body', 'stalled-body']

async function reads(fetch: typeof globalThis.fetch, baseUrl: string): Promise<string> {
  const response = await fetch(`${baseUrl}/orgs/acme`, { headers: { 'X-API-Key': 'svc-key-ada-admin' } })
  const { status, org } = JSON.parse(await response.text()) as { status: string; org: { name: string } }
  if (status !== 'success') throw new Error('refused')
  return org.name
}

for (const [transport, apiUrl] of [
  ['server', undefined],
  ['msw', undefined],
  ['msw', 'https://svc.example/v1'],
] as const) {
  const chosen = test.extend({ transport: [transport, { injected: false }], apiUrl: [apiUrl, { injected: false }] })

  describe(`explore, reached over ${transport}${apiUrl === undefined ? '' : ' at a fixed address'}`, () => {
    chosen(
      'runs a client with its own fetch in forks of the world of the test',
      async ({ explore, emulator, task }) => {
        emulator.world.orgs.update('acme', { name: 'Arranged' })
        const report = await explore(({ baseUrl }) => reads(globalThis.fetch, baseUrl), { skip: ANSWERED_LATE })
        expect(report).toHaveSurvived()
        expect(report.output).toBe('Arranged')
        expect(report.experiments.length).toBeGreaterThan(15)
        expect(emulator.journal.entries()).toEqual([])
        // A single request exercises it once; experiments exercise it many times.
        const { counts } = readTestCoverage('', readEachCoverage(task.meta))
        expect(counts['envelope.failure-has-error-and-message']).toBeGreaterThan(2)
      },
    )

    chosen('compares two clients in forks of the world of the test', async ({ explore, emulator }) => {
      emulator.world.orgs.update('acme', { name: 'Arranged' })
      const seen = new Set<string>()
      const names = async ({ baseUrl }: Run) => seen.add(await reads(globalThis.fetch, baseUrl))
      const ignores = (run: Run) => names(run).catch(() => 'nobody')
      const report = await explore(ignores, { against: names, only: ['no-answer', 'broken-answer'] })
      expect(report.worse).toMatchObject([
        { old: 'reported', new: 'wrong-output', faults: ['no-answer', 'broken-answer'] },
      ])
      expect([...seen]).toEqual(['Arranged'])
      const same = await explore(names, { against: names, only: ['no-answer'] })
      expect(same).toMatchObject({ worse: [], otherwise: [], better: [] })
      expect(same.experiments).toBeGreaterThan(0)
    })

    chosen('finds what it does not survive', async ({ explore }) => {
      const report = await explore(async ({ baseUrl }) => reads(globalThis.fetch, baseUrl).catch(() => 'nobody'), {
        only: ['no-answer', 'broken-answer'],
      })
      expect(report.findings).toMatchObject([{ verdict: 'wrong-output', faults: ['no-answer', 'broken-answer'] }])
      expect(() => expect(report).toHaveSurvived()).toThrow(
        /did not survive[^]*wrong-output: the connection ends without an answer/,
      )
      expect(report).not.toHaveSurvived()
    })
  })
}

test.extend({ emulatorOptions: { journal: { size: 2 } } })(
  'explore looks at every call, however little the journal of the test keeps',
  async ({ explore, emulator }) => {
    const inTurn = async (fetch: typeof globalThis.fetch, baseUrl: string) => {
      for (const path of ['/orgs/acme', '/users/me', '/orgs/acme', '/users/ben'])
        await fetch(baseUrl + path, { headers: { 'X-API-Key': 'svc-key-ada-admin' } })
    }
    const report = await explore(({ fetch, baseUrl }) => inTurn(fetch, baseUrl), { only: ['no-answer'] })
    expect(report.experiments.map(({ id }) => id).filter((id) => id.endsWith(':no-answer'))).toEqual(
      ['GET /orgs/:org_id#1', 'GET /users/me#1', 'GET /users/:user_id#1', 'GET /orgs/:org_id#2'].map(
        (call) => `${call}:no-answer`,
      ),
    )
    expect(emulator.journal.size).toBe(2)
  },
)

test('toHaveSurvived takes reports', () => {
  expect(() => expect(Promise.resolve()).toHaveSurvived()).toThrow(
    'expected the report of an exploration, got a promise (await it)',
  )
})

import { describe, expect, it } from 'vitest'
import { loadScenario, replay } from '../../scenario/index.ts'
import type { Scenario } from '../../scenario/schema.ts'
import { validate } from '../../scenario/validate.ts'
import type { Run } from '../subjects/function.ts'
import type { Emulator } from '../../host/emulator.ts'
import { nothingMet, type Subject } from '../engine/subject.ts'
import { scenarioSubject } from './scenario-subject.ts'
import { shrinkFailing } from './shrink-failing.ts'
import { shrink } from './shrink.ts'

const post = async ({ fetch, baseUrl, apiKey }: Run, path: string, body: object): Promise<never> => {
  const headers = { 'X-API-Key': apiKey, 'content-type': 'application/json' }
  const answer = await fetch(`${baseUrl}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  return (await answer.json()) as never
}

/** Takes a page for all. */
async function countSessions(run: Run): Promise<void> {
  const { sessions } = (await post(run, '/workflow/list_sessions', { org_id: 'acme' })) as { sessions?: object[] }
  if (sessions === undefined) throw new Error('no sessions')
  if (sessions.length < run.emulator.world.sessions.size) throw new Error('a page was taken for all')
}

const shrinkScenario = async (document: object) => {
  const loaded = await loadScenario(document)
  return shrinkFailing(scenarioSubject('it', undefined), loaded)
}

/** Fails in worlds for which this is true. */
const redWhere = (isRed: (emulator: Emulator, scenario: Scenario) => boolean): Subject => ({
  name: 'red',
  run: ({ start }) => {
    const end = isRed(start!.open(), start!.scenario as Scenario) ? 'failed' : 'succeeded'
    return Promise.resolve({ end, said: 'red', ...nothingMet })
  },
})

describe('shrink', () => {
  it('leaves what a client needs to fail: eleven sessions where it reads ten', async () => {
    const report = await shrink(countSessions)
    expect(report).toMatchObject({
      subject: 'countSessions',
      failure: ['Error: a page was taken for all'],
      from: { records: 438 },
      to: { records: 15, steps: 0, triggers: 0 },
      isLeast: true,
      notes: [],
    })
    expect(report.scenario).toEqual({
      scenario: 1,
      name: 'countsessions',
      about: 'Shrunk from 438 records to 15 (1 user, 1 org, 1 member, 1 api key, 11 sessions).',
      world: {
        fixtures: [],
        records: {
          users: [{ alias: 'ada' }],
          orgs: [{ alias: 'acme' }],
          members: [{ user: 'ada', target: 'org', target_id: 'acme' }],
          api_keys: [{ role: 'admin', target: 'user', target_id: 'ada', key: 'svc-key-ada-admin' }],
        },
        generate: { sessions: { count: 11, org: 'acme' } },
      },
    })
    expect(report.others.map(({ failure }) => failure)).toEqual(['Error: no sessions'])
    expect(await shrink(countSessions)).toEqual(report)
  })

  it('refuses a client that does not fail, and an unknown option', async () => {
    await expect(shrink(() => 1)).rejects.toThrow('does not fail, so there is nothing to shrink')
    await expect(shrink(countSessions, { budgte: '1s' } as never)).rejects.toThrow("did you mean 'budget'?")
  })

  it('refuses a failure that does not depend on the world', async () => {
    const silent = () => Promise.reject(new Error('not configured'))
    await expect(shrink(silent)).rejects.toThrow(
      "'silent' made no request to the emulator: its failure does not depend on the world: Error: not configured. Expected requests to its baseUrl",
    )
    const lost = async (run: Run) => {
      const answer = await run.fetch(`${run.baseUrl}/nowhere`)
      throw new Error(answer.ok ? 'found' : 'not found')
    }
    await expect(shrink(lost)).rejects.toThrow(
      "'lost' fails in an empty world, too: its failure does not depend on the world: Error: not found.",
    )
    // Without a request, too, it may look at the world.
    const looks = (run: Run) => {
      if (run.emulator.world.sessions.size > 3) throw new Error('too many')
    }
    expect((await shrink(looks)).to.records).toBeLessThan(10)
  })

  it('refuses a failure that does not repeat', async () => {
    let runs = 0
    const first = () => {
      if (++runs === 1) throw new Error('a file\nis missing')
    }
    await expect(shrink(first)).rejects.toThrow(
      "'first' does not fail the same way twice: in one world it failed (Error: a file is missing), then in an equal one it passed.",
    )
    const counts = () => Promise.reject(new Error(`run ${++runs}`))
    await expect(shrink(counts)).rejects.toThrow('then in an equal one it failed otherwise (Error: run 4)')
  })

  it('gives the smallest so far when its budget is over', async () => {
    const { isLeast, to, notes } = await shrink(countSessions, { budget: '1ms' })
    expect({ isLeast, to, notes }).toEqual({ isLeast: false, to: { records: 438, steps: 0, triggers: 0 }, notes: [] })
  })
})

const failing = {
  scenario: 1,
  name: 'fails',
  about: 'The second page is the last.',
  clauses: ['pagination.record.page-size'],
  world: { seed: 7, settings: { operation_ms: 5, limits: { blobs_per_org: 7 } } },
  triggers: [
    { when: { endpoint: 'GET /orgs/acme', nth: 3 }, do: { fail: { status: 503 } }, optional: true },
    { when: { endpoint: 'GET /users/me', nth: 2 }, do: { fail: { status: 500 } } },
  ],
  keys: { ben: { user: 'ben', role: 'admin' } },
  as: 'svc-key-ada-admin',
  steps: [
    { http: 'GET /orgs/acme' },
    { http: 'GET /users/me' },
    { http: 'GET /blobs/acme/weights' },
    { http: 'GET /users/me' },
    { http: 'GET /orgs/acme' },
  ],
}

describe('a scenario', () => {
  it('loses triggers, steps, records, settings and names that its failure does not need', async () => {
    const { scenario, from, to, notes } = await shrinkScenario({ ...failing, clauses: undefined })
    expect(notes).toEqual([])
    expect(from).toEqual({ records: 438, steps: 5, triggers: 2 })
    expect(to).toEqual({ records: 2, steps: 2, triggers: 1 })
    expect(scenario).toEqual({
      scenario: 1,
      name: 'fails',
      about:
        'The second page is the last. Shrunk from 438 records to 2 (1 user, 1 api key), from 5 steps to 2, from 2 triggers to 1.',
      world: {
        fixtures: [],
        records: {
          users: [{ alias: 'ada' }],
          api_keys: [{ target: 'user', target_id: 'ada', key: 'svc-key-ada-admin' }],
        },
      },
      triggers: [failing.triggers[1]],
      as: 'svc-key-ada-admin',
      steps: [{ http: 'GET /users/me' }, { http: 'GET /users/me' }],
    })
    expect((await replay(scenario)).ok).toBe(false)
  })

  it('loses a trigger with its step, and two steps, that only go together', async () => {
    const { to, scenario } = await shrinkScenario({
      scenario: 1,
      name: 'pairs',
      as: 'svc-key-ada-admin',
      triggers: [{ when: { endpoint: 'GET /orgs/acme', nth: 1 }, do: { fail: { status: 503 } } }],
      steps: [
        { http: 'GET /orgs/acme', expect: { status: 503 } },
        { http: 'POST /orgs', body: { alias: 'mine', name: 'Mine' } },
        { http: 'DELETE /orgs/mine' },
        { http: 'GET /users/me/orgs', expect: { body: { orgs: { length: 99 } } } },
      ],
    })
    expect(to).toMatchObject({ steps: 1, triggers: 0 })
    expect(scenario.steps).toMatchObject([{ http: 'GET /users/me/orgs' }])
  })

  it('keeps chaos where the failure comes of it, and loses it elsewhere', async () => {
    const shrunk = (chaos: object) =>
      shrinkScenario({
        scenario: 1,
        name: 'chaos',
        chaos,
        as: 'svc-key-ada-admin',
        steps: [{ http: 'GET /users/me' }, { http: 'DELETE /orgs/nobody' }],
      })
    const needed = await shrunk({ rate: '100%', on: 'reads' })
    expect(needed.failure[1]).toContain('the connection was closed')
    // A user with the key that the step names: without it nothing is replayed.
    expect(needed.to).toEqual({ records: 2, steps: 1, triggers: 0 })
    expect(needed.scenario.chaos).toEqual({ rate: '100%', on: 'reads' })
    const needless = await shrunk({ rate: '1%', on: 'reads' })
    expect(needless.scenario.steps).toEqual([{ http: 'DELETE /orgs/nobody' }])
    expect(needless.scenario.chaos).toBeUndefined()
  })

  it('keeps the settings that its failure needs', async () => {
    const { scenario } = await shrinkScenario({
      scenario: 1,
      name: 'gone',
      world: { seed: 9, settings: { operation_ms: 5, statuses: { org_not_found: 410, invalid_cursor: 422 } } },
      as: 'svc-key-ada-admin',
      steps: [{ http: 'GET /orgs/nobody', expect: { status: 404 } }],
    })
    expect(scenario.world).toMatchObject({ fixtures: [], settings: { statuses: { org_not_found: 410 } } })
    expect(Object.keys(scenario.world!)).toEqual(['fixtures', 'settings', 'records'])
  })

  it('makes texts short, and JSON plain, as far as the failure lets it', async () => {
    const value = { text: 'x'.repeat(900), list: [1, 2, 3, 4, 5], other: { deep: true } }
    const loaded = await loadScenario({
      scenario: 1,
      name: 'values',
      world: { records: { metadata: [{ target: 'blob', target_id: 'weights', alias: 'notes', key: 'x', value }] } },
    })
    const needs = redWhere((emulator) => {
      const entries = emulator.world.metadata.list().map((each) => each.value as Partial<typeof value> | null)
      return entries.some((each) => (each?.text?.length ?? 0) >= 300 && (each?.list ?? []).includes(4))
    })
    const { scenario } = await shrinkFailing(needs, loaded)
    expect(scenario.world?.records).toMatchObject({ metadata: [{ value: { text: 'x'.repeat(448), list: [4] } }] })
  })

  it('keeps what refers to a record that stays, and takes what refers to one that goes', async () => {
    const { scenario } = await shrinkScenario({
      scenario: 1,
      name: 'graph',
      as: 'svc-key-ada-admin',
      steps: [
        {
          call: 'workflow.query_session_graph',
          params: { session_id: 'run-01', start: '00000000-0000-4000-8000-000000000601', depth: 1 },
          expect: { result: { elements: { length: 4 } } },
        },
      ],
    })
    const { graph_elements: elements = [] } = scenario.world!.records as Record<string, Record<string, unknown>[]>
    // The node, its two neighbours, and the edges between them.
    expect(elements).toHaveLength(5)
    const ids = new Set(elements.map(({ id }) => id))
    for (const { from, to } of elements)
      for (const end of [from, to]) expect(end === undefined || ids.has(end)).toBe(true)
  })

  it('leaves records as they are, and says so, where the written world does not fail', async () => {
    const loaded = await loadScenario({ ...failing, clauses: undefined })
    const drawn = redWhere((emulator, { steps = [] }) => emulator.export().drawn > 200 && steps.length > 0)
    const { notes, scenario, to } = await shrinkFailing(drawn, loaded)
    expect(notes).toEqual(['records stay as they are: in the same world written out record by record it passes'])
    expect(to).toEqual({ records: 438, steps: 1, triggers: 0 })
    expect(scenario.world).toEqual(failing.world)
  })

  it.each<[string, object]>([
    ['fail', { fail: { error: 'internal_error' } }],
    ['a status', { fail: { status: 503, body: 'down' } }],
    ['drop', { drop: true }],
    ['reset', { reset: true }],
    ['lose_response', { lose_response: true }],
  ])('keeps the key of a step that %s answers before it is looked at, so that it can be replayed', async (_, fault) => {
    const trigger = { name: 'early', when: { endpoint: '*' }, do: fault }
    for (const expected of [200, 401]) {
      const steps = [{ http: 'GET /users/me', expect: { status: expected } }]
      const as = 'svc-key-ada-admin'
      const named = { scenario: 1, name: 'named', triggers: [trigger] }
      for (const document of [
        { ...named, as, steps },
        { ...named, steps: steps.map((step) => ({ ...step, as })) },
      ]) {
        const { scenario, failure } = await shrinkScenario(document)
        const { problems } = await validate(JSON.parse(JSON.stringify(scenario)) as object)
        expect(problems).toEqual([])
        const again = await replay(await loadScenario(scenario))
        expect(again.steps.at(-1)).toMatchObject({ status: 'failed', reasons: failure.slice(1) })
      }
    }
  })
})

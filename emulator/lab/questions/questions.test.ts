import { readAcceptedNames } from '../engine/accepted.ts'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { acceptedAlternatives } from './accepted.ts'
import { reportQuestions } from './questions-report.ts'
import { questions } from './questions.ts'
import type { Run } from '../subjects/function.ts'
import { ask } from '../../../tests/helpers/ask.ts'

afterEach(() => void vi.useRealTimers())

const showOrg = async ({ fetch, baseUrl, apiKey }: Run) => {
  const response = await fetch(`${baseUrl}/orgs/acme`, { headers: { 'X-API-Key': apiKey } })
  return ((await response.json()) as { org: { name: string } }).org.name
}

describe('questions', () => {
  it('tries what it is told to, and says what matters', async () => {
    const report = await questions(showOrg, { only: ['A-16', 'A-379/1'] })
    expect(report.questions).toMatchObject([
      {
        alternative: 'A-16/1',
        assumption: 'A-16',
        asks: 'Which fields has an organization?',
        otherwise: 'An organization shows neither `name` nor `created_at`.',
        matters: true,
        silent: true,
        difference: 'succeeds, and its output differs: expected "Acme", got null',
      },
      { alternative: 'A-379/1', matters: false, shown: false, silent: false, difference: '', tests: [] },
    ])
    expect([report.settled, report.notMet, report.left]).toEqual([[], 0, []])
  })

  it('leaves out what facts have answered, and counts what the client did not ask', async () => {
    const facts = {
      facts: 1 as const,
      target: 'https://api.example.com/v1',
      observations: [
        { assumption: 'A-16' as const, about: 'fields', observed: 'all', on: '2026-11-23', exchange: 'GET /orgs/acme' },
      ],
    }
    const report = await questions(showOrg, { only: ['A-16', 'A-349'], facts })
    expect([report.questions, report.settled, report.notMet]).toEqual([[], ['A-16/1'], 2])
  })

  it('asks again what facts about other units, or about units that differ, do not answer', async () => {
    const seen = { observed: 'as assumed', on: '2026-11-23', exchange: 'GET /orgs/acme -> 200' }
    const settledBy = async (fact: object) => {
      const observations = [{ assumption: 'A-16' as const, ...seen, ...fact }]
      return (await questions(showOrg, { only: ['A-16'], facts: { facts: 1, observations } })).settled
    }
    expect(await settledBy({ not: 'A-16/1', units: ['GET /orgs/:org_id'] })).toEqual(['A-16/1'])
    expect(await settledBy({ not: 'A-16/1', units: ['POST /orgs'] })).toEqual([])
    expect(await settledBy({ observed: 'varies', assumed: 'one rule', units: ['GET /orgs/:org_id'] })).toEqual([])
  })

  it('accepts what is known, and names what no longer matters', async () => {
    const report = await questions(showOrg, { only: ['A-16'], accept: ['A-16/1'] })
    expect(report.questions).toMatchObject([{ matters: true, accepted: true }])
    expect(report.stale).toEqual([])
    expect(reportQuestions(report).findings).toEqual([])
    expect(reportQuestions(report).summary).toBe(
      '1 question tried: none matters, 1 accepted; 0 about what the client did not ask',
    )
    const asks = async (run: Run) => void (await showOrg(run))
    expect((await questions(asks, { only: ['A-16'], accept: ['A-16/1'] })).stale).toEqual(['A-16/1'])
  })

  it('counts what changed no answer of the run apart, settings too', async () => {
    const only = ['A-379/1', 'A-29/2', 'A-349/1']
    const report = await questions(
      async ({ fetch, baseUrl, apiKey }) => {
        const headers = { 'X-API-Key': apiKey, 'content-type': 'application/json' }
        await fetch(`${baseUrl}/orgs`, { method: 'POST', headers, body: '{"name":"New"}' })
        await fetch(`${baseUrl}/orgs/acme`, { headers })
        const body = JSON.stringify({ session_id: 'run-01' })
        await fetch(`${baseUrl}/workflow/list_session_objects`, { method: 'POST', headers, body })
      },
      { only, accept: only },
    )
    expect(report.questions.map(({ alternative, shown }) => [alternative, shown])).toEqual([
      ['A-29/2', false],
      ['A-349/1', true],
      ['A-379/1', false],
    ])
    expect(report.stale).toEqual(['A-349/1'])
    const { sections, summary } = reportQuestions(report)
    expect(sections[0]!.cases!.map(({ word }) => word)).toEqual(['not shown', 'does not matter', 'not shown'])
    expect(summary).toMatch(/^3 questions tried: none matters, 2 changed no answer;/)
  })

  it('keeps the alternatives of its world', async () => {
    const report = await questions(showOrg, { only: ['A-379/1'], settings: { otherwise: ['A-16/1'] } })
    expect(report.questions[0]!.matters).toBe(false)
  })

  it('finds a client that trusts what it reads after a write, and none that reads until it sees it', async () => {
    const readBack = (tries: number) => async (run: Run) => {
      const { org } = (await ask(run, 'POST', '/orgs', { name: 'New' })) as unknown as { org: { id: string } }
      const read = (n: number): Promise<unknown> =>
        ask(run, 'GET', `/orgs/${org.id}`).catch((error: Error) => (n === tries ? Promise.reject(error) : read(n + 1)))
      await read(1)
    }
    const matters = async (tries: number) =>
      (await questions(readBack(tries), { only: ['A-99/1'] })).questions.map((each) => [each.matters, each.effect])
    expect(await matters(1)).toEqual([[true, 'failure']])
    expect(await matters(20)).toEqual([[false, undefined]])
  })

  it('tries nothing where the run as it is does not end within the budget', async () => {
    const hanging = () => new Promise(() => {})
    await expect(questions(hanging, { budget: '20ms' })).rejects.toThrow(
      'the run as it is did not end within the budget, so nothing was tried',
    )
  })

  it('counts what there was no time for, and what was under way', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] })
    let runs = 0
    const slow: typeof showOrg = async (run) => {
      if (++runs <= 3) return showOrg(run)
      setImmediate(() => void vi.advanceTimersByTimeAsync(2_000))
      return new Promise(() => {})
    }
    const report = await questions(slow, { budget: '2s' })
    expect(report.questions).toHaveLength(1)
    expect(report.left.length).toBeGreaterThan(0)
    await vi.advanceTimersByTimeAsync(2_000)
  })

  it.each([
    [{ only: ['A-999'] }, "only: there is no assumption or alternative 'A-999'"],
    [{ only: ['A-349/7'] }, "only: there is no assumption or alternative 'A-349/7', did you mean 'A-349"],
    [{ accept: ['A-16/9'] }, "accept: there is no assumption or alternative 'A-16/9'"],
    [{ depth: 2 } as object, 'depth: questions has no such option'],
  ])('refuses %j', async (options, message) => {
    await expect(questions(showOrg, options)).rejects.toThrow(message)
  })

  it('refuses a client that fails by itself, or makes no call', async () => {
    await expect(questions(() => Promise.reject(new Error('no')))).rejects.toThrow(
      'fails without a fault, so nothing can be tried: Error: no',
    )
    await expect(questions(() => 1)).rejects.toThrow('made no call of the API, so nothing can be tried')
  })
})

it('a file of known questions names each with its reason', () => {
  const read = (document: unknown) => readAcceptedNames(document, acceptedAlternatives)
  expect(read({ 'A-16/1': 'asked' })).toEqual({ accepted: ['A-16/1'], problems: [] })
  expect(read({ 'A-16/5': 'asked', 'A-16/1': '' }).problems.map(({ message }) => message)).toEqual([
    "there is no alternative 'A-16/5', did you mean 'A-16/1'?",
    'give a reason for accepting this question',
  ])
  expect(read([]).problems[0]!.message).toMatch('expected accepted alternatives with their reasons')
})

import { expect, it } from 'vitest'
import { driftFrom, leftOrgs, withVerdict } from '../../../tests/helpers/drift.ts'
import type { HttpAnswer } from '../../scenario/targets/target.ts'
import type { DriftReport } from './drift-report.ts'

const findings = ({ clauses }: DriftReport) =>
  clauses.filter(({ id, verdict, oneOf: [first] = [id] }) => verdict === 'contradicted' && first === id)

const asText = (answer: HttpAnswer): HttpAnswer => ({
  ...answer,
  headers: { ...answer.headers, 'content-type': 'text/plain' },
})

it('attributes a difference in many refusals to one sentence, and counts them', async () => {
  const { report } = await driftFrom({}, { probes: ['identity', 'keys'] }, async (_request, _number, ask) => {
    const answer = await ask()
    return answer.status === 403 ? asText(answer) : answer
  })
  const [found, ...others] = findings(report)
  expect(others).toEqual([])
  expect(found).toMatchObject({ id: 'service.json-answers' })
  expect(found!.count).toBeGreaterThan(20)
})

it('searches for no explanation once it is stopped, and names the sentence about the difference', async () => {
  const stopped = new AbortController()
  const { report } = await driftFrom(
    { broken: ['pagination.record.newest-first'] },
    {
      probes: ['scheduler'],
      signal: stopped.signal,
      onExchange: (_, { done, of }) => void (done === of - 1 && stopped.abort()),
    },
  )
  const [found, ...others] = findings(report)
  expect(others).toEqual([])
  expect(found).toMatchObject({ id: 'pagination.record.newest-first', explainedBy: 'citation' })
  expect(found!.sameAnswer).toContain('pagination.record.scheduler-list-schedules')
  expect(withVerdict(report, 'contradicted')).toEqual([found!.id])
})

it('takes time that passed at the service for no difference once it is stopped', async () => {
  const stopped = new AbortController()
  const { report } = await driftFrom(
    {},
    {
      apiKeys: { main: 'svc-key-ada-admin', other: 'svc-key-ben-admin' },
      signal: stopped.signal,
      onExchange: (exchanges) => void (exchanges === 450 && stopped.abort()),
    },
  )
  expect(withVerdict(report, 'contradicted')).toEqual([])
  expect(withVerdict(report, 'held').length).toBeGreaterThan(80)
})

it('drops the mutant of a sentence that the service breaks in some cases only', async () => {
  const { report } = await driftFrom({}, { probes: ['identity'] }, async ({ method, path }, _number, ask) => {
    const answer = await ask()
    if (method !== 'GET' || path !== '/users/svc-drift-test-account') return answer
    const text = new TextDecoder().decode(answer.bytes).replace('"role":"read"', '"role":"owner"')
    return { ...answer, bytes: new TextEncoder().encode(text) }
  })
  expect(findings(report).map(({ id }) => id)).toEqual(['user.role-read-for-other'])
})

it('cleans up in little time once it is stopped, however slow the rate', async () => {
  const stopped = new AbortController()
  let time = 0
  let stoppedAt = Infinity
  const { report, emulator } = await driftFrom(
    {},
    {
      rate: '2/m',
      signal: stopped.signal,
      now: () => time,
      wait: async (milliseconds) => void (time += milliseconds),
      onExchange(exchanges) {
        if (exchanges !== 30) return
        stoppedAt = time
        stopped.abort()
      },
    },
  )
  expect(time - stoppedAt).toBeLessThan(5_000)
  expect(report.probes).toBe(30)
  expect(leftOrgs(emulator)).toEqual([])
})

it('keeps time of its budget for comparing and cleaning up', async () => {
  let time = 0
  const { report, emulator } = await driftFrom(
    {},
    { rate: '1/s', budget: '60s', now: () => time, wait: async (milliseconds) => void (time += milliseconds) },
  )
  expect(time).toBeLessThan(60_000)
  expect(report.probes).toBeGreaterThan(40)
  expect(leftOrgs(emulator)).toEqual([])
})

it('dates what it saw by the newest answer of the service', async () => {
  const { report } = await driftFrom({}, { probes: ['identity'] }, async (_request, number, ask) => {
    const answer = await ask()
    const date = number === 1 ? 'Wed, 31 Dec 2025 23:59:59 GMT' : 'Thu, 01 Jan 2026 00:00:01 GMT'
    return { ...answer, headers: { ...answer.headers, date } }
  })
  expect(new Set(report.facts.map(({ on }) => on))).toEqual(new Set(['2026-01-01']))
})

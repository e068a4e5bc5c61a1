import { readAcceptedNames } from '../engine/accepted.ts'
import { describe, expect, it } from 'vitest'
import { letTimePass } from '../../../tests/helpers/let-time-pass.ts'
import { acceptedFindings } from './accepted.ts'
import { baseEmulator, keyFor } from '../engine/base-emulator.ts'
import { explore, exploreSubject } from './explore.ts'
import { functionSubject, type Run } from '../subjects/function.ts'

/** Ignores a failure of the first call and goes on without an owner. */
const careless = async ({ fetch, baseUrl, apiKey }: Run) => {
  const get = (path: string) =>
    fetch(`${baseUrl}${path}`, { headers: { 'X-API-Key': apiKey } }).then(
      (response) => response.json() as Promise<{ status: string }>,
    )
  const [user, org] = [
    await get('/users/me').catch(() => ({ status: 'nobody' })),
    await get('/orgs/acme').catch(() => ({ status: 'none' })),
  ]
  return [user.status, org.status]
}
const only = ['no-answer']

describe('accepted findings', () => {
  it('are told apart by call: what is accepted at one is a finding at another', async () => {
    const { findings, accepted, stale } = await explore(careless, {
      only,
      accept: ['wrong-output no-answer at GET /users/me'],
    })
    expect([findings, accepted].map((some) => some.flatMap(({ cases }) => cases.map(({ point }) => point)))).toEqual([
      expect.not.arrayContaining(['GET /users/me#1']),
      ['GET /users/me#1', 'GET /users/me#1', 'GET /users/me#1'],
    ])
    expect(stale).toEqual([])
  })

  it('can mean a group, and are stale where none of it occurs', async () => {
    const { findings, stale } = await explore(careless, { only, accept: ['wrong-output network', 'hung network'] })
    expect(findings).toEqual([])
    expect(stale).toEqual(['hung network'])
  })

  it('are not stale where their fault was not tried', async () => {
    const { stale } = await explore(careless, {
      only,
      accept: [
        'wrong-output network',
        'hung late-answer',
        'hung no-answer at GET /nothing',
        'hung no-answer at GET /users/me',
      ],
    })
    expect(stale).toEqual(['hung no-answer at GET /users/me'])
  })

  it('are not stale where they take two faults, and one was done at a time', async () => {
    letTimePass()
    const { stale } = await explore(careless, {
      accept: ['wrong-output network', 'hung no-answer then lost-answer', 'hung network'],
      timeLimit: '100ms',
    })
    expect(stale).toEqual([])
  })

  it('are not stale where the run was stopped before they were tried', async () => {
    const stop = new AbortController()
    const base = baseEmulator({})
    const subject = functionSubject(careless, keyFor(base, undefined))
    const { report } = await exploreSubject(
      subject,
      base,
      { accept: ['storm varied'] },
      { stop: stop.signal, onJudged: () => stop.abort() },
    )
    expect([report.stale, report.experiments.length]).toEqual([[], 1])
  })

  it('are not shown as they are found: each other finding is, once', async () => {
    const base = baseEmulator({})
    const shown: string[] = []
    const { report } = await exploreSubject(
      functionSubject(careless, keyFor(base, undefined)),
      base,
      { only, accept: ['wrong-output no-answer at GET /users/me'] },
      { onFinding: ({ verdict, what, at }) => void shown.push(`${verdict}: ${what} at ${at}`) },
    )
    expect(shown).toEqual([`wrong-output: ${report.findings[0]!.what} at GET /orgs/:org_id#1`])
    expect(report.findings.length).toBe(1)
  })

  it('that differ with each variant of a fault are shown as the one finding that they are', async () => {
    const base = baseEmulator({})
    const firstPage = async ({ fetch, baseUrl, apiKey }: Run) => {
      const headers = { 'X-API-Key': apiKey, 'Content-Type': 'application/json' }
      const body = JSON.stringify({ session_id: 'run-01' })
      const response = await fetch(`${baseUrl}/workflow/list_session_objects`, { method: 'POST', headers, body })
      return ((await response.json()) as { objects: unknown[] }).objects.length
    }
    let shown = 0
    const { report } = await exploreSubject(
      functionSubject(firstPage, keyFor(base, undefined)),
      base,
      { only: ['page-sizes'] },
      { onFinding: () => void shown++ },
    )
    expect([report.findings[0]!.cases.length > 1, shown]).toEqual([true, report.findings.length])
  })

  it.each([
    [{ 'wrong-outptu no-answer': 'known' }, "there is no verdict 'wrong-outptu', did you mean 'wrong-output'?"],
    [{ 'wrong-output no-anser': 'known' }, "there is no fault or group 'no-anser', did you mean 'no-answer'?"],
    [
      { 'wrong-output lost-answer then no-anser': 'known' },
      "there is no fault or group 'no-anser', did you mean 'no-answer'?",
    ],
    [{ 'wrong-output no-answer': ' ' }, 'give a reason for accepting this finding'],
    [['wrong-output no-answer'], 'expected accepted findings with their reasons: `<verdict> <fault>: <reason>`'],
  ])('%j is refused', async (document, message) => {
    expect(readAcceptedNames(document, acceptedFindings).problems.map((problem) => problem.message)).toEqual([message])
  })

  it('are checked as an option, too', async () => {
    await expect(explore(careless, { accept: ['nothing'] })).rejects.toThrow(
      "accept: 'nothing': there is no verdict 'nothing'",
    )
    await expect(explore(careless, { allow: ['silent' as never] })).rejects.toThrow(
      "allow: there is no verdict 'silent'",
    )
  })
})

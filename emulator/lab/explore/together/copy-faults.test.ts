import { describe, expect, it } from 'vitest'
import type { Run } from '../../subjects/function.ts'
import { explore } from '../explore.ts'
import { reportTogether } from './report.ts'

interface Answer {
  readonly status: string
  readonly error?: string
  readonly api_keys: readonly { readonly description: string }[]
}

const keys = '/api-keys/target/org/acme'

/** A client that makes a key once, behind a lock (an alias), and asks again where it has no answer. */
const locks =
  (isOwn: (error: string | undefined, isAgain: boolean) => boolean) =>
  async ({ baseUrl, apiKey, fetch }: Run) => {
    const ask = async (method: string, path: string, body?: object): Promise<Answer> => {
      const headers = { 'X-API-Key': apiKey, 'Content-Type': 'application/json' }
      const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) }
      return (await (await fetch(baseUrl + path, init)).json()) as Answer
    }
    const lock = () => ask('POST', '/workflow/create_session', { org_id: 'acme', alias: 'build-lock' })
    let isAgain = false
    const { status, error } = await lock().catch(() => {
      isAgain = true
      return lock()
    })
    if (status !== 'success' && !isOwn(error, isAgain)) throw new Error(error)
    const { api_keys } = await ask('GET', keys)
    if (!api_keys.some(({ description }) => description === 'build'))
      await ask('POST', keys, { role: 'read', description: 'build' })
    await ask('POST', '/workflow/delete_session', { session_id: 'build-lock' })
  }
/** Takes the lock that it finds for its own, once its answer was lost. */
const hopeful = locks((error, isAgain) => error === 'alias_taken' && isAgain)
const careful = locks(() => false)

describe('copies beside failures', () => {
  it('do what they do neither one after the other nor without the failure', async () => {
    expect((await explore(hopeful, { copies: 2 })).findings).toEqual([])
    const report = await explore(hopeful, { copies: 2, only: ['lost-answer'] })
    expect(report.findings).toMatchObject([
      {
        id: 'doubled-record api_keys with lost-answer',
        fault: {
          id: '1: workflow.create_session#1 over HTTP:lost-answer',
          name: 'lost-answer',
          copy: '1',
          call: 'workflow.create_session#1 over HTTP',
        },
      },
    ])
    const [{ case: id, steps, orders }] = report.findings as [(typeof report.findings)[number]]
    expect(steps.filter(({ fault }) => fault === 'lost-answer')).toHaveLength(1)
    expect(orders).toBeGreaterThan(0)
    expect(report.faults!.tried).toBe(7)
    const again = await explore(hopeful, { copies: 2, case: id })
    expect(again.findings).toMatchObject([{ id: report.findings[0]!.id, case: id }])
    expect(again.case!.ends.map(({ copy, end }) => [copy, end])).toEqual([
      ['1', 'succeeded'],
      ['2', 'succeeded'],
    ])
    const accepted = await explore(hopeful, { copies: 2, only: ['lost-answer'], accept: [report.findings[0]!.id] })
    expect(accepted).toMatchObject({ findings: [], accepted: [{}], stale: [] })
    const { findings, summary } = reportTogether(report, (word) => word)
    expect(findings![0]!.title).toContain('with this failure (lost-answer)')
    expect(findings![0]!.lines[0]).toContain('at workflow.create_session#1 over HTTP of 1: the work is done')
    expect(findings![0]!.lines.join('\n')).toContain('alias_taken  (lost-answer)')
    expect(summary).toContain('with one of 7 failures')
  })

  it('are those of one call and failure, where it is named', async () => {
    const only = ['workflow.create_session#1 over HTTP:lost-answer']
    expect((await explore(careful, { copies: 2, only })).faults!.tried).toBe(2)
  })

  it('find nothing in a client that gives up', async () => {
    const report = await explore(careful, { copies: 2, only: ['lost-answer', 'no-answer', 'gateway:502'] })
    expect(report).toMatchObject({ findings: [] })
    expect(report.faults!.tried).toBeGreaterThan(6)
  })

  it('leave out a failure after which a client does not end', async () => {
    const report = await explore(careful, { copies: 2, only: ['late-answer'], timeLimit: 100 })
    expect(report.faults).toEqual({ tried: 0, orders: 0 })
    expect(report.notes).toContain(
      '1: workflow.create_session#1 over HTTP:late-answer left out: a client does not end then, even one after the other',
    )
  })

  it.each([
    [{ only: ['lost-anser'] }, "there is no group or fault 'lost-anser', did you mean 'lost-answer'?"],
    [{ only: ['GET /users/me'] }, "none of the clients makes no call 'GET /users/me'"],
    [
      { only: ['lost-answer', 'answer-order'] },
      'only: answer-order is no failure that can be tried at a call of several clients',
    ],
    [{ only: ['lost-answer'], skip: ['lost-answer'] }, 'skip: lost-answer leaves no failure to try'],
    [{ only: ['answer-order'] }, 'only: answer-order is no failure that can be tried at a call of several clients'],
    [{ skip: ['network'] }, '`only` says which are tried'],
    [{ case: '1-2 with 3: nothing' }, "there is no failure '3: nothing'"],
    [{ accept: ['doubled-record api_keys with lost-anser'] }, "there is no fault 'lost-anser'"],
    [{ sameHome: true }, 'functions have no HOME'],
  ])('refuse %j', async (options, message) => {
    await expect(explore(careful, { copies: 2, ...(options as object) })).rejects.toThrow(message)
  })
})

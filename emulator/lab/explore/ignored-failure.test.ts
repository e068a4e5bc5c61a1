import { expect, it } from 'vitest'
import { ask } from '../../../tests/helpers/ask.ts'
import { explore } from './explore.ts'
import type { Run } from '../subjects/function.ts'

it('what fails without a fault, too, is no failure that is ignored', async () => {
  const found = (run: Run) =>
    ask(run, 'POST', '/workflow/get_session', { session_id: 'none' }).then(
      () => true,
      (error: Error) => error.message !== 'session_not_found' && Promise.reject(error),
    )
  const report = await explore((run) => found(run), { only: ['no-answer', 'refusal'], strict: true })
  expect(report.notes).toEqual([
    'every call fails even without a fault (workflow.get_session: session_not_found): is the client given what it needs?',
  ])
  expect(report.findings).toEqual([])
})

it('an ignored failure is one note, whatever brought it about', async () => {
  const { notes } = await explore(
    (run) =>
      ask(run, 'GET', '/users/me').then(
        () => 1,
        () => 1,
      ),
    { only: ['broken-answer', 'lost-answer'] },
  )
  expect(notes).toEqual([
    'ignored failure: GET /users/:user_id failed and was not repeated with success (lost-answer, broken-answer:cut, broken-answer:empty and 1 more)',
  ])
})

it('a lost answer is not ignored by a client that finds its record in a listing', async () => {
  const named = (name: string, look: boolean) => async (run: Run) => {
    const there = async (): Promise<boolean> => JSON.stringify(await ask(run, 'GET', '/users/me/orgs')).includes(name)
    const made = await ask(run, 'POST', '/orgs', { name }).catch(() => undefined)
    return made !== undefined || !look || (await there())
  }
  const notes = async (look: boolean) =>
    (await explore(named('Night shift', look), { only: ['lost-answer'] })).notes.join()
  expect(await notes(false)).toContain('ignored failure: POST /orgs failed')
  expect(await notes(true)).not.toContain('ignored failure')
})

it('another question is no repetition of the one that failed', async () => {
  const sessions = async (run: Run) => {
    for (const session_id of ['run-01', 'run-02'])
      await ask(run, 'POST', '/workflow/get_session', { session_id }).catch(() => {})
    return 'done'
  }
  const { notes } = await explore(sessions, { only: ['workflow.get_session#1 over HTTP:lost-answer'] })
  expect(notes).toEqual([
    'ignored failure: workflow.get_session failed and was not repeated with success (lost-answer)',
  ])
})

it('a call about `me` that is tried again with success is no failure that is ignored', async () => {
  const me = (run: Run) => ask(run, 'GET', '/users/me')
  const retried = (run: Run) => me(run).catch(() => me(run))
  const report = await explore(retried, { only: ['no-answer', 'refusal:unauthenticated'], strict: true })
  expect(report.notes.join()).not.toContain('ignored failure')
  expect(report.experiments.map(({ verdict }) => verdict)).toContain('survived')
})

it('a file that comes whole is no failure, though the envelope in its header is not JSON', async () => {
  const download = async ({ fetch, baseUrl, apiKey }: Run) => {
    const answer = await fetch(`${baseUrl}/workflow/sessions/run-01/files/readme.txt`, {
      headers: { 'X-API-Key': apiKey },
    })
    if (!answer.ok) throw new Error('no file')
    return answer.text()
  }
  const report = await explore(download, { only: ['broken-answer:not-json'], strict: true })
  expect(report.notes).toEqual([])
  expect(report.experiments.map(({ verdict, reached }) => [verdict, reached])).toEqual([['survived', true]])
})

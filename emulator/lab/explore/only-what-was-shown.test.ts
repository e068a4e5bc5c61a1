import { describe, expect, it } from 'vitest'
import { explore } from './explore.ts'
import type { Run } from '../subjects/function.ts'

type Page = Record<string, unknown[]> & { cursor: string | null; last_session_id: string | null }

async function ask({ fetch, baseUrl, apiKey }: Run, path: string, body: object): Promise<Page> {
  const response = await fetch(`${baseUrl}${path}`, {
    method: 'POST',
    headers: { 'X-API-Key': apiKey, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return (await response.json()) as Page
}

const objects = (run: Run) => ask(run, '/workflow/list_session_objects', { session_id: 'run-01', limit: 30 })
const sessions = (run: Run) => ask(run, '/workflow/list_sessions', { org_id: 'acme' })
const foundIn = async (subject: (run: Run) => Promise<unknown>) =>
  (await explore(subject, { only: ['page-sizes', 'varied'] })).findings.map(
    ({ verdict, fault }) => `${verdict} ${fault}`,
  )

describe('a client that shows the first page', () => {
  it.each<[string, (run: Run) => Promise<unknown>]>([
    ['by a flag', (run) => objects(run).then(({ objects: shown, cursor }) => ({ shown, more: cursor !== null }))],
    [
      'by the cursor that goes on',
      (run) => sessions(run).then(({ sessions: shown, last_session_id: next }) => ({ shown, next })),
    ],
    [
      'in words',
      (run) =>
        objects(run).then(
          ({ objects: shown, cursor }) => `${shown!.length} objects${cursor === null ? '' : ' and more'}`,
        ),
    ],
  ])('is right to, where it says that there is more: %s', async (_, subject) => {
    expect(await foundIn(subject)).toEqual([])
  })

  it.each<[string, (run: Run) => Promise<unknown>]>([
    ['nothing', (run) => objects(run).then(({ objects: shown }) => shown!.length)],
    ['always', (run) => objects(run).then(({ objects: shown }) => ({ shown: shown!.length, more: true }))],
    [
      'of an empty page that there is nothing',
      (run) =>
        objects(run).then(({ objects: shown }) => (shown!.length === 0 ? 'nothing found' : `${shown!.length} objects`)),
    ],
  ])('has a finding where it says so of all that there is, too: %s', async (_, subject) => {
    expect(await foundIn(subject)).toContain('wrong-output page-sizes')
  })
})

import { beforeEach, expect, it } from 'vitest'
import { letTimePass } from '../../../tests/helpers/let-time-pass.ts'
import { explore } from '../explore/explore.ts'
import type { Run } from '../subjects/function.ts'
import { wait } from './real-time.ts'

beforeEach(letTimePass)

const get = ({ fetch, baseUrl, apiKey }: Run, path: string) =>
  fetch(`${baseUrl}${path}`, { headers: { 'X-API-Key': apiKey } }).then((response) => response.json())
const listVerdicts = async (subject: (run: Run) => Promise<unknown>) =>
  (await explore(subject, { only: ['late-answer', 'refusal:unauthenticated'], timeLimit: '500ms' })).experiments.map(
    ({ verdict, because }) => `${verdict} ${because}`,
  )

it('does not blame a client for what ends because its run is over', async () => {
  const leaving = async (run: Run) => {
    await get(run, '/users/me').catch(() => {})
    // A promise that the subject does not await, and that rejects when the run ends.
    void wait(1).then(() => get(run, '/users/me/orgs'))
    return 'done'
  }
  expect(await listVerdicts(leaving)).not.toContainEqual(expect.stringContaining('crashed'))
})

it('blames it for what it throws itself where nobody catches', async () => {
  const throwing = async (run: Run) => {
    void get(run, '/users/me').then(({ user }: { user?: { name: string } }) => user!.name)
    return get(run, '/users/me').then(() => 'done')
  }
  expect(await listVerdicts(throwing)).toContainEqual(expect.stringMatching(/^crashed unhandled: TypeError/))
})

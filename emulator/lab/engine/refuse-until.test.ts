import { beforeEach, expect, it } from 'vitest'
import { letTimePass } from '../../../tests/helpers/let-time-pass.ts'
import { explore } from '../explore/explore.ts'
import type { Run } from '../subjects/function.ts'
import { fromNth } from './refuse-until.ts'

beforeEach(letTimePass)

/** Asks up to `times` times; after each 429 it waits for the share of `Retry-After` that it is told. */
async function askPatiently(run: Run, share: number, times: number): Promise<string> {
  const response = await run.fetch(`${run.baseUrl}/users/me`, { headers: { 'x-api-key': run.apiKey } })
  if (response.ok) return ((await response.json()) as { user: { alias: string } }).user.alias
  if (response.status !== 429 || times === 1) throw new Error(`status ${response.status}`)
  const milliseconds = Number(response.headers.get('retry-after')) * 1000 * share
  await new Promise((resolve) => setTimeout(resolve, milliseconds))
  return askPatiently(run, share, times - 1)
}

const only = ['rate-limit']

it('lets a client through that waits as long as Retry-After says', async () => {
  const { experiments, notes } = await explore((run) => askPatiently(run, 1, 2), { only, mustSurvive: ['network'] })
  expect(experiments).toMatchObject([{ id: 'GET /users/me#1:rate-limit', verdict: 'survived' }])
  expect(notes).toEqual([])
})

it('refuses a client again that asks too early, and notes it', async () => {
  const { experiments, notes } = await explore((run) => askPatiently(run, 0.01, 3), { only })
  expect(experiments).toMatchObject([{ verdict: 'reported' }])
  expect(notes).toEqual([
    '2 calls came again before Retry-After was over, and were refused again: the client asks too early (GET /users/me#1:rate-limit)',
  ])
})

it('saves a finding with as many refusals as the run had', () => {
  expect(fromNth({ endpoint: 'GET /users/me', nth: 2 }, 3)).toEqual({ endpoint: 'GET /users/me', between: [2, 5] })
  expect(fromNth({ endpoint: 'GET /users/me', nth: 2 }, 0)).toEqual({ endpoint: 'GET /users/me', between: [2, 2] })
})

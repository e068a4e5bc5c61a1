import { beforeEach, expect, it } from 'vitest'
import { explore } from '../../emulator/lab/explore/explore.ts'
import type { Run } from '../../emulator/lab/subjects/function.ts'
import { letTimePass } from '../helpers/let-time-pass.ts'
import type { ExploreOptions } from '../../emulator/lab/explore/options.ts'

beforeEach(letTimePass)

/** Its time limit ends with the headers, as that of many libraries does. */
async function untilTheHeaders({ fetch, baseUrl, apiKey }: Run): Promise<unknown> {
  const limit = new AbortController()
  const timer = setTimeout(() => limit.abort(), 100)
  const response = await fetch(`${baseUrl}/users/me`, {
    headers: { 'X-API-Key': apiKey },
    signal: limit.signal,
  }).finally(() => clearTimeout(timer))
  if (!response.ok) throw new Error('refused')
  return response.json()
}

const skip = ['late-answer', 'refusal', 'unspecified', 'change']

it('notes a client that waits for a body which stops, and says how it becomes a finding', async () => {
  const { findings, notes, experiments } = await explore(untilTheHeaders, { skip, timeLimit: '1s' })
  expect(findings).toEqual([])
  expect(experiments).toContainEqual(expect.objectContaining({ fault: 'stalled-body', verdict: 'hung' }))
  expect(notes).toContainEqual(
    expect.stringMatching(
      /^hung, where the body stops half way.*\(GET \/users\/me#1:stalled-body\)\. .*It is a finding with --only stalled-body, or with --strict\.$/,
    ),
  )
})

it.each<ExploreOptions>([
  { only: ['stalled-body'] },
  { only: ['GET /users/me#1:stalled-body'] },
  { skip, strict: true },
  { skip, mustSurvive: ['network'] },
])('has the finding with %j', async (options) => {
  const { findings, notes } = await explore(untilTheHeaders, { ...options, timeLimit: '1s' })
  expect(findings).toContainEqual(expect.objectContaining({ fault: 'stalled-body', verdict: 'hung' }))
  expect(notes.join()).not.toContain('stalled-body')
})

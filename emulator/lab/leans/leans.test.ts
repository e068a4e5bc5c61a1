import { expect, it } from 'vitest'
import type { Run } from '../subjects/function.ts'
import { formatLeanFile } from './lean-file.ts'
import { leans } from './leans.ts'
import { reportLeans } from './leans-report.ts'

async function names({ fetch, baseUrl, apiKey }: Run): Promise<string> {
  const answer = await fetch(`${baseUrl}/users/me`, { headers: { 'X-API-Key': apiKey } })
  if (!answer.ok) throw new Error('refused')
  return ((await answer.json()) as { user: { name: string } }).user.name
}

it('writes down what a function leans on, and meets', async () => {
  const lean = await leans(names)
  expect(lean).toMatchObject({ subject: 'names', calls: ['GET /users/:user_id'], notAsked: [], notAskable: [] })
  expect(lean.leansOn['another result']).toContain('user.has-name')
  expect(lean.leansOn['fails']).toContain('identifiers.me.resolves-to-caller/2')
  expect(lean.unnoticed).toContain('user.has-alias')
  expect(reportLeans(lean, []).summary).toMatch(
    /^names leans on \d+ of the \d+ statements that it meets \(\d+ not noticed\); /,
  )
})

it('takes no stored value for noticed that no answer shows', async () => {
  const creates = async ({ fetch, baseUrl, apiKey }: Run): Promise<boolean> => {
    const headers = { 'X-API-Key': apiKey, 'Content-Type': 'application/json' }
    return (await fetch(`${baseUrl}/orgs`, { method: 'POST', headers, body: '{"name":"Mine"}' })).ok
  }
  const { leansOn, unshown } = await leans(creates)
  expect(Object.values(leansOn).flat()).not.toContain('A-400/1')
  expect(unshown).toContain('A-400/1')
})

it('is the same for every seed', async () => {
  const files = await Promise.all([1, 7, 4242].map(async (seed) => formatLeanFile(await leans(names, { seed }))))
  expect(new Set(files).size).toBe(1)
})

it('lists what there was no time for, and never as not leaned on', async () => {
  let runs = 0
  const slow = async (run: Run): Promise<string> => {
    // The runs as it is end; those with a change last until the budget is over.
    if (++runs > 2)
      await new Promise((_, reject) => run.signal.addEventListener('abort', () => reject(new Error('end'))))
    return names(run)
  }
  const lean = await leans(slow, { budget: '1s', timeLimit: '1m' })
  expect(lean.notAsked).toContain('user.has-name')
  expect([lean.leansOn, lean.unnoticed, lean.unshown]).toEqual([{}, [], []])
  expect(reportLeans(lean, []).remarks!.join()).toMatch(/^\d+ changes not asked, for lack of time: /)
})

it('refuses unknown options', async () => {
  await expect(leans(names, { budgte: '1s' } as never)).rejects.toThrow("did you mean 'budget'")
})

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { leans } from '../../../emulator/lab/leans/leans.ts'
import { askWhatLeans, askWhomItBreaks } from './lean-questions.ts'

const LIMIT = 100_000
const call = { env: process.env, signal: new AbortController().signal, limit: LIMIT }

/** A client that fails unless it is told who it is. */
const script = `
const answer = await fetch(process.env.SVC_API_URL + '/users/me', { headers: { 'X-API-Key': process.env.SVC_API_KEY } })
if (!answer.ok) process.exit(1)`

it('finds what a command leans on', async () => {
  const found = await askWhatLeans([process.execPath, '--input-type=module', '-e', script], call)
  expect(found).toMatchObject({
    leans_on: expect.arrayContaining([{ by: 'fails', ids: expect.arrayContaining(['authentication.api-key']) }]),
    statements_met: expect.any(Number),
  })
})

it('finds whom a change breaks, and refuses what has no file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'leans-'))
  try {
    const lean = await leans(async ({ fetch, baseUrl, apiKey }) => {
      const answer = await fetch(`${baseUrl}/users/me`, { headers: { 'X-API-Key': apiKey } })
      return ((await answer.json()) as { user: { name: string } }).user.name
    })
    await writeFile(join(folder, 'badge.json'), JSON.stringify(lean))
    const found = askWhomItBreaks(['user.has-name'], LIMIT, [join(folder, '*.json')])
    expect(found).toMatchObject({
      summary: expect.stringContaining('breaks 1'),
      consumers: [{ verdict: 'breaks', consumer: expect.stringContaining('badge.json') }],
    })
    expect(() => askWhomItBreaks(['user.has-name'], LIMIT, [join(folder, 'none/*.json')])).toThrow('there is no file')
    expect(() => askWhomItBreaks(['user.has-nmae'], LIMIT, [join(folder, '*.json')])).toThrow('user.has-name')
  } finally {
    await rm(folder, { recursive: true })
  }
})

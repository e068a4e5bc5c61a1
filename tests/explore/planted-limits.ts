import type { Run } from '../../emulator/lab/index.ts'
import { ask, PATIENCE } from './ask.ts'
import type { Pair } from './pair.ts'

async function answered(response: Response): Promise<unknown> {
  const body = (await response.json().catch(() => ({ error: 'no answer of the API' }))) as {
    status?: string
    error?: string
  }
  if (body.status !== 'success') throw new Error(body.error)
  return body
}

const ignoringTime = async (run: Run, path: string) => {
  const response = await run.fetch(`${run.baseUrl}${path}`, { headers: { 'X-API-Key': run.apiKey } })
  const body = (await response.json()) as { status: string; error?: string }
  if (body.status !== 'success') throw new Error(body.error)
  return body as never
}

/** Clients that wait, and for how long. */
export const limitPairs: readonly Pair[] = [
  {
    mistake: 'has no time limit',
    found: ['hung', 'late-answer'],
    wrong: (run) => ignoringTime(run, '/users/me'),
    right: (run) => ask(run, 'GET', '/users/me'),
    only: ['late-answer'],
  },
  {
    mistake: 'clears its time limit once the headers are there',
    found: ['hung', 'stalled-body'],
    wrong: async ({ fetch, baseUrl, apiKey }) => {
      const limit = new AbortController()
      const timer = setTimeout(() => limit.abort(), PATIENCE)
      const response = await fetch(`${baseUrl}/users/me`, {
        headers: { 'X-API-Key': apiKey },
        signal: limit.signal,
      }).finally(() => clearTimeout(timer))
      return answered(response)
    },
    right: async ({ fetch, baseUrl, apiKey }) => {
      const limit = new AbortController()
      const timer = setTimeout(() => limit.abort(), PATIENCE)
      try {
        return await answered(
          await fetch(`${baseUrl}/users/me`, { headers: { 'X-API-Key': apiKey }, signal: limit.signal }),
        )
      } finally {
        clearTimeout(timer)
      }
    },
    only: ['stalled-body'],
  },
]

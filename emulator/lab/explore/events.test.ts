import { expect, it } from 'vitest'
import { explore } from './explore.ts'
import type { Run } from '../subjects/function.ts'

const ask = ({ fetch, baseUrl, apiKey }: Run, path: string, body: object) =>
  fetch(`${baseUrl}${path}`, {
    method: 'POST',
    headers: { 'X-API-Key': apiKey, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

it('a record that is deleted, and made again by its client, is told of by no other events', async () => {
  const counting = async (run: Run) => {
    for (const n of [1, 2]) {
      await ask(run, '/workflow/list_session_objects', { session_id: 'run-06' })
      await ask(run, '/workflow/put_session_object', { session_id: 'run-06', key: 'count', value: { n } })
    }
    return 'counted'
  }
  const { findings, experiments } = await explore(counting, { only: ['between-pages'] })
  expect(findings).toEqual([])
  expect(experiments.length).toBeGreaterThan(0)
})

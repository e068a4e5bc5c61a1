import { expect, it } from 'vitest'
import { ask } from '../../../tests/helpers/ask.ts'
import { explore } from './explore.ts'
import type { Run } from '../subjects/function.ts'

it('a delete that is sent again and not found is done, at depth 2 as well', async () => {
  const remove = async (run: Run) => {
    for (let attempt = 1; ; attempt++) {
      try {
        await ask(run, 'POST', '/scheduler/delete_schedule', { schedule_id: 'every-03' })
        return 'deleted'
      } catch (error) {
        if (attempt > 1 && (error as Error).message === 'schedule_not_found') return 'deleted'
        if (attempt === 2) throw error
      }
    }
  }
  const report = await explore(remove, { only: ['no-answer', 'refusal'], depth: 2 })
  expect(report.findings).toEqual([])
  expect(report.experiments.some(({ id }) => id.includes(' then '))).toBe(true)
})

it('a delete that finds nothing is believed: another writer deletes before it, and no 404 is made up', async () => {
  const remove = (run: Run) =>
    ask(run, 'DELETE', '/api-keys/00000000-0000-4000-8000-000000000805')
      .catch((error: Error) => {
        if (error.message !== 'api_key_not_found') throw error
      })
      .then(() => 'deleted')
  const report = await explore(remove, { only: ['refusal', 'target-changes'] })
  expect(report.findings).toEqual([])
  const faults = report.experiments.map(({ fault }) => fault)
  expect(faults).toContain('refusal:forbidden')
  expect(faults).not.toContainEqual(expect.stringMatching(/_not_found$/))
  expect(faults).toContainEqual(expect.stringMatching(/^target-changes:.*deleted$/))
})

it('each fault is tried once first, and each call explored once before any is twice, also one that names what it is about', async () => {
  const twice = async (run: Run) => {
    for (const org of ['acme', 'ada-lab']) await ask(run, 'GET', `/orgs/${org}`)
    await ask(run, 'GET', '/users/me')
  }
  const { experiments } = await explore(twice, { only: ['no-answer:reset', 'slow-body'] })
  expect(experiments.map(({ id }) => id)).toEqual([
    'GET /orgs/:org_id#1:no-answer:reset',
    'GET /orgs/:org_id#1:slow-body',
    'GET /users/me#1:no-answer:reset',
    'GET /users/me#1:slow-body',
    'GET /orgs/:org_id#2:no-answer:reset',
    'GET /orgs/:org_id#2:slow-body',
  ])
})

it('the lost answers of writes come first, and each fault once at a write', async () => {
  const writes = async (run: Run) => {
    await ask(run, 'GET', '/users/me')
    await ask(run, 'PATCH', '/users/me', { name: 'Ada L.' })
    await ask(run, 'PATCH', '/orgs/acme', { name: 'Acme' })
  }
  const { experiments } = await explore(writes, { only: ['lost-answer', 'slow-body'] })
  expect(experiments.map(({ id }) => id)).toEqual([
    'PATCH /users/me#1:lost-answer',
    'PATCH /orgs/:org_id#1:lost-answer',
    'PATCH /users/me#1:slow-body',
    'GET /users/me#1:lost-answer',
    'GET /users/me#1:slow-body',
    'PATCH /orgs/:org_id#1:slow-body',
  ])
})

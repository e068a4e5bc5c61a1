import { afterEach, expect, it, vi } from 'vitest'
import type { Run } from '../subjects/function.ts'
import { mutate } from './mutate.ts'

const askMe = async ({ fetch, baseUrl, apiKey }: Run): Promise<{ name: string; role: string }> => {
  const response = await fetch(`${baseUrl}/users/me`, { headers: { 'X-API-Key': apiKey } })
  return ((await response.json()) as { user: { name: string; role: string } }).user
}

afterEach(() => void vi.useRealTimers())

it('survives what timers of its last run reject', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await mutate(askMe, { only: ['user.has-name'] })
  expect(process.listeners('unhandledRejection').map(({ name }) => name)).toContain('tell')
  await vi.advanceTimersByTimeAsync(2_000)
})

it('tells which broken sentences a function does not notice', async () => {
  const only = ['user.has-name', 'user.role-owner-for-self', 'orgs.delete']
  const { outcomes, score } = await mutate(
    async (run) => {
      if ((await askMe(run)).name !== 'Ada') throw new Error('another name')
    },
    { only },
  )
  const statuses = new Map(outcomes.map(({ id, status }) => [id, status]))
  expect(statuses.get('user.has-name')).toBe('killed')
  expect(statuses.get('user.has-name/2')).toBe('killed')
  expect(statuses.get('user.role-owner-for-self')).toBe('survived')
  expect(outcomes.filter(({ clause }) => clause.startsWith('orgs.delete.')).map(({ status }) => status)).toContain(
    'unmet',
  )
  expect(score).toMatchObject({ killed: 2, survived: 1 })
})

it('refuses a function that fails as it is, one that asks nothing, and options that are wrong', async () => {
  await expect(mutate(() => Promise.reject(new Error('gave up')))).rejects.toThrow('gave up')
  await expect(mutate(() => 1)).rejects.toThrow('made no call of the API')
  await expect(mutate(askMe, { only: ['user.nothing'] })).rejects.toThrow("nothing can break 'user.nothing'")
  await expect(mutate(askMe, { onyl: [] } as never)).rejects.toThrow('onyl')
})

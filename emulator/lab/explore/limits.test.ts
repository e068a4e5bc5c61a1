import { expect, it } from 'vitest'
import { ask } from '../../../tests/helpers/ask.ts'
import { letTimePass } from '../../../tests/helpers/let-time-pass.ts'
import { explore } from './explore.ts'
import type { Run } from '../subjects/function.ts'
import { timeLimits } from './limits.ts'
import { wait } from '../engine/real-time.ts'

const plans = (calls?: number) => ({ plans: [{ what: 'it', ...(calls !== undefined && { calls }) }] })

it('the time limit is the baseline five times over, four times that for a client that goes on calling', () => {
  expect(timeLimits(2_000, plans(), {})).toEqual({ idleMs: 10_000, timeMs: 40_000 })
  expect(timeLimits(1, plans(), {})).toEqual({ idleMs: 5_000, timeMs: 20_000 })
})

it('the time limit grows with the calls that a fault makes necessary, and the time without a call does not', () => {
  expect(timeLimits(1_000, plans(60), {})).toEqual({ idleMs: 5_000, timeMs: 120_000 })
  expect(timeLimits(1_000, plans(60), { timeLimit: '3s' })).toEqual({ idleMs: 3_000, timeMs: 120_000 })
  expect(timeLimits(1_000, plans(), { timeLimit: '3s' })).toEqual({ idleMs: 3_000, timeMs: 3_000 })
})

it('a client that is slow to start, as every one is on a busy machine, does not hang without a fault', async () => {
  letTimePass()
  const slow = async (run: Run) => {
    await wait(60_000, run.signal)
    return (await ask(run, 'GET', '/users/me')).status
  }
  const { output } = await explore(slow, { only: ['refusal'], timeLimit: '3s' })
  expect(output).toBe('success')
})

it('a client that never ends hangs without a fault', async () => {
  letTimePass()
  await expect(explore(() => new Promise(() => {}), { timeLimit: '100ms' })).rejects.toThrow(
    'hangs without a fault, so nothing can be tried: no call for 120000 ms',
  )
})

it('a client that asks every 0.3 s walks pages of one to their end', async () => {
  letTimePass()
  const walk = async (run: Run) => {
    let count = 0
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page = (await ask(run, 'POST', '/workflow/list_session_objects', {
        session_id: 'run-01',
        ...(cursor !== undefined && { cursor }),
      })) as unknown as { objects: unknown[]; cursor: string | null }
      count += page.objects.length
      cursor = page.cursor
      await wait(300, run.signal)
    }
    return count
  }
  const { experiments } = await explore(walk, { only: ['page-sizes'] })
  expect(experiments.map(({ fault, verdict }) => `${verdict} ${fault}`)).toEqual([
    'survived page-sizes:of-one',
    'survived page-sizes:of-three',
    'survived page-sizes:empty',
    'survived page-sizes:no-trailing',
  ])
})

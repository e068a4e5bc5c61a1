import { describe, expect, it } from 'vitest'
import { letTimePass } from '../../../tests/helpers/let-time-pass.ts'
import { explore } from '../explore/explore.ts'
import type { Run } from '../subjects/function.ts'
import { wait } from './real-time.ts'

const get = async ({ fetch, baseUrl, apiKey }: Run, path: string): Promise<{ status: string }> => {
  const answer = (await (await fetch(`${baseUrl}${path}`, { headers: { 'X-API-Key': apiKey } })).json()) as {
    status: string
  }
  if (answer.status !== 'success') throw new Error('refused')
  return answer
}
const verdictsIn = async (subject: (run: Run) => Promise<unknown>, options: object) => [
  ...new Set((await explore(subject, options)).experiments.map(({ verdict }) => verdict)),
]
const failing = { only: ['GET /users/me#1:refusal:internal_error-lasting'] }

describe('the limits of a run', () => {
  it('more than twenty failing calls a second are a storm, though it gives up in the end', async () => {
    const repeating = async (run: Run) => {
      for (let left = 24; left > 0; left--)
        await get(run, '/users/me').then(
          () => (left = 0),
          () => {},
        )
      return get(run, '/users/me')
    }
    expect(await verdictsIn(repeating, failing)).toEqual(['storm'])
  })

  it('as many concurrent calls as it makes without a fault are none', async () => {
    const many = (run: Run) => Promise.all(Array.from({ length: 30 }, () => get(run, '/users/me')))
    expect(await verdictsIn(many, failing)).toEqual(['reported'])
  })

  it('pauses between attempts are no hanging, and no calls at all are', async () => {
    letTimePass()
    const patient = async (run: Run) => {
      for (const pause of [3_000, 3_000]) {
        try {
          return await get(run, '/users/me')
        } catch {
          await wait(pause, run.signal)
        }
      }
      return get(run, '/users/me')
    }
    expect(await verdictsIn(patient, failing)).toEqual(['reported'])
    expect(await verdictsIn((run) => get(run, '/users/me'), { only: ['late-answer'], timeLimit: '100ms' })).toEqual([
      'hung',
    ])
  })

  it('a time limit that was given holds for all of a run', async () => {
    letTimePass()
    const polling = async (run: Run) => {
      for (;;) {
        if (
          await get(run, '/users/me').then(
            () => true,
            () => false,
          )
        )
          return 'done'
        await wait(30, run.signal)
      }
    }
    expect(await verdictsIn(polling, { ...failing, timeLimit: '300ms' })).toEqual(['hung'])
  })

  it('what holds up the whole process, as a busy machine does, is no hanging', async () => {
    const heldUp = async (run: Run) => {
      const answer = await get(run, '/users/me').catch(() => 'refused')
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 400)
      for (let turns = 0; turns < 3; turns++) await wait(0)
      if (answer === 'refused') throw new Error(answer)
      return 'done'
    }
    expect(await verdictsIn(heldUp, { only: ['GET /users/me#1:refusal:internal_error'], timeLimit: '200ms' })).toEqual([
      'reported',
    ])
  })
})

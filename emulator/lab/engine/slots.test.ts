import { describe, expect, it } from 'vitest'
import { ask } from '../../../tests/helpers/ask.ts'
import { letTimePass } from '../../../tests/helpers/let-time-pass.ts'
import { explore } from '../explore/explore.ts'
import type { Run } from '../subjects/function.ts'
import { wait, yieldToTimers } from './real-time.ts'
import { Slots } from './slots.ts'

describe('slots', () => {
  /** Asks for a slot, and tells if it was given. */
  const asked = async (slots: Slots) => {
    const state: { slot?: Awaited<ReturnType<Slots['enter']>> } = {}
    void slots.enter().then((slot) => (state.slot = slot))
    await yieldToTimers()
    return state
  }

  it('are as many as may be busy; a run that waits leaves its own to another', async () => {
    const slots = new Slots(1, 3)
    const first = await slots.enter()
    const second = await asked(slots)
    expect(second.slot).toBeUndefined()
    first.waits()
    await yieldToTimers()
    expect(second.slot).toBeDefined()
    first.wakes()
    const third = await asked(slots)
    second.slot!.waits()
    await yieldToTimers()
    expect(third.slot).toBeUndefined()
    slots.leave(first)
    await yieldToTimers()
    expect(third.slot).toBeDefined()
  })

  it('bound the runs that wait, too', async () => {
    const slots = new Slots(1, 2)
    for (let n = 0; n < 2; n++) (await slots.enter()).waits()
    expect((await asked(slots)).slot).toBeUndefined()
  })

  it('tell which runs others may have disturbed', async () => {
    const slots = new Slots(1, 3)
    const first = await slots.enter()
    expect([first.isBeside, first.isDisturbed]).toEqual([false, false])
    first.waits()
    const second = await slots.enter()
    expect([first.isBeside, second.isBeside, second.isDisturbed]).toEqual([true, true, false])
    first.wakes()
    expect([first.isDisturbed, second.isDisturbed]).toEqual([true, true])
  })

  it('do not take a run that waits for disturbed before it wakes itself', async () => {
    const slots = new Slots(1, 3)
    const [first, second] = [await slots.enter(), await asked(slots)]
    first.waits()
    await yieldToTimers()
    second.slot!.waits()
    first.wakes()
    expect([first.isDisturbed, second.slot!.isDisturbed]).toEqual([true, false])
    second.slot!.wakes()
    expect(second.slot!.isDisturbed).toBe(true)
  })
})

describe('runs of a function', () => {
  const me = (run: Run) => ask(run, 'GET', '/users/me')

  it('that wait for an answer wait together', async () => {
    letTimePass()
    let waiting = 0
    let most = 0
    const patient = async (run: Run) => {
      most = Math.max(most, ++waiting)
      try {
        for (let n = 0; n < 4; n++) await me(run)
      } finally {
        waiting--
      }
    }
    const { experiments } = await explore(patient, { only: ['late-answer'], timeLimit: '300ms' })
    expect(experiments.map(({ verdict }) => verdict)).toEqual(experiments.map(() => 'hung'))
    expect(most).toBe(experiments.length)
  })

  it('that are woken beside another are repeated alone before they are findings', async () => {
    letTimePass()
    let running = 0
    let isAlone = true
    /** Pauses before it asks again, and then fails beside another run. */
    const client = async (run: Run) => {
      running++
      try {
        if (await me(run).catch(() => undefined)) return 'done'
        await wait(60, run.signal)
        isAlone &&= running === 1
        if (running > 1) return me(run).then(() => 'something else')
        return await me(run).then(() => 'done')
      } finally {
        running--
      }
    }
    const { experiments } = await explore(client, { only: ['refusal'] })
    expect(isAlone).toBe(false)
    expect(experiments.filter(({ verdict }) => verdict !== 'survived' && verdict !== 'reported')).toEqual([])
  })

  it('that replace the fetch of the process go one after the other', async () => {
    letTimePass()
    const { fetch } = globalThis
    let waiting = 0
    let most = 0
    const replacing = async (run: Run) => {
      most = Math.max(most, ++waiting)
      globalThis.fetch = run.fetch
      try {
        await me(run)
      } finally {
        waiting--
      }
    }
    try {
      await explore(replacing, { only: ['late-answer', 'stalled-body'], timeLimit: '100ms' })
    } finally {
      globalThis.fetch = fetch
    }
    expect(most).toBe(1)
  })
})

import { expect, it } from 'vitest'
import { RemoteClock } from './remote-clock.ts'

/** A clock of a page, and the world, with what happened to both in order. */
function both() {
  const seen: string[] = []
  const page = {
    runFor: async (ticks: number | string) => void seen.push(`page runs for ${ticks}`),
    fastForward: async (ticks: number | string) => void seen.push(`page goes forward ${ticks}`),
  }
  const clock = new RemoteClock(
    async () => 0,
    async (duration) => void seen.push(`world ${duration}`),
  )
  return { seen, page, clock }
}

it('advances the world before the page, by as much', async () => {
  const { seen, page, clock } = both()
  clock.follow(page)
  for (const ticks of [500, '08', '01:00', '02:34:10']) await page.runFor(ticks)
  await page.fastForward('30')
  expect(seen.filter((_, n) => n % 2 === 0)).toEqual([
    'world 500',
    'world 8000',
    'world 60000',
    'world 9250000',
    'world 30000',
  ])
  expect(seen.slice(-2)).toEqual(['world 30000', 'page goes forward 30'])
})

it('refuses to be advanced by itself until it is stopped', async () => {
  const { seen, page, clock } = both()
  const following = clock.follow(page)
  await expect(clock.advance('1s')).rejects.toThrow('the clock follows the clock of the page')
  following.stop()
  await clock.advance('1s')
  await page.runFor(1)
  expect(seen).toEqual(['world 1s', 'page runs for 1'])
})

it('follows one page at a time, so that the world is advanced once', async () => {
  const { seen, page, clock } = both()
  const following = clock.follow(page)
  expect(() => clock.follow(page)).toThrow('the clock follows a page already')
  await page.runFor(5)
  following.stop()
  clock.follow(page)
  await page.runFor(6)
  expect(seen).toEqual(['world 5', 'page runs for 5', 'world 6', 'page runs for 6'])
})

it('moves nothing for a time that the page does not read, and follows clocks of pages alone', async () => {
  const { seen, page, clock } = both()
  clock.follow(page)
  await expect(page.runFor('1h')).rejects.toThrow("'1h' is no time of page.clock")
  expect(seen).toEqual([])
  expect(() => clock.follow({} as never)).toThrow('clock.follow: expected page.clock of Playwright')
})

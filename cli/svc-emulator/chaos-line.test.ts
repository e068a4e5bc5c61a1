import { expect, it } from 'vitest'
import { createEmulator } from '../../emulator/index.ts'
import { hostOf } from '../../emulator/host/instance-of.ts'
import { chaosLine, chaosText } from './chaos-line.ts'

const headers = { 'x-api-key': 'svc-key-ada-admin' }

it('names the requests that chaos is about', () => {
  expect([chaosText({ rate: '5%' }), chaosText({ rate: '2%', on: 'writes' })]).toEqual([
    '5% of the requests',
    '2% of the writes',
  ])
})

it('is there for a run with chaos alone, also where nothing was met', () => {
  const line = (chaos?: string) => chaosLine([hostOf(createEmulator({ seed: 4, ...(chaos && { chaos }) })).world])
  expect(line()).toBeUndefined()
  expect(line('reads:0%')).toBe('chaos met 0 requests; the same requests meet the same with --chaos reads:0% --seed 4')
})

it('adds up what all worlds met, as the journal says it', async () => {
  const main = createEmulator({ chaos: 'reads:100%' })
  const other = main.fork()
  for (const emulator of [main, other, other]) await emulator.fetch('/v1/users/me', { headers }).catch(() => undefined)
  const notes = [main, other].flatMap((each) => each.journal.entries().flatMap((entry) => entry.notes))
  expect(notes).toEqual([
    'chaos: answer lost after the work',
    'chaos: answer lost after the work',
    'chaos: answered 500',
  ])
  expect(chaosLine([main, other].map((each) => hostOf(each).world))).toContain(
    'chaos met 3 requests (2 answer lost after the work, 1 answered 500); ',
  )
})

import { expect, it } from 'vitest'
import type { CallExchange } from '../../../emulator/scenario/record/exchange.ts'
import { Recorder } from './recorder.ts'
import { SocketCalls } from './socket-calls.ts'
import { TargetClock } from './target-clock.ts'

const exchange: CallExchange = {
  kind: 'call',
  caller: 'none',
  method: 'm',
  params: {},
  answer: { outcome: 'answered', frame: undefined },
}

async function recorder(): Promise<{ recorder: Recorder; move(milliseconds: number): void }> {
  let now = 0
  const clock = await TargetClock.of(async () => now, 0)
  return {
    recorder: new Recorder(clock, { kept() {}, leftOut() {} }),
    move: (milliseconds) => {
      now += milliseconds
    },
  }
}

it('tells what a client moves as soon as it has the answer from what the exchange moved', async () => {
  const { recorder: one, move } = await recorder()
  await one.turn(async (settled) => {
    move(1)
    await settled()
    move(3_600_000)
    return [exchange]
  })
  await one.turn(async (settled) => settled().then(() => [exchange]))
  expect(one.exchanges).toEqual([exchange, { kind: 'clock', milliseconds: 3_600_000 }, exchange])
})

it('passes the answer to a call on once the clock was read, and frames that nobody asked for at once', async () => {
  const { recorder: one, move } = await recorder()
  const calls = new SocketCalls('none', one)
  const passed: string[] = []
  calls.answered('{"jsonrpc":"2.0","method":"hello"}', () => passed.push('unasked'))
  expect(passed).toEqual(['unasked'])
  calls.asked('{"jsonrpc":"2.0","id":1,"method":"m"}', () =>
    calls.answered('{"jsonrpc":"2.0","id":1,"result":{}}', () => {
      passed.push('answer')
      move(1_000)
    }),
  )
  await one.idle(60_000)
  await one.turn(async () => [exchange])
  expect(passed).toEqual(['unasked', 'answer'])
  expect(one.exchanges.map(({ kind }) => kind)).toEqual(['call', 'clock', 'call'])
})

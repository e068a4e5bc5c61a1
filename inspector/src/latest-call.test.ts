import { beforeEach, expect, it } from 'vitest'
import { LatestCall } from './latest-call.ts'

let calls: { readonly name: string; readonly settle: (error?: Error) => void }[]
let told: string[]
let latest: LatestCall<string>

const ask = (name: string) =>
  void latest.ask(
    () =>
      new Promise((resolve, reject) => {
        calls.push({ name, settle: (error) => (error === undefined ? resolve(name) : reject(error)) })
      }),
  )
const settle = async (error?: Error) => {
  calls.at(-1)!.settle(error)
  await new Promise((done) => setImmediate(done))
}
const made = () => calls.map(({ name }) => name)

beforeEach(() => {
  calls = []
  told = []
  latest = new LatestCall(
    (value) => told.push(value),
    (error) => told.push(error.message),
  )
})

it('has one call under way, and one waiting: the last', async () => {
  for (const name of ['first', 'second', 'third']) ask(name)
  expect(made()).toEqual(['first'])
  await settle()
  expect(made()).toEqual(['first', 'third'])
  await settle()
  expect(told).toEqual(['first', 'third'])
  ask('fourth')
  await settle()
  expect(told).toEqual(['first', 'third', 'fourth'])
})

it('goes on after a call that failed', async () => {
  ask('first')
  ask('second')
  await settle(new Error('away'))
  await settle()
  expect(told).toEqual(['away', 'second'])
})

it('makes no call after it was stopped, and tells no answer', async () => {
  ask('first')
  ask('second')
  latest.stop()
  await settle()
  ask('third')
  expect([made(), told]).toEqual([['first'], []])
})

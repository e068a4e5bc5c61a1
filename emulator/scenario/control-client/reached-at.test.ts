import { expect, it } from 'vitest'
import { reachedAt } from './reached-at.ts'

it('a world is reached where its server is', () => {
  const said = {
    name: 'w1',
    world: 'w1',
    base_url: 'http://127.0.0.1:4010/w/w1/v1',
    realtime_url: 'ws://127.0.0.1:4010/w/w1/v1/realtime',
    control_url: 'http://127.0.0.1:4010/w/w1/__emulator',
  }
  expect(reachedAt('https://api.test:8443', said)).toEqual({
    name: 'w1',
    world: 'w1',
    base_url: 'https://api.test:8443/w/w1/v1',
    realtime_url: 'wss://api.test:8443/w/w1/v1/realtime',
    control_url: 'https://api.test:8443/w/w1/__emulator',
  })
  expect(reachedAt('http://127.0.0.1:4010', said)).toEqual(said)
})

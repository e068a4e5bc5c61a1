import { expect, it } from 'vitest'
import { starterId } from '../conformance/direct.ts'
import { createEmulator } from '../host/emulator.ts'
import { remembered } from './remembered.ts'
import type { World } from './world.ts'
import { hostOf } from '../host/instance-of.ts'

const ada = starterId('a1')

/** Counts look-ups of the name of a user. */
function names() {
  const looked: string[] = []
  const find = remembered(['users'], (world, id) => {
    looked.push(id)
    return world.users.get(id)?.name
  })
  return { find, looked }
}

const start = (): World => hostOf(createEmulator()).world

it('looks up once, and again when its table was written to', () => {
  const world = start()
  const { find, looked } = names()
  expect([find(world, ada), find(world, ada)]).toEqual(['Ada', 'Ada'])
  expect(looked).toHaveLength(1)
  world.orgs.update(starterId('c1'), { name: 'Other' })
  expect(find(world, ada)).toBe('Ada')
  expect(looked).toHaveLength(1)
  world.users.update(ada, { name: 'Ada L.' })
  expect(find(world, ada)).toBe('Ada L.')
  world.users.insert({ id: 'x', name: 'X', alias: 'x', type: 'human', status: 'active', owner_user_id: null, created_at: '' })
  expect(find(world, 'x')).toBe('X')
  world.users.removeRow('x')
  expect(find(world, 'x')).toBeUndefined()
})

it('keeps worlds apart, and follows one that goes back to a snapshot', () => {
  const world = start()
  const { find } = names()
  const before = world.snapshot()
  const fork = world.fork()
  fork.users.update(ada, { name: 'Ada of the fork' })
  expect([find(world, ada), find(fork, ada)]).toEqual(['Ada', 'Ada of the fork'])
  world.users.update(ada, { name: 'Ada later' })
  expect(find(world, ada)).toBe('Ada later')
  world.restore(before)
  expect(find(world, ada)).toBe('Ada')
  expect(find(fork, ada)).toBe('Ada of the fork')
})

it('keeps both keys apart, remembers null, and does not remember what there is not', () => {
  const world = start()
  const looked: string[] = []
  const find = remembered(['users'], (_, key, second) => {
    looked.push(key + second)
    return key === 'absent' ? undefined : null
  })
  for (let time = 0; time < 2; time++) for (const second of ['a', 'b', undefined]) find(world, 'x', second)
  expect(looked).toEqual(['xa', 'xb', 'x'])
  find(world, 'absent')
  find(world, 'absent')
  expect(looked.slice(3)).toEqual(['absent', 'absent'])
})

it('remembers no more than some thousand answers, and is right beyond', () => {
  const world = start()
  let looked = 0
  const find = remembered(['users'], (_, key, second) => {
    looked++
    return key + second
  })
  const all = (): void => {
    for (let n = 0; n < 20_000; n++) if (find(world, `k${n % 100}`, String(n)) !== `k${n % 100}${n}`) throw new Error(`wrong for ${n}`)
  }
  all()
  all()
  expect(looked).toBeGreaterThan(30_000)
})

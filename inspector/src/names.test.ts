import { expect, it, vi } from 'vitest'
import type { ControlInput, ControlKey } from '../../emulator/host/control-api/control-api.ts'
import { controlRequest } from '../../emulator/host/control-api/control-request.ts'
import { findIds, Names } from './names.ts'
import type { Source } from './source/source.ts'

const ada = '00000000-0000-4000-8000-0000000000a1'
const step = '00000000-0000-4000-8000-000000000321'

const answers: Readonly<Record<string, unknown>> = {
  '/tables': {
    tables: [
      { name: 'users', schema: { properties: { alias: {} } } },
      { name: 'orgs', schema: { properties: { alias: {} } } },
      { name: 'members', schema: { properties: {} } },
    ],
  },
  '/state': { tables: { users: 1, orgs: 0, members: 1 } },
  '/state/users?limit=1000': { records: [{ id: ada, alias: 'ada' }] },
}

it('reads aliases once for the ids of a view, from the tables that have any', async () => {
  vi.useFakeTimers()
  try {
    const asked: string[] = []
    const source = {
      call: (key: ControlKey, input?: ControlInput<ControlKey>) => {
        const { path } = controlRequest(key, input)
        asked.push(path)
        return Promise.resolve(answers[path])
      },
    } as unknown as Source
    const names = new Names(source)
    const path = `/v1/users/${ada}/steps/${step}`
    expect(names.shown(path)).toBe('/v1/users/0000…0000a1/steps/0000…000321')
    for (const text of [path, `again ${ada}`, 'no id']) names.want(text)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(asked.toSorted()).toEqual(['/state', '/state/users?limit=1000', '/tables'])
    expect(names.shown(path)).toBe('/v1/users/ada/steps/0000…000321')
    names.want(path)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(asked).toHaveLength(3)
  } finally {
    vi.useRealTimers()
  }
})

it('shows an alias that has changed, and none that belonged to the state before', async () => {
  vi.useFakeTimers()
  try {
    let alias = 'ada'
    const source = {
      call: (key: ControlKey, input?: ControlInput<ControlKey>) =>
        Promise.resolve(
          key === 'GET /state/:table' ? { records: [{ id: ada, alias }] } : answers[controlRequest(key, input).path],
        ),
    } as unknown as Source
    const names = new Names(source)
    names.learn([{ id: ada, alias }])
    const { version } = names
    names.learn([{ id: ada, alias }])
    expect(names.version).toBe(version)
    names.learn([{ id: ada, alias: 'lovelace' }])
    expect([names.find(ada), names.version]).toEqual(['lovelace', version + 1])
    names.want(step)
    await vi.advanceTimersByTimeAsync(150)
    alias = 'ben'
    names.forget()
    expect(names.find(ada)).toBeUndefined()
    names.want(ada)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(names.find(ada)).toBe('ben')
  } finally {
    vi.useRealTimers()
  }
})

it('looks for ids again after a read that failed', async () => {
  vi.useFakeTimers()
  try {
    let isGone = true
    const source = {
      call: (key: ControlKey, input?: ControlInput<ControlKey>) =>
        isGone ? Promise.reject(new Error('gone')) : Promise.resolve(answers[controlRequest(key, input).path]),
    } as unknown as Source
    const names = new Names(source)
    names.want(ada)
    await vi.advanceTimersByTimeAsync(1_000)
    isGone = false
    names.want(ada)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(names.find(ada)).toBe('ada')
  } finally {
    vi.useRealTimers()
  }
})

it('finds ids in a text', () => {
  expect(findIds(`${ada}, ${step}`)).toEqual([ada, step])
  expect(findIds('a-b-c')).toEqual([])
})

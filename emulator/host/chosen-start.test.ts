import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { FROM_VARIABLE } from './chosen-start.ts'
import { LAB_VARIABLE } from '../engine/world/lab-order.ts'
import { createEmulator } from './emulator.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'svc-start-'))
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true })
})

const begin = (text: string): string => {
  const file = join(folder, 'from.json')
  writeFileSync(file, text)
  vi.stubEnv(FROM_VARIABLE, file)
  return file
}

describe('the start that a variable chooses', () => {
  it('takes the place of the one that the options describe', () => {
    begin(
      JSON.stringify({
        scenario: 1,
        name: 'chosen',
        world: { fixtures: [], seed: 5, records: { users: [{ alias: 'eve', type: 'human', name: 'Eve' }] } },
        triggers: [{ when: { endpoint: 'GET /users/me' }, do: { fail: { status: 503 } }, optional: true }],
      }),
    )
    const emulator = createEmulator({ fixtures: ['starter'], seed: 9, settings: { operation_ms: 1 } })
    expect(emulator.world.users.list().map(({ alias }) => alias)).toEqual(['eve'])
    expect(emulator.triggers.list()).toHaveLength(1)
    const { seed, settings } = emulator.export()
    expect([seed, settings.operation_ms]).toEqual([5, 2_000])
  })

  it('may be a state', () => {
    const state = createEmulator({ fixtures: [], seed: 5 })
    state.world.users.insert({ alias: 'eve', type: 'human', name: 'Eve' })
    begin(JSON.stringify(state.export()))
    const emulator = createEmulator({ seed: 9 })
    expect(emulator.world.users.list().map(({ alias }) => alias)).toEqual(['eve'])
    expect(emulator.export().seed).toBe(5)
  })

  it('may be that of the lab, whose notes and rules hold, too', () => {
    vi.stubEnv(LAB_VARIABLE, folder)
    const order = (text: object): void => writeFileSync(join(folder, 'overlay.json'), JSON.stringify(text))
    order({})
    expect(createEmulator({ fixtures: [], seed: 4 }).export().seed).toBe(4)
    order({ start: { scenario: 1, name: 'chosen', world: { seed: 5 } }, settings: { broken: ['user.has-name'] } })
    const { seed, settings } = createEmulator({ seed: 4, broken: ['user.has-alias'] }).export()
    expect([seed, settings.broken]).toEqual([5, ['user.has-alias', 'user.has-name']])
    order({ settings: { otherwise: ['A-16/1'] } })
    expect(createEmulator().export().settings.otherwise).toEqual(['A-16/1'])
    expect(createEmulator({ settings: { otherwise: [] } }).export().settings.otherwise).toEqual([])
  })

  it('has the triggers of the options already, where it is a state of the lab', () => {
    const state = createEmulator({ fixtures: [] }).export()
    vi.stubEnv(LAB_VARIABLE, folder)
    writeFileSync(join(folder, 'overlay.json'), JSON.stringify({ start: state }))
    const acting = { rateLimit: '1/m', delay: 5, chaos: { rate: '100%' } } as const
    expect(createEmulator(acting).triggers.list()).toEqual([])
    vi.unstubAllEnvs()
    expect(createEmulator(acting).triggers.list()).toHaveLength(5)
  })

  it.each([
    ['no JSON', 'scenario: 1', 'is no JSON: expected a scenario or a state in JSON; npx svc-emulator exec --from'],
    ['neither', '{}', 'is neither a scenario nor a state: expected a scenario or a state in JSON'],
  ])('is refused where its file is %s', (_, text, message) => {
    const file = begin(text)
    expect(() => createEmulator()).toThrow(`${FROM_VARIABLE}: ${file} ${message}`)
  })
})

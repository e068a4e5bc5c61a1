import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { FROM_VARIABLE, STARTS_VARIABLE } from './chosen-start.ts'
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

  it('is that of the options where the file holds null', () => {
    begin('null')
    expect(createEmulator({ fixtures: [], seed: 4 }).export().seed).toBe(4)
  })

  it.each([
    ['no JSON', 'scenario: 1', 'is no JSON: expected a scenario or a state in JSON; svc-emulator exec --from'],
    ['neither', '{}', 'is neither a scenario nor a state: expected a scenario or a state in JSON'],
  ])('is refused where its file is %s', (_, text, message) => {
    const file = begin(text)
    expect(() => createEmulator()).toThrow(`${FROM_VARIABLE}: ${file} ${message}`)
  })

  it('is noted where a variable asks for it, unless it was chosen', () => {
    vi.stubEnv(STARTS_VARIABLE, folder)
    begin('{ "scenario": 1, "name": "chosen" }')
    createEmulator()
    expect(readdirSync(folder)).toEqual(['from.json'])
    begin('null')
    createEmulator({ fixtures: [], seed: 4 })
    const name = readdirSync(folder).find((each) => each.endsWith('.jsonl'))
    expect(JSON.parse(readFileSync(join(folder, name!), 'utf8'))).toEqual({
      section: { fixtures: [], seed: 4 },
      fixtures: [],
      triggers: [],
    })
  })
})

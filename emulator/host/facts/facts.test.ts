import { describe, expect, it } from 'vitest'
import { createEmulator } from '../../adapters/create-emulator.ts'
import { describe as prose } from '../../engine/checking/problems.ts'
import { exportState } from '../../engine/world/export.ts'
import type { EmulatorOptions } from '../emulator-options.ts'
import { settingsSchema } from '../../engine/world/settings.ts'
import { instanceOf } from '../instance-of.ts'
import { factSettings } from './fact-settings.ts'
import { factsFrom, factsProblems, knownDifferences, type FactsDocument, type Fact } from './facts.ts'

const seen = { on: '2026-11-23', exchange: 'GET /users/nobody -> 410' } as const

function document(...observations: Fact[]): FactsDocument {
  return { facts: 1, observations }
}

const gone = document({ assumption: 'A-7', setting: 'statuses.user_not_found', observed: 410, ...seen })
const asAda = { headers: { 'X-API-Key': 'svc-key-ada-admin' } }

function findSettings(emulator: ReturnType<typeof createEmulator>) {
  return instanceOf(emulator).host.world.settings
}

describe('a document', () => {
  it.each([
    [null, 'expected a document of facts, got null'],
    [{ fact: 1 }, 'not a facts file: `facts: 1` is missing'],
    [{ facts: 2, observations: [] }, 'facts: expected 1, got number 2'],
    [{ facts: 1, observation: [] }, "observation: unknown field, did you mean 'observations'?"],
    [
      document({ assumption: 'A-7', setting: 'statuses.user_not_fond', observed: 404, ...seen }),
      "did you mean 'statuses.user_not_found'?",
    ],
    [
      document({ assumption: 'A-7', setting: 'broken', observed: [], ...seen }),
      'observations[0].setting: not one of the',
    ],
    [
      document({ assumption: 'A-7', setting: 'default_limit', observed: 20, ...seen }),
      "observations[0].assumption: the setting 'default_limit' does not rest on A-7, expected 'A-29'",
    ],
    [
      document({ assumption: 'A-7', setting: 'statuses.user_not_found', observed: 200, ...seen }),
      'observations[0].observed: expected at least 400, got number 200',
    ],
    [
      document({ assumption: 'A-7', setting: 'statuses.user_not_found', observed: '404', ...seen }),
      'observations[0].observed: expected number, got string "404"',
    ],
    [
      document({ assumption: 'A-7', observed: 1, on: 'yesterday', exchange: 'x' }),
      'observations[0].on: expected a date such as 2026-11-23',
    ],
    [
      document({ assumption: 'A-7', alternative: 'A-38/1', observed: 'ignored', ...seen }),
      "observations[0].assumption: A-38/1 is no alternative to A-7, expected 'A-38'",
    ],
    [
      document({ assumption: 'A-38', alternative: 'A-38/9', observed: 'ignored', ...seen }),
      'observations[0].alternative: not one of the',
    ],
    [
      document({ assumption: 'A-38', not: 'A-38/1', alternative: 'A-38/1', observed: 'as assumed', ...seen }),
      "observations[0].not: 'alternative' says what the service does instead: keep one of them",
    ],
    [
      document({ assumption: 'A-7', not: 'A-38/1', observed: 'as assumed', ...seen }),
      "observations[0].assumption: A-38/1 is no alternative to A-7, expected 'A-38'",
    ],
    [
      document({ assumption: 'A-38', not: 'A-38/1', units: ['POST /org'], observed: 'as assumed', ...seen }),
      "observations[0].units[0]: there is no endpoint or command 'POST /org', did you mean 'POST /orgs'?",
    ],
    [
      document({ assumption: 'A-29', setting: 'default_limit', alternative: 'A-29/1', observed: 20, ...seen }),
      "observations[0].alternative: 'setting' says the same of 'default_limit': keep one of them",
    ],
    [
      document(
        { assumption: 'A-29', alternative: 'A-29/1', observed: 20, ...seen },
        { assumption: 'A-29', alternative: 'A-29/2', observed: 100, ...seen },
      ),
      'observations[1].alternative: a second alternative to A-29, after A-29/1 above: keep one of them',
    ],
    [
      document(gone.observations[0]!, { ...gone.observations[0]!, observed: 404 }),
      "observations[1].observed: a second value for 'statuses.user_not_found', which is 410 above: keep one of them",
    ],
  ])('that is wrong is refused in words: %j', (wrong, message) => {
    expect(factsProblems(wrong).map(prose).join('\n')).toContain(message)
  })

  it('gives what can be set as settings, and lists the rest as known differences', () => {
    const facts = factsFrom(
      document(
        gone.observations[0]!,
        { assumption: 'A-30', setting: 'limits.orgs_per_user', observed: 3, ...seen },
        { assumption: 'A-29', setting: 'default_limit', observed: 20, ...seen, on: '2026-11-20' },
        { assumption: 'A-7', about: 'code of user_not_found', observed: 'gone', assumed: 'user_not_found', ...seen },
        { assumption: 'A-45', about: 'status of POST /orgs', observed: 200, ...seen },
      ),
    )
    expect(facts.settings).toEqual({
      statuses: { user_not_found: 410 },
      limits: { orgs_per_user: 3 },
      default_limit: 20,
    })
    expect(knownDifferences(facts)).toEqual(['A-7: code of user_not_found: observed gone, assumed user_not_found'])
    expect(facts.observed.get('A-29')).toEqual({ on: '2026-11-20', differs: [] })
    expect(facts.observed.get('A-45')).toEqual({ on: '2026-11-23', differs: [] })
  })

  it('can settle settings that are there, by the assumption that their description names', () => {
    const { entries } = settingsSchema
    for (const [name, { assumptions }] of factSettings) {
      expect(Object.keys(entries)).toContain(name.split('.')[0])
      expect(assumptions.length).toBeGreaterThan(0)
    }
  })
})

describe('an emulator with facts', () => {
  it('answers as the service did', async () => {
    const emulator = createEmulator({ facts: gone })
    expect((await emulator.fetch('/v1/users/nobody', asAda)).status).toBe(410)
    expect((await emulator.fork().fetch('/v1/users/nobody', asAda)).status).toBe(410)
    emulator.reset()
    expect((await emulator.fetch('/v1/users/nobody', asAda)).status).toBe(410)
  })

  const ignored = document({ assumption: 'A-182', alternative: 'A-38/1', observed: 'ignored', ...seen })

  it('decides otherwise where the service does, and keeps what the settings decide of the same row', async () => {
    const request = { method: 'POST', body: '{"role":"read","more":1}' }
    const headers = { ...asAda.headers, 'content-type': 'application/json' }
    const status = async (emulator: ReturnType<typeof createEmulator>) =>
      (await emulator.fetch('/v1/api-keys/target/org/acme', { ...request, headers })).status
    const emulator = createEmulator({ facts: ignored })
    expect([await status(emulator), await status(emulator.fork())]).toEqual([200, 200])
    expect(await status(createEmulator({ facts: ignored, state: createEmulator().export() }))).toBe(200)
    expect(knownDifferences(factsFrom(ignored))).toEqual([])
    const otherwise = (options: EmulatorOptions) => findSettings(createEmulator(options)).otherwise
    expect(otherwise({ facts: ignored, settings: { otherwise: ['A-45/1'] } })).toEqual(['A-45/1', 'A-38/1'])
    for (let seed = 1; seed < 20; seed++)
      expect(otherwise({ facts: ignored, seed, settings: { unspecified: 'vary' } })).toContain('A-38/1')
    const two = document({ assumption: 'A-29', alternative: 'A-29/1', observed: 20, ...seen })
    expect(otherwise({ facts: two, settings: { otherwise: ['A-29/2'] } })).toEqual(['A-29/2'])
  })

  it('follows them below fixtures, scenario and settings', () => {
    const facts = document(
      gone.observations[0]!,
      { assumption: 'A-7', setting: 'statuses.org_not_found', observed: 410, ...seen },
      { assumption: 'A-29', setting: 'default_limit', observed: 20, ...seen },
    )
    const settings = { statuses: { user_not_found: 422 } }
    expect(findSettings(createEmulator({ facts, settings }))).toMatchObject({
      statuses: { user_not_found: 422, org_not_found: 410 },
      default_limit: 20,
    })
    const fixture = { fixture: 1, name: 'small', settings: { default_limit: 7 } }
    expect(findSettings(createEmulator({ facts, fixtures: [fixture] })).default_limit).toBe(7)
  })

  it('keeps the settings of a state, and takes facts where these are the default ones', () => {
    const state = JSON.parse(
      JSON.stringify(exportState(instanceOf(createEmulator({ settings: { default_limit: 9 } })).host.world)),
    )
    const facts = document(gone.observations[0]!, {
      assumption: 'A-29',
      setting: 'default_limit',
      observed: 20,
      ...seen,
    })
    expect(findSettings(createEmulator({ state, facts }))).toMatchObject({
      default_limit: 9,
      statuses: { user_not_found: 410 },
    })
  })

  it('keeps them when it switches to another scenario', async () => {
    const emulator = createEmulator({ facts: gone })
    const body = JSON.stringify({ document: { scenario: 1, name: 'other', about: 'Another.' } })
    const headers = { 'content-type': 'application/json', host: '127.0.0.1' }
    const answer = await emulator.fetch('/__emulator/scenario', { method: 'POST', headers, body })
    expect(answer.status).toBe(200)
    expect((await emulator.fetch('/v1/users/nobody', asAda)).status).toBe(410)
  })

  it('warns of what was observed in place of what is assumed', async () => {
    const lines: string[] = []
    const facts = document(gone.observations[0]!, {
      assumption: 'A-17',
      about: 'field user.owner_user_id',
      observed: 'absent',
      assumed: 'present',
      ...seen,
    })
    const settings = { unspecified: 'warn' } as const
    const emulator = createEmulator({ facts, settings, warn: (line) => void lines.push(line) })
    await emulator.fetch('/v1/users/me', asAda)
    await emulator.fetch('/v1/users/nobody', asAda)
    expect(lines).toContain(
      'unspecified: GET /users/:user_id relies on A-7 (Codes of other errors), observed on 2026-11-23',
    )
    expect(lines).toContain(
      'unspecified: GET /users/:user_id relies on A-17 (Users), observed on 2026-11-23 to differ: field user.owner_user_id: observed absent, assumed present',
    )
  })

  it('refuses a document that is wrong, and says where', () => {
    const facts = document({ assumption: 'A-29', setting: 'default_limit', observed: 0, ...seen })
    expect(() => createEmulator({ facts })).toThrow('facts.observations[0].observed: expected at least 1, got number 0')
    expect(() => createEmulator({ facts: 'facts.yaml' as never })).toThrow(
      'expected the result of `await loadFacts(…)`',
    )
  })
})

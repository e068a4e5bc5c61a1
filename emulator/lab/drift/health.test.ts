import { describe, expect, it } from 'vitest'
import { driftFrom, leftOrgs, withVerdict } from '../../../tests/helpers/drift.ts'
import type { HttpAnswer } from '../../scenario/targets/target.ts'

const encoder = new TextEncoder()
const answered = (status: number, headers: HttpAnswer['headers'], text: string): HttpAnswer => ({
  outcome: 'answered',
  status,
  headers,
  bytes: encoder.encode(text),
})
const page = (status: number, headers = {}): HttpAnswer =>
  answered(status, { 'content-type': 'text/html', ...headers }, '<html>gateway</html>')
const json = (status: number, body: object): HttpAnswer =>
  answered(status, { 'content-type': 'application/json' }, JSON.stringify(body))
const nothing = { status: 0, headers: {}, bytes: new Uint8Array(0) }
const read = ({ bytes }: HttpAnswer): string => new TextDecoder().decode(bytes)

describe('a service that is ill', () => {
  const refusal = (status: number, error: string): HttpAnswer =>
    json(status, { status: 'failure', error, message: 'no' })

  it.each([
    ['a refused key', refusal(401, 'unauthenticated'), "does not know the key 'main': GET /users/me is 401"],
    ['a page', page(200), 'is not the API: GET /users/me is answered with a web page (HTTP 200)'],
    ['a gateway', page(502, { server: 'nginx' }), 'is not the API: GET /users/me is answered with 502 by nginx'],
    ['a redirect', page(302, { location: 'https://a.example/in?t=1' }), 'redirects to https://a.example/in, which'],
    ['foreign JSON', json(200, { ok: true }), 'is not the API: GET /users/me is answered without its envelope'],
    [
      'an empty body',
      answered(200, {}, ''),
      'or answers without JSON (service.json-answers): GET /users/me is 200 with',
    ],
    ['an error', refusal(500, 'internal_error'), 'answers 500 to GET /users/me'],
    ['nothing', { ...nothing, outcome: 'no_answer', reason: 'closed' } as const, 'does not answer: closed'],
  ])('is asked nothing after %s', async (_, answer, ill) => {
    const { report, asked, emulator } = await driftFrom({}, {}, async () => answer)
    expect(report.ill).toContain(ill)
    expect(asked.every((line) => line === 'GET /users/me')).toBe(true)
    expect([withVerdict(report, 'contradicted'), withVerdict(report, 'held'), report.facts]).toEqual([[], [], []])
    expect(leftOrgs(emulator)).toEqual([])
  })

  it('is a stranger if it refuses a wrong key with a page', async () => {
    const between: Parameters<typeof driftFrom>[2] = async ({ headers }, _, ask) =>
      headers['x-api-key'] === 'svc-key-ada-admin' ? ask() : page(403)
    const { report } = await driftFrom({}, {}, between)
    expect(report.ill).toContain('GET /users/me with a wrong key is answered with 403')
  })

  it.each([
    ['500', refusal(500, 'internal_error'), 'the service answers 500 to 11 of 20 requests'],
    ['429', page(429), 'the service answers 429 to 11 of 20 requests'],
    ['pages', page(200), 'the service gives no answer of the API to 11 of 20 requests'],
    ['nothing', { ...nothing, outcome: 'no_answer', reason: 'closed' } as const, 'gives no whole answer to 11 of 20'],
  ])('ends the run after most of twenty answers are %s, with no false fact', async (_, answer, ill) => {
    const { report, emulator } = await driftFrom({}, {}, async ({ method }, number, ask) =>
      number <= 40 || method === 'DELETE' ? ask() : answer,
    )
    expect(report.ill).toContain(ill)
    expect(report.probes).toBeLessThan(60)
    expect(withVerdict(report, 'contradicted')).toEqual([])
    expect(report.facts.filter(({ assumed }) => assumed !== undefined)).toEqual([])
    expect(leftOrgs(emulator)).toEqual([])
  })

  it('has each record tried once, and what stays listed', async () => {
    const { report, asked } = await driftFrom({}, {}, async ({ method }, number, ask) =>
      number > 60 || method === 'DELETE' ? refusal(500, 'internal_error') : ask(),
    )
    const deleted = asked.filter((line) => line.startsWith('DELETE /orgs/'))
    expect(report.leftBehind.length).toBeGreaterThan(0)
    expect(deleted).toHaveLength(new Set(deleted).size)
  })

  it('keeps its time, and follows Retry-After for a minute at most', async () => {
    let now = 0
    const limited = page(429, { 'retry-after': '3600' })
    const options = { now: () => now, wait: async (ms: number) => void (now += ms), budget: '100s' }
    const { report, asked } = await driftFrom({}, options, async () => limited)
    expect(report.ill).toContain('takes no more requests for now')
    expect([asked, now]).toEqual([['GET /users/me', 'GET /users/me'], 60_000])
  })

  it('is no service that merely has organizations with aliases of users, other ids and more fields', async () => {
    const change = (answer: HttpAnswer, from: string, to: string): HttpAnswer => ({
      ...answer,
      bytes: encoder.encode(read(answer).replaceAll(from, to)),
    })
    const { report } = await driftFrom({}, { probes: ['identity'] }, async (_request, _number, ask) =>
      change(
        change(await ask(), '"alias":"acme"', '"alias":"ada","shoe":7'),
        '00000000-0000-4000-8000-0000000000a1',
        'usr_1',
      ),
    )
    expect(report.ill).toBeUndefined()
    expect(report.probes).toBeGreaterThan(80)
    expect(report.facts).toContainEqual(expect.objectContaining({ assumption: 'A-64' }))
  })

  it.each([
    ['svc-key-bot-write', "the key 'main' belongs to the service account 'build-bot': "],
    ['svc-key-ada-read', "the key 'main' has not the role admin (GET /api-keys/target/user/me is 403): "],
    ['svc-key-acme-write', "the key 'main' is limited to an organization or a blob (/users/me/orgs is 403): "],
  ])('gets no writes with a key that could not undo them: %s', async (main, why) => {
    const { report, emulator, asked } = await driftFrom({}, { apiKeys: { main } })
    expect(report.ill).toContain(`${why}drift could not delete the organizations that it makes`)
    expect(asked.filter((line) => !line.startsWith('GET '))).toEqual([])
    expect([leftOrgs(emulator), report.leftBehind]).toEqual([[], []])
    // Reads by such a key are refused as no twin refuses them.
    expect((await driftFrom({}, { apiKeys: { main }, readOnly: true })).report.ill).toContain(why)
  })
})

import { describe, expect, it } from 'vitest'
import { comparableFailure } from './same-failure.ts'

const [ONE, OTHER] = ['2cea6c91-4449-4ec3-8666-e7fd82b186dc', '1db7e5dc-0871-49ae-84ca-a782f0aa0f28']

describe('failures', () => {
  it('are the same up to ids and times', () => {
    expect(comparableFailure([`no ${ONE} at 2026-01-01T00:00:00.000Z`])).toBe(
      comparableFailure([`no ${OTHER} at 2026-11-24T00:00:00Z`]),
    )
    expect(comparableFailure([`expected ${ONE}, got ${OTHER}`])).toBe(
      comparableFailure([`expected ${OTHER}, got ${ONE}`]),
    )
  })

  it.each([
    ['a count', 'expected 11, got 10', 'expected 11, got 0'],
    ['a status', 'expected 200, got 500', 'expected 200, got 503'],
    ['a code', 'got forbidden', 'got org_not_found'],
    ['whether two ids are one', `expected ${ONE}, got ${ONE}`, `expected ${ONE}, got ${OTHER}`],
  ])('differ in %s', (_, one, other) => {
    expect(comparableFailure([one])).not.toBe(comparableFailure([other]))
  })

  it('name no log file of a run', () => {
    const log = (time: string) => comparableFailure([`A complete log is in: /root/.npm/_logs/${time}-debug-0.log`])
    expect(log('2026-11-27T08_46_08_066Z')).toBe(log('2026-11-27T08_46_13_223Z'))
  })

  it('name no place of this machine', () => {
    expect(comparableFailure(['http://127.0.0.1:4010/w/abc-1/v1/orgs in /tmp/svc-home-a1B2c3/x, after 0.12s'])).toBe(
      'http://<host>/v1/orgs in <folder>/x, after <duration>',
    )
  })
})

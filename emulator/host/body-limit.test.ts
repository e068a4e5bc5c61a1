import { expect, it } from 'vitest'
import { createEmulator } from './emulator.ts'
import { bodyLimit } from './body-limit.ts'
import { hostOf, instanceOf } from './instance-of.ts'

it('is that of the world that a request names, which is not counted as used', () => {
  const emulator = createEmulator()
  const { site } = instanceOf(emulator)
  site.add(instanceOf(emulator).fork({}, site), { name: 'mia' })
  const { world } = site.get('mia')!.host
  world.settings = { ...world.settings, limits: { ...world.settings.limits, request_body_bytes: 5_000_000 } }
  const limit = (url: string, ...headers: string[]) => bodyLimit(emulator, 'POST', url, headers)
  const own = hostOf(emulator).world.settings.limits.request_body_bytes
  expect([limit('/v1/orgs'), limit('/v1/orgs', 'x-svc-world', 'leo')]).toEqual([own, own])
  for (const [url, ...headers] of [
    ['/w/mia/v1/orgs'],
    ['/v1/orgs', 'X-Svc-World', 'mia'],
    ['/v1/orgs', 'baggage', 'svc-world=mia'],
    ['/v1/orgs', 'cookie', 'svc_world=mia'],
  ] as [string, ...string[]][])
    expect(limit(url, ...headers)).toBe(5_000_000)
  site.naming = { ...site.naming, from: ['path'] }
  expect(limit('/v1/orgs', 'x-svc-world', 'mia')).toBe(own)
  expect(site.findUse('mia').requests).toBe(0)
})

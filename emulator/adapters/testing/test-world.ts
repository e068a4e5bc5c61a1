import { WORLD_HEADER } from '../../host/world-names.ts'

/**
 * World of a test, for clients that cannot use its address: a server that renders pages, a phone, a second service.
 *
 * @example
 * await fetch(`${app}/profile`, { headers: api.world.headers }) // the app forwards `baggage` to the API
 */
export interface TestWorld {
  readonly name: string
  /** Headers that name it: `x-svc-world`, and `baggage`, which servers forward. */
  readonly headers: Readonly<Record<'x-svc-world' | 'baggage', string>>
}

export function testWorld(name: string): TestWorld {
  return {
    name,
    headers: { [WORLD_HEADER]: name, baggage: `svc-world=${name}` },
  }
}

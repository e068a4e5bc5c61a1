import { WORLD_HEADER } from '../../host/world-names.ts'

/**
 * World of a test, for clients that cannot use its address: a server that renders pages, a phone, a second service.
 *
 * @example
 * await fetch(`${app}/profile`, { headers: api.world.headers }) // the app forwards `baggage` to the API
 * const client = new Client({ baseUrl: root, apiKey: api.world.key('ada-admin') })
 */
export interface TestWorld {
  readonly name: string
  /** Headers that name it: `x-svc-world`, and `baggage`, which servers forward. */
  readonly headers: Readonly<Record<'x-svc-world' | 'baggage', string>>
  /** A key or token with the world's name: `secret` is a name from the starter world (`ada-admin`), or a secret. */
  key(secret: string): string
}

export function testWorld(name: string): TestWorld {
  return {
    name,
    headers: { [WORLD_HEADER]: name, baggage: `svc-world=${name}` },
    key: (secret) => `${secret.startsWith('svc-') ? secret : `svc-key-${secret}`}@${name}`,
  }
}

/** Where requests go that miss an API at `https://api.svc.test/v1` whose sockets are at `wss://live.svc.test/v1/realtime`. */
export const escapePlace = { baseUrl: 'https://api.svc.test/v1', realtimeUrl: 'wss://live.svc.test/v1/realtime' }

export const escapes: readonly (readonly [form: string, url: string])[] = [
  ['another version', 'https://api.svc.test/v2/users/me'],
  ['another scheme', 'http://api.svc.test/v1/users/me'],
  ['another port', 'https://api.svc.test:8443/v1/users/me'],
  ['the address without its slash', 'https://api.svc.test/v1'],
  ['the address with a query alone', 'https://api.svc.test/v1?limit=1'],
  ['no version', 'https://api.svc.test/users/me'],
  ['nothing but the host', 'https://api.svc.test'],
  ['a version in capitals', 'https://api.svc.test/V1/users/me'],
  ['two slashes', 'https://api.svc.test//v1/users/me'],
  ['the host with a dot at its end', 'https://api.svc.test./v1/users/me'],
  ['REST at the host of the sockets', 'https://live.svc.test/v1/users/me'],
]

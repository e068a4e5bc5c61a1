import { expect, it } from 'vitest'
import { withoutQuerySecrets } from './query-secrets.ts'

it.each([
  ['/users/me', '/users/me'],
  ['/orgs?limit=2&cursor=abc', '/orgs?limit=2&cursor=abc'],
  ['/orgs?access_token=svc-token-ada&limit=2', '/orgs?access_token=***&limit=2'],
  ['/orgs?Api_Key=a=b', '/orgs?Api_Key=***'],
  ['/orgs?apikey=a&api%5Fkey=b', '/orgs?apikey=***&api%5Fkey=***'],
  ['/orgs?token=&%ff=1?token=2', '/orgs?token=&%ff=1?token=2'],
])('%s', (path, shown) => expect(withoutQuerySecrets(path)).toBe(shown))

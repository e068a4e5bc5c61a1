import { expect, it } from 'vitest'
import { createEmulator } from '../../index.ts'

/** Asks the control API for the file. */
async function askFile(...asked: readonly (readonly [string, string, object?, string?])[]): Promise<string> {
  const emulator = createEmulator()
  for (const [method, path, body, key = 'svc-key-ada-admin'] of asked)
    await emulator.fetch(`/v1${path}`, {
      method,
      headers: { 'x-api-key': key, 'user-agent': 'mine', ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
  const answer = await emulator.fetch('http://127.0.0.1:4010/__emulator/journal.http')
  expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  return answer.text()
}

it('writes the requests with their secrets as variables', async () => {
  const text = await askFile(
    ['GET', '/users/me'],
    ['POST', '/orgs', { name: 'Tools' }, 'svc-key-ben-admin'],
    ['GET', '/orgs/nowhere?api_key=svc-key-ada-read'],
  )
  expect(text).toBe(`@host = http://127.0.0.1:4010
@key_of_ada = put-it-here
@key_of_ben = put-it-here
@secret = put-it-here

### 1: 200
GET {{host}}/v1/users/me
x-api-key: {{key_of_ada}}

### 2: 200
POST {{host}}/v1/orgs
content-type: application/json
x-api-key: {{key_of_ben}}

{
  "name": "Tools"
}

### 3: 404 org_not_found
GET {{host}}/v1/orgs/nowhere?api_key={{secret}}
x-api-key: {{key_of_ada}}
`)
})

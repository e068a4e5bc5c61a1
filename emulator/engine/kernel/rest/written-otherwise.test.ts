import { expect, it } from 'vitest'
import { createEmulator } from '../../../host/emulator.ts'

const ask = async (method: string, path: string, headers: Record<string, string> = {}, body?: string) => {
  const answer = await createEmulator().fetch(`http://emulator/v1${path}`, {
    method,
    headers: { 'x-api-key': 'svc-key-ada-admin', ...headers },
    ...(body !== undefined && { body }),
  })
  return { status: answer.status, message: ((await answer.json()) as { message: string }).message }
}

it.each([
  ['/users?id=me', 405, '/users does not take GET; it takes POST. Ids stand in the path: GET /v1/users/me.'],
  ['/users?user_id=ada', 405, 'Ids stand in the path: GET /v1/users/ada.'],
  ['/orgs?alias=acme', 405, 'Ids stand in the path: GET /v1/orgs/acme.'],
  ['/orgs?id=a%2Fb', 405, 'Ids stand in the path: GET /v1/orgs/a%2Fb.'],
  ['/revisions?id=x', 404, "No endpoint has the path '/revisions'. Ids stand in the path: GET /v1/revisions/x."],
  ['/blobs?org_id=acme&blob_id=weights', 404, 'Ids stand in the path: GET /v1/blobs/acme/weights.'],
  ['/blobs/acme?blob=weights', 405, 'Ids stand in the path: GET /v1/blobs/acme/weights.'],
  ['/api-keys?target=org&target_id=acme', 404, 'Ids stand in the path: GET /v1/api-keys/target/org/acme.'],
  ['/workflow/list_sessions?org_id=acme', 405, 'Send its parameters as the JSON body of a POST.'],
])('says how GET %s is written', async (path, status, message) => {
  expect(await ask('GET', path)).toEqual({ status, message: expect.stringContaining(message) })
})

it('says nothing of the kind where nothing is known', async () => {
  expect((await ask('GET', '/users?page=2')).message).toBe('/users does not take GET; it takes POST.')
  expect((await ask('DELETE', '/users?id=ada')).message).toContain('Ids stand in the path: DELETE /v1/users/ada.')
})

it('says that a method in lower case is another one', async () => {
  expect((await ask('patch', '/users/me', {}, '{}')).message).toMatch(
    /^\/users\/me does not take patch; .* Write PATCH: methods are upper case, and fetch sends 'patch' as it is given\.$/,
  )
})

it.each([
  [
    'application/x-www-form-urlencoded',
    "(curl -d sends it so: add -H 'content-type: application/json', or write --json)",
  ],
  ['text/plain;charset=UTF-8', '(fetch sends a string so: set the header content-type: application/json)'],
  ['multipart/form-data; boundary=x', '(forms are sent so: send the body itself, as application/json)'],
])('says why a body has the type %s, and how to send another', async (type, how) => {
  const { status, message } = await ask('PATCH', '/users/me', { 'content-type': type }, '{}')
  expect([status, message]).toEqual([415, `This endpoint takes application/json; the request said '${type}' ${how}.`])
})

/**
 * Mistakes that the types of the document must reject: generated.test.ts compiles this file, and expects an error in
 * every line.
 */
import createClient from 'openapi-fetch'
import type { paths } from './.generated/api.ts'

const client = createClient<paths>({ baseUrl: 'http://127.0.0.1:4010/v1' })

// @ts-expect-error there is no such path
await client.GET('/user/{user_id}', { params: { path: { user_id: 'me' } } })
// @ts-expect-error the parameter is missing
await client.GET('/users/{user_id}', { params: { path: {} } })
await client.GET('/blobs/{org_id}/{blob_id}/revisions', {
  // @ts-expect-error a limit is a number
  params: { path: { org_id: 'acme', blob_id: 'weights' }, query: { limit: 'two' } },
})
// @ts-expect-error visibility has two values
await client.POST('/orgs', { body: { name: 'Mine', visibility: 'secret' } })
const { data } = await client.GET('/users/{user_id}', { params: { path: { user_id: 'me' } } })
// @ts-expect-error a user has no such field
export const nickname = data?.user.nickname

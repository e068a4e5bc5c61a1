/** A program on top of types that openapi-typescript wrote from the OpenAPI document: generated.test.ts compiles and runs it. */
import createClient from 'openapi-fetch'
import type { components, paths } from './.generated/api.ts'

type User = components['schemas']['User']

/** Everything that it does is typed: paths, parameters, bodies, and answers by status. */
export async function drive(baseUrl: string, send: (request: Request) => Promise<Response>) {
  const client = createClient<paths>({ baseUrl, headers: { 'X-API-Key': 'svc-key-ada-admin' }, fetch: send })

  const me = await client.GET('/users/{user_id}', { params: { path: { user_id: 'me' } } })
  const user: User | undefined = me.data?.user
  const role: 'owner' | 'read' | undefined = user?.role

  const created = await client.POST('/orgs', { body: { name: 'Mine', alias: 'mine', visibility: 'private' } })
  const refused = await client.POST('/orgs', { body: { name: 'Mine again', alias: 'mine' } })
  const code: string | undefined = refused.error?.error

  const page = await client.GET('/blobs/{org_id}/{blob_id}/revisions', { params: { path: { org_id: 'acme', blob_id: 'weights' }, query: { limit: 2 } } })
  const cursor: string | null | undefined = page.data?.cursor
  const next = await client.GET('/blobs/{org_id}/{blob_id}/revisions', {
    params: { path: { org_id: 'acme', blob_id: 'weights' }, query: { limit: 2, ...(typeof cursor === 'string' && { cursor }) } },
  })

  const sessions = await client.POST('/workflow/list_sessions', { body: { org_id: 'acme' } })
  const removed = await client.DELETE('/orgs/{org_id}', { params: { path: { org_id: 'mine' } } })

  return {
    role,
    org: created.data?.org.alias,
    refused: [refused.response.status, code] as const,
    revisions: [...page.data?.revisions ?? [], ...next.data?.revisions ?? []].map(({ number, status }) => `${number} ${status}`),
    sessions: sessions.data?.sessions.map(({ alias }) => alias),
    lastSession: sessions.data?.last_session_id,
    removed: removed.data?.status,
  }
}

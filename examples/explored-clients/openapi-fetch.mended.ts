import type { Run } from 'svc-emulator/explore'
import createClient from 'openapi-fetch'
import type { paths } from './api.ts'

/** The ids of all revisions of a blob. */
export async function revisions({ fetch, baseUrl, apiKey }: Run): Promise<string[]> {
  const client = createClient<paths>({ baseUrl, fetch, headers: { 'X-API-Key': apiKey } })
  const ids: string[] = []
  let cursor: string | null | undefined
  do {
    const { data, error, response } = await client.GET('/blobs/{org_id}/{blob_id}/revisions', {
      params: { path: { org_id: 'acme', blob_id: 'weights' }, query: { limit: 2, ...(cursor != null && { cursor }) } },
      signal: AbortSignal.timeout(500),
    })
    if (error !== undefined || data?.status !== 'success')
      throw new Error(error?.error ?? `HTTP ${response.status}, and no answer of the API`)
    ids.push(...data.revisions.map(({ id }) => id))
    cursor = data.cursor
  } while (cursor !== null)
  return ids
}

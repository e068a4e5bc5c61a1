import type { Run } from '../../../emulator/lab/index.ts'
import createClient from 'openapi-fetch'
import type { paths } from '../.generated/api.ts'

/** The numbers of all revisions of a blob. */
export async function revisions({ fetch, baseUrl, apiKey }: Run): Promise<number[]> {
  const client = createClient<paths>({ baseUrl, fetch, headers: { 'X-API-Key': apiKey } })
  const numbers: number[] = []
  let cursor: string | null | undefined
  do {
    const { data } = await client.GET('/blobs/{org_id}/{blob_id}/revisions', {
      params: { path: { org_id: 'acme', blob_id: 'weights' }, query: { limit: 2, ...(cursor != null && { cursor }) } },
    })
    numbers.push(...(data?.revisions ?? []).map(({ number }) => number))
    cursor = data?.cursor
  } while (cursor)
  return numbers
}

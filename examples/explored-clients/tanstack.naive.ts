import type { Run } from 'svc-emulator/explore'
import { QueryClient } from '@tanstack/query-core'

interface Page {
  readonly objects: { key: string }[]
  readonly cursor: string | null
}

/** The keys of all objects of a session, page by page. */
export async function objects({ fetch, baseUrl, apiKey }: Run): Promise<string[]> {
  const { pages } = await new QueryClient().fetchInfiniteQuery({
    queryKey: ['objects'],
    queryFn: async ({ pageParam }): Promise<Page> => {
      const body = JSON.stringify({ session_id: 'run-01', limit: 50, cursor: pageParam })
      const response = await fetch(`${baseUrl}/workflow/list_session_objects`, {
        method: 'POST',
        headers: { 'X-API-Key': apiKey, 'Content-Type': 'application/json' },
        body,
      })
      return (await response.json()) as Page
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => (last.objects?.length === 50 ? (last.cursor ?? undefined) : undefined),
    pages: Infinity,
    retry: 2,
    retryDelay: 10,
  })
  return pages.flatMap((page) => page.objects?.map(({ key }) => key) ?? [])
}

/** TanStack's infinite query over both kinds of cursor: what an app that scrolls meets. */
import { InfiniteQueryObserver, QueryClient, type InfiniteData } from '@tanstack/query-core'
import { setupServer } from 'msw/node'
import { describe, expect, it } from 'vitest'
import { createEmulator, type Emulator } from '../../emulator/index.ts'
import { createHandlers } from '../../emulator/adapters/msw/msw.ts'
import { startServer } from '../../emulator/adapters/node/server.ts'
import { mswMajor } from './msw-major.ts'

const base = createEmulator()

type Answer = { readonly status: string; readonly error?: string } & Readonly<Record<string, unknown>>

class ApiFailure extends Error {
  readonly code: string

  constructor({ error = 'none', message }: Answer & { message?: string }) {
    super(message)
    this.code = error
  }
}

async function command(baseUrl: string, name: string, params: object): Promise<Answer> {
  const response = await fetch(`${baseUrl}/workflow/${name}`, {
    method: 'POST',
    headers: { 'x-api-key': 'svc-key-ada-admin', 'content-type': 'application/json' },
    body: JSON.stringify(params),
  })
  const answer = (await response.json()) as Answer
  if (answer.status === 'failure') throw new ApiFailure(answer)
  return answer
}

/** A listing, as an app declares it: where the next page starts stands in the last one, and null ends it. */
function listing(baseUrl: string, name: string, params: object, read: string, send: string) {
  return new InfiniteQueryObserver<
    Answer,
    ApiFailure,
    InfiniteData<Answer, string | undefined>,
    string[],
    string | undefined
  >(new QueryClient(), {
    queryKey: [name],
    queryFn: ({ pageParam }) =>
      command(baseUrl, name, { ...params, ...(pageParam !== undefined && { [send]: pageParam }) }),
    initialPageParam: undefined,
    getNextPageParam: (last) => (last[read] as string | null) ?? undefined,
    retry: false,
  })
}

const sessions = (baseUrl: string) =>
  listing(baseUrl, 'list_sessions', { org_id: 'acme' }, 'last_session_id', 'start_session_id')
const objects = (baseUrl: string) =>
  listing(baseUrl, 'list_session_objects', { session_id: 'run-01', limit: 50 }, 'cursor', 'cursor')

type Observer = ReturnType<typeof listing>

// Its type forgets that the query is infinite.
function firstPage(observer: Observer): Promise<Awaited<ReturnType<Observer['fetchNextPage']>>> {
  return observer.fetchOptimistic(observer.options as never) as never
}

async function scrollToEnd(observer: Observer, items: string): Promise<string[][]> {
  let result = await firstPage(observer)
  while (result.hasNextPage) result = await observer.fetchNextPage({ throwOnError: true })
  return result.data!.pages.map((page) =>
    (page[items] as { alias?: string; key?: string }[]).map(({ alias, key }) => alias ?? key!),
  )
}

function scrolls(open: () => Promise<{ baseUrl: string; emulator: Emulator; close(): unknown }>): void {
  it('over the record cursor to its end', async () => {
    const { baseUrl, close } = await open()
    const pages = await scrollToEnd(sessions(baseUrl), 'sessions')
    expect(pages.map(({ length }) => length)).toEqual([10, 10, 5])
    expect(pages.flat()).toEqual(Array.from({ length: 25 }, (_, index) => `run-${String(25 - index).padStart(2, '0')}`))
    await close()
  })

  it('over the opaque cursor to its end', async () => {
    const { baseUrl, close } = await open()
    const pages = await scrollToEnd(objects(baseUrl), 'objects')
    expect(pages.map(({ length }) => length)).toEqual([50, 50, 20])
    expect(new Set(pages.flat()).size).toBe(120)
    await close()
  })

  it('shows what is kept when the record of a record cursor is gone', async () => {
    const { baseUrl, emulator, close } = await open()
    const observer = sessions(baseUrl)
    await firstPage(observer)
    emulator.world.sessions.delete('run-16')
    const { error, data, isFetchNextPageError } = await observer.fetchNextPage()
    expect(isFetchNextPageError).toBe(true)
    expect(error?.code).toBe('internal_error')
    expect(data!.pages).toHaveLength(1)
    await close()
  })

  it('goes on over an opaque cursor when records are gone', async () => {
    const { baseUrl, emulator, close } = await open()
    const observer = objects(baseUrl)
    const first = await firstPage(observer)
    const keys = (first.data!.pages[0]!['objects'] as { id: string }[]).map(({ id }) => id)
    emulator.world.objects.delete(keys.at(-1)!)
    const { data, isError } = await observer.fetchNextPage()
    expect(isError).toBe(false)
    expect(data!.pages).toHaveLength(2)
    await close()
  })
}

describe('TanStack infinite query', () => {
  describe('server', () => {
    scrolls(async () => {
      const emulator = base.fork()
      const server = await startServer({ emulator })
      return { baseUrl: server.url, emulator, close: () => server.close() }
    })
  })

  describe(`msw ${mswMajor}`, () => {
    scrolls(async () => {
      const emulator = base.fork()
      const server = setupServer(...createHandlers(emulator, { baseUrl: 'http://api.svc.test/v1' }))
      server.listen({ onUnhandledRequest: 'error' })
      return { baseUrl: 'http://api.svc.test/v1', emulator, close: () => server.close() }
    })
  })
})

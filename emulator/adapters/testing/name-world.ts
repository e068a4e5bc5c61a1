/** The world of a test in what Playwright sends: `baggage` for the API and for documents of the application, and nothing for any other host. */
import type { APIRequestContext, BrowserContext } from '@playwright/test'
import { isLoopback } from '../control/guard.ts'

/** The test's world, and who may be told it. */
export interface ToldWorld {
  /** Value of `baggage`: `svc-world=mia`. */
  readonly baggage: string
  /** Root of the REST API. */
  readonly baseUrl: string
  /** Address of the application under test; without one, any application on this machine is. */
  readonly app: string | undefined
}

/**
 * Adds `baggage` to requests of pages: to those of the API's origin that name no world in their path, and to documents of
 * the application, which a server may render. All others stay as the page sends them, also in their preflights.
 */
export async function nameWorldInPages(context: BrowserContext, told: ToldWorld): Promise<void> {
  const mayBeTold = (url: URL): boolean => isOfApi(url, told) || isOfApp(url, told)
  await context.route(mayBeTold, async (route, request) => {
    const isTold = isOfApi(new URL(request.url()), told) || request.isNavigationRequest()
    await route.fallback(isTold ? { headers: addBaggage(request.headers(), told) } : {})
  })
}

const sending = new Set(['fetch', 'get', 'post', 'put', 'patch', 'delete', 'head'])

/** `request` of Playwright, which names the world to the API and to the application. */
export function nameWorldInRequests(request: APIRequestContext, told: ToldWorld): APIRequestContext {
  return new Proxy(request, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target)
      if (typeof value !== 'function') return value
      const send = value.bind(target) as (...given: unknown[]) => unknown
      if (!sending.has(String(name))) return send
      return (asked: string | { url(): string }, options: { headers?: Record<string, string> } = {}) => {
        const url = new URL(typeof asked === 'string' ? asked : asked.url(), told.app)
        const isTold = isOfApi(url, told) || isOfApp(url, told)
        return send(asked, isTold ? { ...options, headers: addBaggage(options.headers ?? {}, told) } : options)
      }
    },
  })
}

function addBaggage(headers: Readonly<Record<string, string>>, { baggage }: ToldWorld): Record<string, string> {
  const { baggage: own, ...others } = headers
  return { ...others, baggage: own === undefined ? baggage : `${own}, ${baggage}` }
}

function isOfApi({ origin, pathname }: URL, { baseUrl }: ToldWorld): boolean {
  return origin === new URL(baseUrl).origin && !pathname.startsWith('/w/')
}

function isOfApp({ origin, host, protocol }: URL, { app, baseUrl }: ToldWorld): boolean {
  if (app !== undefined) return origin === new URL(app).origin
  return /^https?:$/.test(protocol) && isLoopback(host) && origin !== new URL(baseUrl).origin
}

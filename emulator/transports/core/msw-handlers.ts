import type { http as Http, HttpHandler, WebSocketHandler, WebSocketLink, ws as Ws } from 'msw'
import { checkOptions, urlOf, type OptionKinds } from '../../diagnostics/options.ts'
import { requireEmulator } from '../../host/emulator-options.ts'
import type { Emulator } from '../../host/emulator.ts'
import { createSocketHandler } from './msw-socket.ts'

export interface HandlerOptions {
  /** Where the client under test expects the REST API. Default `http://127.0.0.1:4010/v1`. */
  readonly baseUrl?: string
  /** Where it expects the realtime API. Default: the base URL with `ws` and `/realtime`. */
  readonly realtimeUrl?: string
}

const handlerOptions: OptionKinds<HandlerOptions> = {
  baseUrl: urlOf('http', 'https'),
  // msw takes a pattern too, which need not be a URL: `ws://localhost:*/v1/realtime`.
  realtimeUrl: { ...urlOf('ws', 'wss'), fits: (value) => typeof value === 'string' && /^wss?:\/\//.test(value) },
}

/** The parts of msw that handlers are made with. */
export interface MswParts {
  readonly http: typeof Http
  readonly ws: typeof Ws
}

/**
 * Handlers for `setupServer`, `setupWorker` or `defineNetwork` that answer from an emulator.
 * One catch-all stands in front of the emulator's own router: every further handler would cost each request.
 * Throws `EmulatorError` for wrong options.
 */
export type CreateHandlers = (emulator: Emulator, options?: HandlerOptions) => (HttpHandler | WebSocketHandler)[]

export function handlersWith({ http, ws }: MswParts): CreateHandlers {
  // By URL: each link listens to a channel of msw for as long as the process lives.
  const links = new Map<string, WebSocketLink>()
  const linkTo = (url: string) => {
    const link = links.get(url) ?? ws.link(url)
    links.set(url, link)
    return link
  }
  return (emulator, options = {}) => {
    requireEmulator('createHandlers', emulator)
    checkOptions('createHandlers', options, handlerOptions)
    const base = (options.baseUrl ?? 'http://127.0.0.1:4010/v1').replace(/\/+$/, '')
    const prefix = new URL(base).pathname.replace(/\/$/, '')
    return [
      http.all(`${base}/*`, async ({ request }) => {
        try {
          return await emulator.fetch(prefix === '/v1' ? request : rebased(request, prefix))
        } catch {
          return Response.error()
        }
      }),
      createSocketHandler(linkTo(options.realtimeUrl ?? `${base.replace(/^http/, 'ws')}/realtime`), emulator),
    ]
  }
}

/** The same request below `/v1`, for clients that expect the API at another path. */
function rebased(request: Request, prefix: string): Request {
  const url = new URL(request.url)
  url.pathname = `/v1${url.pathname.slice(prefix.length)}`
  return new Request(url, request)
}

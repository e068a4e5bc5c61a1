import { ApiError } from '../../../contract/api-error.ts'
import { didYouMean } from '../../checking/near-miss.ts'
import type { Exchange } from '../exchange.ts'
import { noteRule } from '../rule-in-force.ts'
import { BASE, CONTROL, isRealtime, REALTIME } from './addresses.ts'
import { joinedPath, nearPath } from './near-path.ts'
import { howToWrite } from './written-otherwise.ts'

/** Makes the 404 of a path that no endpoint has, with the near miss. `path` is undefined outside of the REST API. */
export function unknownPath(exchange: Exchange, path: string | undefined, url: string): ApiError {
  const known = exchange.host.kernel.router.paths
  if (path === undefined) {
    const hint = didYouMean(url.split('/', 2)[1] ?? '', ['v1'])
    exchange.note(`${url} is outside the REST API, whose paths start with ${BASE}/${hint}`)
    const [asked = ''] = url.split('?', 1)
    const meant = joinedPath(asked, BASE)
    const isThere = exchange.host.kernel.router.find(exchange.request.method, meant) !== undefined
    const start = `${isThere ? `, did you mean '${BASE}${meant}'? The` : ': the'} paths of this API start with ${BASE}/.`
    const more = asked === '/' ? ` The inspector is at ${CONTROL}/.` : ''
    return new ApiError('endpoint_not_found', `No endpoint has the path '${asked}'${start}${more}`)
  }
  if (isRealtime(exchange.world, url)) {
    if (path.endsWith('/')) noteRule(exchange, 'last-slash-ignored')
    exchange.note(`${REALTIME} was asked by HTTP: it takes WebSockets alone`)
    return new ApiError(
      'endpoint_not_found',
      `'${path}' takes WebSockets alone: connect to ws://…${REALTIME}, or call a command by POST ${BASE}/<engine>/<command>.`,
    )
  }
  const twice = path.startsWith(`${BASE}/`)
  const near = twice ? undefined : nearPath(path, known)
  const nearHint = near === undefined || near === path ? '' : `, did you mean '${near}'?`
  const written = howToWrite(exchange.request, path, exchange.host.kernel.router)
  const hint = twice ? `: ${BASE} stands twice in the URL` : written === '' ? nearHint : `.${written}`
  exchange.note(`no endpoint has the path ${path}${hint}`)
  return new ApiError('endpoint_not_found', `No endpoint has the path '${path}'${hint}`)
}

import { errors } from '../contract/errors.ts'
import type { Emulator } from './emulator.ts'
import { answerHttp } from '../kernel/rest/http.ts'
import type { WireRequest, WireResponse } from '../kernel/wire.ts'

/** Below it the control API answers. */
export const CONTROL = '/__emulator'

const inWorld = /^\/w\/([^/?]*)(?=[/?]|$)/

/** Sends a request to whatever answers its path: the API of a world, or the control API. */
export function dispatch(emulator: Emulator, request: WireRequest): WireResponse | Promise<WireResponse> {
  const { url } = request
  // Everything else on the port starts with another letter: the API loses no time here.
  if (url.startsWith('/v')) return answerHttp(emulator.host, request)
  const addressed = addressedWorld(emulator, url)
  if (addressed === undefined) return unknownWorld(url)
  const inside = addressed.url === url ? request : { ...request, url: addressed.url }
  return isControl(addressed.url) ? controlled(addressed.emulator, inside) : answerHttp(addressed.emulator.host, inside)
}

/** The emulator that an address means, and the address without the prefix of its world; undefined for an unknown world. */
export function addressedWorld(emulator: Emulator, url: string): { emulator: Emulator; url: string } | undefined {
  const prefix = inWorld.exec(url)
  if (prefix === null) return { emulator, url }
  const world = emulator.site.get(prefix[1]!)
  if (world === undefined) return undefined
  const rest = url.slice(prefix[0].length)
  return { emulator: world, url: rest.startsWith('/') ? rest : `/${rest}` }
}

function isControl(url: string): boolean {
  return url.startsWith(CONTROL) && (url.length === CONTROL.length || url[CONTROL.length] === '/' || url[CONTROL.length] === '?')
}

// Loaded by the first control call: most programs make none.
let loading: Promise<typeof import('../control/serve.ts')> | undefined

async function controlled(emulator: Emulator, request: WireRequest): Promise<WireResponse> {
  const { answerControl } = await (loading ??= import('../control/serve.ts'))
  return answerControl(emulator, request)
}

function unknownWorld(url: string): WireResponse {
  const id = inWorld.exec(url)![1]!
  const { status } = errors.world_not_found
  const body = { status: 'failure', error: 'world_not_found', message: `There is no world '${id}' on this server. POST ${CONTROL}/worlds creates one.` }
  return { status, headers: ['content-type', 'application/json'], body: JSON.stringify(body) }
}

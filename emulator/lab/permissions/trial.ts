import { ApiError } from '../../contract/api-error.ts'
import { createHost } from '../../host/create-host.ts'
import { answerCall } from '../../engine/kernel/realtime/rpc.ts'
import { answerHttp } from '../../engine/kernel/rest/http.ts'
import { jsonParts } from '../../engine/checking/json-parts.ts'
import type { Caller } from '../../engine/kernel/caller.ts'
import { Exchange } from '../../engine/kernel/exchange.ts'
import type { Host } from '../../engine/kernel/host.ts'
import type { WireRequest } from '../../engine/kernel/wire.ts'
import { nothingObserved } from '../../engine/coverage/observed.ts'
import { noTriggers } from '../../engine/world/triggers.ts'
import type { World } from '../../engine/world/world.ts'

/** A request to try: over HTTP, or with `command` a call on a socket. */
export interface TrialRequest {
  readonly request: WireRequest
  readonly command?: { readonly method: string; readonly params: Readonly<Record<string, unknown>> }
}

/** A request that was answered in a world of its own, and that world afterwards. */
export interface Trial {
  readonly exchange: Exchange
  readonly world: World
}

/** Answers a request in a fork of a world as from a caller. Without one, its credentials name the caller. */
export function tryAs(world: World, { request, command }: TrialRequest, caller?: Caller): Trial {
  const own = withoutFaults(world)
  let answered: Exchange | undefined
  const host = makeHost(own, caller, (exchange) => (answered = exchange))
  if (command === undefined) answerHttp(host, request)
  else answerCall(host, request, { ...command, id: '1' }, jsonParts(JSON.stringify(command.params)))
  return { exchange: answered!, world: own }
}

/** Finds the caller by the headers of a request; undefined without known credentials. */
export function identify(world: World, headers: WireRequest['headers']): Caller | undefined {
  const host = makeHost(world.fork(), undefined, () => {})
  const request = { method: 'GET', url: '/v1/users/me', headers, body: null }
  const identified = host.kernel.identify(new Exchange(host, request))
  return identified instanceof ApiError ? undefined : identified
}

/** A fork in which no trigger acts: a fault would be the answer to every key. */
function withoutFaults(world: World): World {
  const own = world.fork()
  own.state.triggers = noTriggers
  return own
}

function makeHost(world: World, caller: Caller | undefined, keep: (exchange: Exchange) => void): Host {
  const plain = createHost(world, options, undefined)
  const record = (exchange: Exchange) => {
    keep(exchange)
    return 0
  }
  const host = { ...plain, journal: { record, amend: () => {}, ended: () => {} } }
  return caller === undefined ? host : { ...host, kernel: { ...plain.kernel, identify: () => caller } }
}

const options = { explain: false, cors: true, observed: nothingObserved, warn: () => {}, stopwatch: () => 0 }

import type { Emulator } from './emulator.ts'
import { answerHttp } from './kernel/http.ts'
import type { WireRequest, WireResponse } from './kernel/wire.ts'

/** Sends a request to whatever answers its path: the API of a world, or the control API. */
export function dispatch(emulator: Emulator, request: WireRequest): WireResponse | Promise<WireResponse> {
  return answerHttp(emulator.host, request)
}

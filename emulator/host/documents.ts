import { inOneGo, type Sliced } from '../engine/checking/sliced.ts'
import { writingOpenApi as writeOpenApi } from './documents/openapi.ts'
import { openRpc as writeOpenRpc } from './documents/openrpc.ts'
import type { Json } from './documents/json-schema.ts'
import type { Unit } from '../engine/kernel/unit/definition.ts'
import { makingExamples } from './examples.ts'

/** The OpenAPI 3.1 document of these units, with what an emulator really answers as examples. */
export function openApi(units: readonly Unit[], server?: string): Json {
  return inOneGo(writingOpenApi(units, server))
}

/** The OpenRPC document of the commands among them, likewise. */
export function openRpc(units: readonly Unit[], server?: string): Json {
  return inOneGo(writingOpenRpc(units, server))
}

/** `openApi` in slices. */
export function* writingOpenApi(units: readonly Unit[], server?: string): Sliced<Json> {
  return yield* writeOpenApi(units, yield* makingExamples(units), server)
}

/** `openRpc` in slices. */
export function* writingOpenRpc(units: readonly Unit[], server?: string): Sliced<Json> {
  return writeOpenRpc(units, yield* makingExamples(units.filter(({ kind }) => kind === 'command')), server)
}

import { openApi as writeOpenApi } from './documents/openapi.ts'
import { openRpc as writeOpenRpc } from './documents/openrpc.ts'
import type { Json } from './documents/json-schema.ts'
import type { Unit } from '../engine/kernel/unit/definition.ts'
import { factsFrom, type FactsDocument } from './facts/facts.ts'
import { examplesFor } from './examples.ts'

/** Writes the OpenAPI 3.1 document of these units, with real answers of an emulator as examples. */
export function openApi(units: readonly Unit[], server?: string, facts?: FactsDocument): Json {
  return writeOpenApi(units, examplesFor(units, facts), server, facts && factsFrom(facts))
}

/** Writes the OpenRPC document of the commands among them, with such examples. */
export function openRpc(units: readonly Unit[], server?: string, facts?: FactsDocument): Json {
  const commands = units.filter(({ kind }) => kind === 'command')
  return writeOpenRpc(units, examplesFor(commands, facts), server, facts && factsFrom(facts))
}

import { topics } from '../../tests/conformance/cases.ts'
import { Api } from '../../tests/conformance/api.ts'
import { connectDirectly } from '../../tests/conformance/socket.ts'
import { freshEmulator } from '../../tests/conformance/suite.ts'

type IdsByUnit = Map<string, Set<string>>

/**
 * The text of `emulator/host/documents/citations.json`: the clauses and assumptions that answers cite in the conformance
 * cases, by way in and unit. Those that every unit cites stand once. Takes some seconds.
 */
export async function citationsFile(): Promise<string> {
  const http: IdsByUnit = new Map()
  const socket: IdsByUnit = new Map()
  for (const each of Object.values(topics).flat()) {
    if (each.needs?.includes('raw-http')) continue
    const emulator = freshEmulator(each)
    const send = (request: Request) => emulator.fetch(request)
    const open = async (as: string | undefined) => connectDirectly(emulator, as)
    await each.run(new Api('http://127.0.0.1:4010/v1', send, open), emulator)
    for (const { via, unit, triggers, clauses, assumptions } of emulator.journal.entries()) {
      if (unit === null || triggers.length > 0) continue
      const found = via === 'http' ? http : socket
      found.set(unit, new Set([...(found.get(unit) ?? []), ...clauses, ...assumptions]))
    }
  }
  return `{ "http": ${factored(http)}, "socket": ${factored(socket)} }\n`
}

/** JSON with a line for each unit. */
function factored(found: IdsByUnit): string {
  const sets = [...found.values()]
  const every = [...sets[0]!].filter((id) => sets.every((ids) => ids.has(id))).toSorted()
  const units = [...found]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([unit, ids]) => `  ${JSON.stringify(unit)}: ${list([...ids].filter((id) => !every.includes(id)).toSorted())}`)
  return `{ "every": ${list(every)}, "units": {\n${units.join(',\n')}\n} }`
}

function list(ids: readonly string[]): string {
  return JSON.stringify(ids)
}

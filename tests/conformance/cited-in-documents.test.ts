import { expect, it } from 'vitest'
import './large-world.ts'
import { catalog } from '../../emulator/service/catalog.ts'
import { writeCitations } from '../../emulator/host/documents/citations.ts'
import { createEmulator, type Emulator } from '../../emulator/index.ts'
import { shippedScenarios } from '../../emulator/scenario/files.ts'
import { loadScenario, replay } from '../../emulator/scenario/index.ts'
import { topics } from './cases.ts'
import { Api } from './api.ts'
import { connectDirectly } from './socket.ts'
import { freshEmulator } from './suite.ts'

const written = new Map(
  catalog.flatMap((unit) =>
    (['http', 'socket'] as const).map((via) => {
      const { 'x-clauses': clauses, 'x-assumptions': rows } = writeCitations(unit, via)
      return [`${unit.id} over ${via}`, new Set([...clauses, ...rows])] as const
    }),
  ),
)

/** Statements that answers cite and the documents do not, by unit. */
function findMissing({ journal }: Emulator): string[] {
  return journal.entries().flatMap(({ unit, via, triggers, clauses, assumptions }) => {
    const known = written.get(`${unit} over ${via}`)
    if (known === undefined || triggers.length > 0) return []
    return [...clauses, ...assumptions].filter((id) => !known.has(id)).map((id) => `${unit} over ${via}: ${id}`)
  })
}

it('the documents name each statement that an answer of the shipped scenarios cites', async () => {
  const missing = new Set<string>()
  for (const { name, file } of shippedScenarios()) {
    if (name.startsWith('client/')) continue
    const scenario = await loadScenario(file)
    const emulator = createEmulator({ scenario })
    await replay(scenario, emulator)
    for (const each of findMissing(emulator)) missing.add(each)
  }
  expect([...missing]).toEqual([])
})

it('and each that an answer of the conformance cases cites', async () => {
  const missing = new Set<string>()
  for (const each of Object.values(topics).flat()) {
    if (each.needs?.includes('raw-http')) continue
    const emulator = freshEmulator(each)
    const send = (request: Request) => emulator.fetch(request)
    await each.run(new Api('http://127.0.0.1:4010/v1', send, async (as) => connectDirectly(emulator, as)), emulator)
    for (const found of findMissing(emulator)) missing.add(found)
  }
  expect([...missing]).toEqual([])
})

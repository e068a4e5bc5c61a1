import { afterAll } from 'vitest'
import { clauses } from '../../emulator/contract/clauses.ts'
import { topics } from './cases.ts'
import { connectDirectly } from './socket.ts'
import { runConformance, type Transport } from './suite.ts'
import { Api } from './api.ts'

const direct: Transport = {
  name: 'emulator.fetch',
  lacks: { 'raw-http': 'the Fetch API normalises what it sends' },
  open: async (emulator) => ({
    api: new Api(
      'http://127.0.0.1:4010/v1',
      (request) => emulator.fetch(request),
      async (as) => connectDirectly(emulator, as),
    ),
    close() {},
  }),
}

const exercised = runConformance(direct, topics)

afterAll(() => {
  const served = clauses.filter((clause) => clause.wire !== 'client')
  const open = served.filter((clause) => !exercised.has(clause.id))
  console.log(
    `contract: ${served.length - open.length} of ${served.length} clauses of the service exercised; ${open.length} not yet${open.map(({ id }) => `\n  ${id}`).join('')}`,
  )
})

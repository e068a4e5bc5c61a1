import { beforeAll, describe, expect, it } from 'vitest'
import { catalog } from '../../service/catalog.ts'
import { mutants } from '../../contract/variants.ts'
import { createEmulator, type Emulator } from '../../index.ts'
import { dispatch } from '../dispatch.ts'
import { hostOf, instanceOf } from '../instance-of.ts'
import type { WireRequest, WireResponse } from '../../engine/kernel/wire.ts'
import { exportState } from '../../engine/world/export.ts'
import { requestsFor } from '../../../tests/helpers/broken.ts'

const base = createEmulator({ explain: true, journal: false })
let requests: readonly WireRequest[] = []

beforeAll(() => {
  requests = requestsFor(catalog)
})

interface Outcome {
  readonly clauses: readonly string[]
  /** Status, headers without those of provenance, and body. */
  readonly answer: string
  readonly emulator: Emulator
}

function answered(request: WireRequest, broken: readonly string[]): Outcome {
  const emulator = base.fork()
  const { world } = hostOf(emulator)
  if (broken.length > 0) world.settings = { ...world.settings, broken: [...broken] }
  const { status, headers, body } = dispatch(instanceOf(emulator), request) as WireResponse
  const own = headers.filter((_, n) => !headers[n - (n % 2)]!.startsWith('x-svc-emulator'))
  const clauses = headers[headers.indexOf('x-svc-emulator-clauses') + 1]?.split(', ') ?? []
  return { clauses, answer: JSON.stringify([status, own, body]), emulator }
}

const stateText = (emulator: Emulator) => JSON.stringify(exportState(hostOf(emulator).world).tables)

describe('a mutant changes no answer that does not rest on its clause', () => {
  it.each(Array.from({ length: 8 }, (_, part) => part))('part %i of the requests', (part) => {
    for (const request of requests.filter((_, n) => n % 8 === part)) {
      const original = answered(request, [])
      const others = mutants.filter(({ statement }) => !original.clauses.includes(statement))
      // All mutants at once: if any of them acted, the answer would differ.
      const broken = answered(
        request,
        others.map(({ id }) => id),
      )
      expect(broken.answer, `${request.method} ${request.url}`).toBe(original.answer)
      expect(stateText(broken.emulator), `${request.method} ${request.url}`).toBe(stateText(original.emulator))
    }
  })
})

it('the requests rest on most clauses', () => {
  const met = new Set(requests.flatMap((request) => answered(request, []).clauses))
  expect(met.size).toBeGreaterThan(60)
})

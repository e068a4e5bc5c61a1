import { createEmulator, type Emulator } from '../../emulator/index.ts'
import { hostOf, instanceOf } from '../../emulator/host/instance-of.ts'
import { dispatch } from '../../emulator/host/dispatch.ts'
import type { WireRequest } from '../../emulator/engine/kernel/wire.ts'
import { catalog } from '../../emulator/service/catalog.ts'
import { identifiersAndUsers } from '../conformance/marks/identifiers-and-users.ts'
import { keysAndAccounts } from '../conformance/marks/keys-and-accounts.ts'
import { formatName, play, type Asked } from '../conformance/marks/marks.ts'
import { pages } from '../conformance/marks/pages.ts'
import { revisionsAndEnvelope } from '../conformance/marks/revisions-and-envelope.ts'
import { requestsFor } from '../helpers/broken.ts'
import { arrange, askAll } from './ask.ts'
import { nearCases } from './near-cases.ts'
import { tellers } from './tellers.ts'

/** Requests to a world of their own, in which the alternatives are so. The last exchange of its journal counts. */
export interface Probe {
  readonly name: string
  /** Alternative that the probe tells from what we assume. */
  readonly teller?: string
  play(otherwise: readonly string[]): Promise<Emulator>
}

const start = createEmulator()

export function decide(emulator: Emulator, otherwise: readonly string[]): Emulator {
  const { world } = hostOf(emulator)
  if (otherwise.length > 0) world.settings = { ...world.settings, otherwise: [...otherwise] }
  return emulator
}

export const marks = { ...identifiersAndUsers, ...keysAndAccounts, ...pages, ...revisionsAndEnvelope }

function fromMark(asked: Asked): Probe {
  return { name: formatName(asked), play: (otherwise) => play(asked, (emulator) => decide(emulator, otherwise)) }
}

function fromWire(request: WireRequest): Probe {
  const body = request.body === null ? '' : ` ${new TextDecoder().decode(request.body)}`
  return {
    name: `${request.headers[1]} ${request.method} ${request.url.slice('/v1'.length)}${body}`,
    play: async (otherwise) => {
      const emulator = decide(start.fork(), otherwise)
      await dispatch(instanceOf(emulator), request)
      return emulator
    },
  }
}

function fromTeller(id: string): Probe {
  const { ask, as = '', json, headers } = tellers[id]!.at(-1)!
  const sent = [json, headers].map((each) => (each === undefined ? '' : ` ${JSON.stringify(each).slice(0, 80)}`))
  return {
    teller: id,
    name: [as, ask].filter((word) => word !== '').join(' ') + sent.join(''),
    play: async (otherwise) => {
      const emulator = decide(start.fork(), otherwise)
      await askAll(emulator, tellers[id]!, arrange(emulator))
      return emulator
    },
  }
}

/** The corpus: requests to each unit, those that show each clause or nearly do, and those that tell each alternative. */
export function listProbes(): Probe[] {
  const all = [
    ...Object.keys(tellers).map(fromTeller),
    ...nearCases.map(fromMark),
    ...Object.values(marks).flatMap(({ by, notBy }) => [...by, ...notBy].map(fromMark)),
    ...requestsFor(catalog).map(fromWire),
  ]
  return [...new Map(all.map((probe) => [`${probe.teller} ${probe.name}`, probe])).values()]
}

import type { Emulator } from '../../emulator/index.ts'
import { listProbes } from '../../tests/otherwise/probes.ts'
import { catalog } from '../../emulator/service/catalog.ts'
import { topics } from '../../tests/conformance/cases.ts'
import { Api } from '../../tests/conformance/api.ts'
import { connectDirectly } from '../../tests/conformance/socket.ts'
import { freshEmulator } from '../../tests/conformance/suite.ts'

type IdsByUnit = Map<string, Set<string>>

/**
 * The text of `emulator/host/documents/citations.json`: the clauses and assumptions that answers cite in the conformance
 * cases and the probes of alternatives, by way in and unit. Those that every unit cites stand once. Takes some seconds.
 */
export async function citationsFile(): Promise<string> {
  const http: IdsByUnit = new Map()
  const socket: IdsByUnit = new Map()
  const collect = ({ journal }: Emulator): void => {
    for (const { via, unit, triggers, clauses, assumptions } of journal.entries()) {
      if (unit === null || triggers.length > 0) continue
      const found = via === 'http' ? http : socket
      found.set(unit, new Set([...(found.get(unit) ?? []), ...clauses, ...assumptions]))
    }
  }
  for (const each of Object.values(topics).flat()) {
    if (each.needs?.includes('raw-http')) continue
    const emulator = freshEmulator(each)
    const send = (request: Request) => emulator.fetch(request)
    const open = async (as: string | undefined) => connectDirectly(emulator, as)
    await each.run(new Api('http://127.0.0.1:4010/v1', send, open), emulator)
    collect(emulator)
  }
  for (const probe of listProbes()) collect(await probe.play([]))
  shareFamilies(http, socket)
  return `{ "http": ${factored(http)}, "socket": ${factored(socket)} }\n`
}

/** Statements about any caller, which answers of each unit can cite. */
const aboutCallers = [
  'keys.scope.user',
  'keys.scope.org',
  'keys.scope.blob',
  'keys.never-exceeds-role',
  'api-keys.create.never-above-role',
  'acting-token.carries-human',
  'A-9',
  'A-11',
  'A-13',
]

/** Statements of which an answer cites one or the other, by what the request names. */
const families: readonly (readonly string[])[] = [
  ['identifiers.uuid.canonical-lowercase', 'identifiers.uuid.other-strings-are-aliases'],
  ['identifiers.path.accepts-uuid', 'identifiers.path.accepts-alias'],
  ...['session', 'definition', 'schedule'].map((noun) => [`identifiers.${noun}.by-id`, `identifiers.${noun}.by-alias`]),
  ['keys.scope.org-key-drives-commands', 'keys.scope.blob-key-drives-commands'],
  ['keys.scope.org-key-admin-scoped-reads-refused', 'keys.scope.blob-key-admin-scoped-reads-refused'],
]

/** Statements that are about one way in, or about one listing. */
const ofOneWay =
  /^(?:authentication|envelope|events|realtime|service|versioning)\.|^A-(?:1|4|5|45|56|57|317|346|361|402|410|415)$/
const ofOneListing = new Set<string>(catalog.flatMap(({ page }) => (page === undefined ? [] : [page.clause])))

/** Adds what the corpus happens not to show: another caller or name, the other way into a command, other pages. */
function shareFamilies(http: IdsByUnit, socket: IdsByUnit): void {
  for (const unit of catalog) {
    const ways = [http.get(unit.id), socket.get(unit.id)].filter((each) => each !== undefined)
    socket.get(unit.id)?.add('A-57')
    if (unit.kind === 'command') for (const ids of ways) ids.add('keys.scope.org-key-drives-commands')
    for (const ids of ways)
      for (const family of families) if (family.some((id) => ids.has(id))) for (const id of family) ids.add(id)
    const shared = ways.flatMap((ids) => [...ids]).filter((id) => !ofOneWay.test(id))
    const alike = catalog.filter(({ page }) => page !== undefined && page.kind === unit.page?.kind)
    const pages = alike.flatMap(({ id }) => [...(http.get(id) ?? [])].filter(isAboutPages))
    for (const ids of ways) for (const id of [...aboutCallers, ...shared, ...pages]) ids.add(id)
  }
}

function isAboutPages(id: string): boolean {
  return id.startsWith('pagination.') && !ofOneListing.has(id) && !/revisions|graph|filter|empty-does-not/.test(id)
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

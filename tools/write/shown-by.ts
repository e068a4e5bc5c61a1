/** Requests that show a clause in the playground: a documented example, or a request of a shipped scenario, sent on its own. */
import { clauses, type ClauseId } from '../../emulator/contract/clauses.ts'
import { errors } from '../../emulator/contract/errors.ts'
import { createEmulator, type Emulator } from '../../emulator/index.ts'
import { loadScenario, replay } from '../../emulator/scenario/index.ts'
import { shippedScenarios } from '../../emulator/scenario/files.ts'
import { isSafe } from '../../inspector/src/is-safe.ts'
import { EmulatorInPage } from '../../inspector/src/in-page/emulator-in-page.ts'
import type { Source } from '../../inspector/src/source/source.ts'
import { fetchKeys, type WorldKey } from '../../inspector/src/try/keys.ts'
import { linkTo } from '../../inspector/src/try/link.ts'
import { buildParams, buildRequest, exampleTexts, typedFrom, type Typed } from '../../inspector/src/try/request.ts'
import { sendCall, sendHttp } from '../../inspector/src/try/send.ts'
import { fetchUnits, type TryUnit } from '../../inspector/src/try/units.ts'

/** Longest link, in characters: a request that is longer explains nothing at a glance. */
const MAX_LINK = 300

interface Request {
  readonly unit: TryUnit
  readonly typed: Typed
  readonly key: WorldKey | undefined
}

/** An answer: the clauses that it shows, and the code of a refusal. */
interface Answer {
  readonly clauses: readonly string[]
  readonly error: string | null
}

/** A request with its answer where it was recorded; the starter world may answer another way. */
interface Candidate extends Request, Answer {
  readonly link: string
}

/** Parts of addresses, from `#` on. What no single request shows is left out. */
export interface ShownBy {
  readonly clauses: ReadonlyMap<ClauseId, string>
  /** By the code of a refusal. */
  readonly errors: ReadonlyMap<string, string>
}

let found: Promise<ShownBy> | undefined

/** Finds a request for each clause and each code that one request to the starter world shows. */
export function shownBy(): Promise<ShownBy> {
  return (found ??= findShown())
}

async function findShown(): Promise<ShownBy> {
  const starter = createEmulator()
  const candidates = await listCandidates(starter)
  const answers = new Map<string, Answer>()
  const ask = async (candidate: Candidate): Promise<Answer> => {
    const answer = answers.get(candidate.link) ?? (await send(starter, candidate))
    answers.set(candidate.link, answer)
    return answer
  }
  const firstLink = async (shows: (answer: Answer) => boolean): Promise<string | undefined> => {
    for (const candidate of candidates.filter(shows)) if (shows(await ask(candidate))) return candidate.link
    return undefined
  }
  const [byClause, byError] = [new Map<ClauseId, string>(), new Map<string, string>()]
  for (const { id } of clauses) addLink(byClause, id, await firstLink((answer) => answer.clauses.includes(id)))
  for (const code of Object.keys(errors)) addLink(byError, code, await firstLink(({ error }) => error === code))
  return { clauses: byClause, errors: byError }
}

function addLink<Key>(links: Map<Key, string>, key: Key, link: string | undefined): void {
  if (link !== undefined) links.set(key, link)
}

/** Candidates, the plainest first: those that are sent when the link is opened, and that show little else. */
async function listCandidates(starter: Emulator): Promise<Candidate[]> {
  const source = startPlayground(starter)
  const keys = await fetchKeys(source)
  const { endpoints, commands } = await fetchUnits(source)
  const units = [...endpoints, ...commands]
  const all = [...(await listExamples(starter, units, keys)), ...(await listRecorded(units, keys))]
  return all
    .filter(({ link }) => link.length <= MAX_LINK)
    .toSorted(
      (one, other) =>
        Number(isSafe(other.unit.name)) - Number(isSafe(one.unit.name)) ||
        one.clauses.length - other.clauses.length ||
        Number(other.key?.kind === 'api_key') - Number(one.key?.kind === 'api_key') ||
        one.link.length - other.link.length,
    )
}

async function listExamples(
  starter: Emulator,
  units: readonly TryUnit[],
  keys: readonly WorldKey[],
): Promise<Candidate[]> {
  const key = keys.find(({ secret }) => secret === 'svc-key-ada-admin')
  return Promise.all(
    units.map(async (unit) => {
      const request = { unit, typed: exampleTexts(unit), key }
      return { ...request, ...(await send(starter, request)), link: linkTo(unit, request.typed, key) }
    }),
  )
}

/** Requests of the shipped scenarios. The journal has no secrets: each is tried with every key of its caller. */
async function listRecorded(units: readonly TryUnit[], keys: readonly WorldKey[]): Promise<Candidate[]> {
  const recorded: Candidate[] = []
  for (const emulator of await playScenarios())
    for (const entry of emulator.journal.entries()) {
      const unit = units.find(({ name, transport }) => name === entry.unit && transport === entry.via)
      if (unit === undefined) continue
      const typed = typedFrom(unit, entry)
      const own = entry.caller === null ? [undefined] : keys.filter(({ caller }) => caller === entry.caller)
      for (const key of own)
        recorded.push({
          unit,
          typed,
          key,
          link: linkTo(unit, typed, key),
          clauses: entry.clauses,
          error: entry.error,
        })
    }
  return recorded
}

/** Plays the scenarios that need no client. */
async function playScenarios(): Promise<Emulator[]> {
  const played: Emulator[] = []
  for (const { name, file } of shippedScenarios()) {
    if (name.startsWith('client/')) continue
    const scenario = await loadScenario(file)
    const emulator = createEmulator({ scenario })
    await replay(scenario, emulator)
    played.push(emulator)
  }
  return played
}

async function send(starter: Emulator, { unit, typed, key }: Request): Promise<Answer> {
  const source = startPlayground(starter.fork())
  const { line, error } =
    unit.transport === 'http'
      ? await sendHttp(source, unit, buildRequest(unit, typed), key)
      : await sendCall(source, unit, buildParams(unit, typed), key)
  return { clauses: line?.clauses ?? [], error }
}

function startPlayground(emulator: Emulator): Source {
  return new EmulatorInPage(emulator, 'playground').main
}

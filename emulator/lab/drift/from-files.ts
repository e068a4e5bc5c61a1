import type { ParsedDocument } from '../../engine/checking/document.ts'
import { EmulatorError } from '../../engine/checking/emulator-error.ts'
import type { CallStep, Caller, HttpStep, Step } from '../../scenario/schema-steps.ts'
import { describeLeftOut } from '../../scenario/archive/left-out.ts'
import { withCredentials } from '../../scenario/archive/with-credentials.ts'
import { readArchive } from '../../scenario/archive/read-archive.ts'
import { isArchive, readDocument } from '../../scenario/files.ts'
import { readScenario } from '../../scenario/load.ts'
import type { Exchange } from '../../scenario/record/exchange.ts'
import { recordScenario } from '../../scenario/record/record-scenario.ts'
import type { Scenario } from '../../scenario/schema.ts'
import { findUnit, isRead, type UnitRequest } from './find-unit.ts'
import { withCallers } from './needed-steps.ts'

/** Requests of a recording or an archive, ready to be sent again. */
export interface FileProbes {
  /** Name of the file. */
  readonly name: string
  /** Only steps over HTTP and on sockets. Callers are `main`, `other` or names from the file. */
  readonly scenario: Scenario
  /** Parts that cannot be sent, one line each. */
  readonly leftOut: readonly string[]
}

/** Options for HTTP archives. */
export interface ArchiveOptions {
  /** Hosts of the API, with or without base paths. Default: the host that most requests fit. */
  readonly hosts?: readonly string[]
  /** Includes requests that write. */
  readonly writes?: boolean
}

/**
 * Reads probes from a recording or other scenario, a bundle, or an HTTP archive (HAR). Steps that need an emulator are
 * left out. The first key of the file becomes `main` and the second `other`, except keys named in `given`. Throws
 * `EmulatorError` with all problems.
 */
export async function probesFromFile(
  file: string,
  given: ReadonlySet<string>,
  options: ArchiveOptions = {},
): Promise<FileProbes> {
  const document = await readDocument(file)
  if (isArchive(file, document.value)) return fromArchive(file, document, given, options)
  const { scenario: loaded, problems } = await readScenario(file)
  if (loaded === undefined) throw new EmulatorError(problems)
  return asProbes(file, loaded.scenario, given, [])
}

function fromArchive(
  file: string,
  document: ParsedDocument,
  given: ReadonlySet<string>,
  { hosts, writes = false }: ArchiveOptions,
): FileProbes {
  const name = fileName(file)
  const { exchanges, equal, leftOut } = readArchive(document, name, hosts)
  const sent = writes ? exchanges : exchanges.filter(isReadOnly)
  if (sent.some((exchange) => !isReadOnly(exchange)) && equal.length > 0)
    throw new EmulatorError(
      `${file}: equally many requests fit the APIs at ${equal.join(' and ')}: choose one with --host to send its writes`,
    )
  const recorded = recordScenario(withCredentials(sent), { name: 'archive', about: 'An HTTP archive.' })
  const unsent = exchanges.length - sent.length
  return asProbes(file, recorded.scenario, given, [
    ...describeLeftOut(leftOut, name),
    ...(unsent > 0 ? [`${unsent} of the requests of ${name}, which write (--writes sends them)`] : []),
    ...recorded.leftOut.map(({ reason }) => `a request of ${name}: ${reason}`),
  ])
}

function isReadOnly(exchange: Exchange): boolean {
  if (exchange.kind === 'clock') return true
  return isRead(findUnit({ ...exchange, via: exchange.kind === 'http' ? 'http' : 'socket' } as UnitRequest))
}

function asProbes(
  file: string,
  scenario: Scenario,
  given: ReadonlySet<string>,
  leftOut: readonly string[],
): FileProbes {
  const name = fileName(file)
  const named = listAsking(scenario)
  const callers = new CallerMap(named, scenario.keys, given)
  const asked = named.filter(({ caller }) => callers.has(caller))
  const lines = [
    countLine(named.length - asked.length, name, 'which ask with a key that was not given'),
    countLine((scenario.steps?.length ?? 0) - named.length, name, 'which need an emulator or a program'),
  ]
  return {
    name,
    scenario: {
      scenario: 1,
      name: scenario.name,
      about: `Requests of ${name}.`,
      as: 'main',
      steps: asked.map(({ step, caller }) => ({ ...step, as: callers.find(caller) }) as Step),
    },
    leftOut: [...leftOut, ...lines.flatMap((line) => line ?? [])],
  }
}

function countLine(count: number, name: string, why: string): string | undefined {
  return count === 0 ? undefined : `${count} of the steps of ${name}, ${why}`
}

interface NamedStep {
  /** The step without caller and expectation. */
  readonly step: Omit<HttpStep | CallStep, 'as' | 'expect'>
  readonly caller: Caller
}

/** Steps with a request, each with its caller. */
function listAsking(scenario: Scenario): NamedStep[] {
  return withCallers(scenario).flatMap((step) => {
    if (!('http' in step || 'call' in step)) return []
    const { as: caller = 'none', expect: _expected, ...rest } = step
    return [{ step: rest, caller }]
  })
}

/**
 * Maps names of keys in a file to those of a run: the first is `main`, the second `other`, except names that were
 * given.
 */
class CallerMap {
  readonly #names = new Map<string, string>()
  readonly #given: ReadonlySet<string>

  constructor(steps: readonly NamedStep[], keys: Scenario['keys'], given: ReadonlySet<string>) {
    this.#given = given
    const found = steps.flatMap(({ caller }) => keyName(caller) ?? [])
    // A recording has no key for a refused request: its name is sent as the key, and refused again.
    const known = found.filter((name) => keys === undefined || Object.hasOwn(keys, name))
    const free = [...new Set(known)].filter((name) => !given.has(name))
    for (const name of known) if (given.has(name)) this.#names.set(name, name)
    for (const [n, name] of free.entries()) this.#names.set(name, ['main', 'other'][n] ?? name)
  }

  find(caller: Caller): Caller {
    const name = keyName(caller)
    return (name === undefined ? undefined : this.#names.get(name)) ?? caller
  }

  /** False for a caller whose key was not given. */
  has(caller: Caller): boolean {
    const name = keyName(caller)
    const own = name === undefined ? undefined : this.#names.get(name)
    return own === undefined || own === 'main' || this.#given.has(own)
  }
}

/** The name of a caller's key; undefined without a key, and for a key from an earlier answer. */
function keyName(caller: Caller): string | undefined {
  const name = typeof caller === 'string' ? caller : 'bearer' in caller ? caller.bearer : caller.api_key
  return name === 'none' || name.includes('${') ? undefined : name
}

function fileName(file: string): string {
  return file.split(/[\\/]/).at(-1) ?? file
}

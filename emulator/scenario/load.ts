/** Reads a scenario with the fixtures it names. */
import { existsSync } from 'node:fs'
import { basename, isAbsolute } from 'node:path'
import { catalog } from '../service/catalog.ts'
import type { ParsedDocument } from '../engine/checking/document.ts'
import { EmulatorError } from '../engine/checking/emulator-error.ts'
import { nearest } from '../engine/checking/near-miss.ts'
import { aFunction, aList, checkOptions, type OptionKinds } from '../engine/checking/options.ts'
import { sortProblems, unknownName, type Path, type Problem } from '../engine/checking/problems.ts'
import type { FixtureDocument } from '../engine/matching/fixture.ts'
import { shippedFixtures } from '../host/fixtures/shipped.ts'
import { bundleProblems, type Bundle } from './bundle.ts'
import { checkFixture, checkScenario, findKind } from './check.ts'
import { isArchive, isPath, readDocument, relativeTo, shippedScenarios } from './files.ts'
import { relabel } from './labels.ts'
import { findWritten } from './written-under.ts'
import { freezeDeep } from '../engine/world/row.ts'
import type { LoadedScenario } from './loaded-scenario.ts'
import { ownCommand } from '../engine/checking/own-command.ts'

export interface LoadOptions {
  /** Documents that `world.fixtures` can name, in addition to shipped ones. */
  readonly fixtures?: readonly FixtureDocument[]
  /** Called with the path of each file before it is read. */
  readonly reading?: (file: string) => void
}

const loadOptions: OptionKinds<LoadOptions> = { fixtures: aList, reading: aFunction }

/**
 * Loads a scenario from a file, by the name of a shipped one, or from a document; a bundle gives the scenario in it, an
 * HTTP archive (HAR) one of its requests.
 * Throws `EmulatorError` with every problem, each with file, line and column, sorted by position.
 */
export async function loadScenario(source: string | object, options: LoadOptions = {}): Promise<LoadedScenario> {
  checkOptions('loadScenario', options, loadOptions)
  const { scenario, problems } = await readScenario(source, options)
  if (problems.length > 0 || !scenario) throw new EmulatorError(problems)
  return scenario
}

/** A scenario that is loaded unless it is already. */
export async function loadUnlessLoaded(source: LoadedScenario | string | object): Promise<LoadedScenario> {
  const isLoaded = typeof source === 'object' && 'place' in source && 'fixtures' in source
  return isLoaded ? (source as LoadedScenario) : loadScenario(source)
}

export interface ReadScenario {
  scenario: LoadedScenario | undefined
  problems: Problem[]
}

/** Loads like `loadScenario`, and returns problems instead of throwing. */
export async function readScenario(source: string | object, options: LoadOptions = {}): Promise<ReadScenario> {
  const file = typeof source === 'string' ? findFile(source) : undefined
  if (file !== undefined) options.reading?.(file)
  const document = file === undefined ? undefined : await readDocument(file)
  if (document !== undefined && isArchive(file!, document.value)) return readArchived(document, file!, options)
  if (document && document.problems.length > 0)
    return { scenario: undefined, problems: sortProblems(document.problems) }
  const content = document ? document.value : source
  if (findKind(content) !== 'bundle') return assemble(content, file, document, options)
  const wrong = bundleProblems(content)
  if (wrong.length > 0)
    return { scenario: undefined, problems: sortProblems(wrong.map((problem) => document?.place(problem) ?? problem)) }
  const { scenario, fixtures } = content as Bundle
  return assemble(scenario, file, document && below(document, 'scenario'), { ...options, fixtures }, content as Bundle)
}

/** The requests of an archive as a scenario. Its warnings say what is not in it, and what its reader has to know. */
async function readArchived(document: ParsedDocument, file: string, options: LoadOptions): Promise<ReadScenario> {
  const { scenarioOfArchive } = await import('./archive/archive-scenario.ts')
  const { scenario, notes, leftOut } = scenarioOfArchive(document, { file: basename(file) })
  const lines = [...notes, ...leftOut.map((line) => `left out: ${line}`)]
  const read = await assemble(scenario, file, undefined, options)
  const warnings = lines.map((message) => ({ kind: 'value' as const, path: [], message, explained: true }))
  return { ...read, scenario: read.scenario && { ...read.scenario, warnings } }
}

function below(document: ParsedDocument, field: string): ParsedDocument {
  return { ...document, place: (problem) => document.place({ ...problem, path: [field, ...problem.path] }) }
}

async function assemble(
  content: unknown,
  file: string | undefined,
  document: ParsedDocument | undefined,
  { fixtures: given = [], reading }: LoadOptions,
  bundle?: Bundle,
): Promise<ReadScenario> {
  const written = findWritten(bundle ?? content)
  const { document: labeled, warnings } = relabel(content, written?.contract)
  const { value, problems } = checkScenario(labeled, catalog)
  const placed = problems.map((problem) => document?.place(problem) ?? problem)
  const reader = new FixtureReader(given, reading)
  const world = (content as { world?: { fixtures?: unknown } } | null)?.world
  const names = Array.isArray(world?.fixtures) ? world.fixtures.filter((name) => typeof name === 'string') : ['starter']
  await reader.readAll(names, file, ['world', 'fixtures'], document)
  const all = sortProblems([...placed, ...reader.problems])
  if (!value || all.length > 0) return { scenario: undefined, problems: all }
  const place = (found: readonly Problem[], fixture?: FixtureDocument): Problem[] => {
    const holder = fixture ? reader.documents.get(fixture) : document
    return sortProblems(found.map((problem) => holder?.place(problem) ?? problem))
  }
  const scenario = freezeDeep({
    file,
    scenario: document === undefined ? copyData(value) : value,
    fixtures: [...reader.fixtures.values()],
    warnings: [
      ...warnings.map((warning) => ({ ...warning, ...document?.place(warning) })),
      ...(bundle ? [] : [document, ...reader.documents.values()]).flatMap((each) =>
        each?.hidden ? [{ ...each.hidden, explained: true }] : [],
      ),
    ],
    written,
    playedAt: bundle?.result.target,
    place,
  })
  return { scenario, problems: [] }
}

/**
 * Copies a document, so that later changes of it have no effect. Throws `EmulatorError` for a function or other
 * non-data.
 */
function copyData<T>(document: T): T {
  try {
    return structuredClone(document)
  } catch (error) {
    throw new EmulatorError(`a document holds data alone: ${(error as Error).message}`)
  }
}

function findFile(source: string): string {
  // No name begins like an absolute path, and reading one that is not there fails in time.
  if (isAbsolute(source) || (isPath(source) && existsSync(source))) return source
  const shipped = shippedScenarios()
  const found = shipped.find(({ name }) => name === source)
  if (found) return found.file
  if (isPath(source)) {
    const meant = basename(source).replace(/\.\w+$/, '')
    if (!existsSync(source) && shipped.some(({ name }) => name === meant))
      throw new EmulatorError(`there is no file ${source}, did you mean the shipped scenario '${meant}'?`)
    return source
  }
  const file = ['.yaml', '.yml', '.json'].map((ending) => `${source}${ending}`).find((each) => existsSync(each))
  if (file !== undefined) throw new EmulatorError(`unknown scenario '${source}', did you mean the file '${file}'?`)
  if (Object.hasOwn(shippedFixtures(), source))
    throw new EmulatorError(`'${source}' is a fixture, expected a scenario: ${ownCommand} start --fixtures ${source}`)
  throw new EmulatorError(
    `${unknownName(
      'scenario',
      source,
      shipped.map(({ name }) => name),
    )} (${ownCommand} list shows them; a path ends in .yaml, .yml or .json)`,
  )
}

/** Resolves fixtures by name or path, each once, after those that it includes. */
class FixtureReader {
  readonly fixtures = new Map<string, FixtureDocument>()
  readonly documents = new Map<FixtureDocument, ParsedDocument>()
  readonly problems: Problem[] = []
  readonly #started = new Set<string>()
  readonly #known: ReadonlyMap<string, FixtureDocument>

  readonly #reading: LoadOptions['reading']

  constructor(given: readonly FixtureDocument[], reading: LoadOptions['reading']) {
    this.#reading = reading
    this.#known = new Map(
      [...Object.values(shippedFixtures()), ...given.map(copyData)].map((fixture) => [fixture.name, fixture]),
    )
  }

  async readAll(
    names: readonly string[],
    from: string | undefined,
    path: Path,
    holder: ParsedDocument | undefined,
  ): Promise<void> {
    for (const [index, name] of names.entries()) {
      const at = [...path, index]
      const report = (message: string, nearMiss?: string): void => {
        const problem: Problem = { kind: 'reference', path: at, message, ...(nearMiss && { nearMiss }) }
        this.problems.push(holder?.place(problem) ?? problem)
      }
      if (isPath(name) && !this.#known.has(name)) await this.#readFile(relativeTo(from, name), report)
      else await this.#addKnown(name, report)
    }
  }

  async #addKnown(name: string, report: (message: string, nearMiss?: string) => void): Promise<void> {
    const fixture = this.#known.get(name)
    if (!fixture) return report(this.#unknown(name), nearest(name, this.#known.keys()))
    if (this.fixtures.has(name)) return
    await this.readAll(fixture.includes ?? [], undefined, ['includes'], undefined)
    this.fixtures.set(name, fixture)
  }

  #unknown(name: string): string {
    return shippedScenarios().some((scenario) => scenario.name === name)
      ? `'${name}' is a scenario, expected a fixture`
      : `unknown fixture '${name}' (known: ${[...this.#known.keys()].join(', ')}; a path ends in .yaml, .yml or .json)`
  }

  async #readFile(file: string, report: (message: string) => void): Promise<void> {
    if (this.#started.has(file)) return
    this.#started.add(file)
    this.#reading?.(file)
    let document: ParsedDocument
    try {
      document = await readDocument(file)
    } catch (error) {
      return report((error as Error).message)
    }
    const { value, problems } =
      document.problems.length > 0 ? { value: undefined, problems: [] } : checkFixture(document.value)
    this.problems.push(...document.problems, ...problems.map((problem) => document.place(problem)))
    if (!value) return
    await this.readAll(value.includes ?? [], file, ['includes'], document)
    if (this.fixtures.has(value.name)) return report(`two fixtures are called '${value.name}'`)
    const fixture = value as FixtureDocument
    this.fixtures.set(value.name, fixture)
    this.documents.set(fixture, document)
  }
}

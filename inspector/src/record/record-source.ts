import { createEmulator, type Emulator } from '../../../emulator/index.ts'
import { Coverage } from '../../../emulator/engine/coverage/coverage.ts'
import { noCitations } from '../../../emulator/engine/coverage/citation-set.ts'
import type { StatementId } from '../../../emulator/engine/coverage/statements.ts'
import { hasWords, splitWords } from '../../../emulator/engine/journal/search-words.ts'
import { ControlSource } from '../source/control-source.ts'
import {
  Refusal,
  type ControlMethod,
  type Dialled,
  type PageWorlds,
  type RecordedRun,
  type Source,
} from '../source/source.ts'
import { createPageEmulator } from '../in-page/create-page-emulator.ts'
import { emulatorWire, ORIGIN } from '../in-page/emulator-wire.ts'
import { findStep } from './describe-step.ts'
import { RecordedState, type When } from './recorded-state.ts'
import type { ShownBundle } from '../../../emulator/scenario/shown-bundle.ts'

/** A recorded run: exchanges are read from its bundle, and worlds that begin at its entries run in the page. */
export class RecordSource implements RecordedRun, PageWorlds {
  readonly live = false
  readonly title = 'record of a run'
  readonly world = undefined
  readonly apiUrl = `${ORIGIN}/v1`
  readonly worlds: Source[] = []
  readonly #bundle: ShownBundle
  /** Answers by path that concern the whole run and no single state. */
  readonly #answers: Answers
  readonly #states: RecordedState
  /** Emulator without records that answers about the contract, the documents, the triggers and the time. */
  readonly #shell: ControlSource
  readonly #emulators = new Map<Source, Emulator>()
  /** Worlds that were begun. */
  #begun = 0

  constructor(bundle: ShownBundle) {
    this.#bundle = bundle
    this.#answers = indexAnswers(bundle)
    this.#states = new RecordedState(bundle)
    this.#shell = new ControlSource(
      emulatorWire(createEmulator({ state: { ...bundle.state, tables: {} }, journal: false })),
    )
  }

  get page(): PageWorlds {
    return this
  }

  get record(): RecordedRun {
    return this
  }

  async call<T>(method: ControlMethod, path: string): Promise<T> {
    if (method !== 'GET')
      throw new Refusal(
        405,
        'read_only',
        'The record of a run is read-only. Begin a world at one of its entries to change records.',
      )
    const [bare = '', query = ''] = path.split('?', 2)
    const { at, when = 'after', ...others } = Object.fromEntries(new URLSearchParams(query))
    const answer = this.#answers.get(bare)
    if (answer !== undefined) return answer(others) as T
    if (bare.startsWith('/journal/')) throw notInFile()
    if (bare === '/state' || bare.startsWith('/state/'))
      return this.#states.read(bare, at === undefined ? undefined : Number(at), when as When) as T
    const found = await this.#shell.call<object>('GET', path)
    return (bare === '/health' ? { ...found, scenario: this.#bundle.name } : found) as T
  }

  text(): Promise<string> {
    return Promise.reject(notInFile())
  }

  /** Waits: a record gets no new entries. */
  listen(_path: string, _heard: (data: string) => void, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
  }

  request(): Promise<Response> {
    return Promise.reject(notInFile())
  }

  dial(): Dialled {
    throw notInFile()
  }

  async begin(entry?: number, when: When = 'before'): Promise<Source> {
    const title = `world ${++this.#begun}: from ${entry === undefined ? 'the end' : `${when} entry ${entry}`}`
    const emulator = createPageEmulator({ state: this.#states.at(entry, when) })
    const source = new ControlSource(emulatorWire(emulator), { title, page: this })
    this.#emulators.set(source, emulator)
    this.worlds.push(source)
    return source
  }

  beside(shown: Source, world: string): Source {
    const emulator = this.#emulators.get(shown)!
    const title = titleBeside(shown, world)
    const known = this.worlds.find((each) => each.title === title)
    if (known !== undefined) return known
    const source = new ControlSource(emulatorWire(emulator, `/w/${world}`), { title, page: this })
    this.#emulators.set(source, emulator)
    this.worlds.push(source)
    return source
  }

  forget(shown: Source, world: string): void {
    const index = this.worlds.findIndex(({ title }) => title === titleBeside(shown, world))
    if (index < 0) return
    this.#emulators.delete(this.worlds[index]!)
    this.worlds.splice(index, 1)
  }
}

function titleBeside({ title }: Source, world: string): string {
  return `${title?.split(':', 1)[0]}: ${world} beside it`
}

type Query = Readonly<Record<string, string>>
type Answers = ReadonlyMap<string, (query: Query) => unknown>

function indexAnswers({ name, about, problems, journal, trace = [], steps, opens }: ShownBundle): Answers {
  const first = journal[0]?.number ?? 1
  const answers = new Map<string, (query: Query) => unknown>([
    [
      '/journal',
      ({ text, after }) => ({
        entries: entriesWith(journal, text, Number(after ?? 0)).map((entry) => ({
          ...entry,
          step: findStep(steps, entry.number),
        })),
        next: journal.at(-1)?.number ?? 0,
        dropped: first - 1,
      }),
    ],
    ['/scenarios', () => ({ scenarios: [{ name, about, problems, steps, opens }], current: name })],
    ['/coverage', () => countCoverage(journal)],
  ])
  for (const entry of journal) answers.set(`/journal/${entry.number}`, () => ({ entry }))
  for (const step of trace) if (step.entry !== null) answers.set(`/journal/${step.entry}/changes`, () => step)
  return answers
}

/** Entries that contain every word of a text, as the control API finds them. */
function entriesWith(journal: ShownBundle['journal'], text = '', after: number): ShownBundle['journal'] {
  const words = splitWords(text)
  return journal.filter((entry) => entry.number > after && hasWords(entry, words))
}

/** Coverage of the answers in the journal. */
function countCoverage(journal: ShownBundle['journal']): object {
  const coverage = new Coverage()
  for (const { clauses, assumptions } of journal) {
    coverage.answered(
      [...clauses, ...assumptions].reduce((citations, id) => citations.with(id as StatementId), noCitations),
    )
  }
  return coverage.report()
}

function notInFile(): Refusal {
  return new Refusal(404, 'not_in_file', 'This file does not hold that part of the run.')
}

import { createEmulator, type Emulator } from '../../../emulator/index.ts'
import type {
  ControlAnswer,
  ControlArguments,
  ControlInput,
  ControlKey,
} from '../../../emulator/host/control-api/control-api.ts'
import { Coverage } from '../../../emulator/engine/coverage/coverage.ts'
import { noCitations } from '../../../emulator/engine/coverage/citation-set.ts'
import type { StatementId } from '../../../emulator/engine/coverage/statements.ts'
import { hasWords, splitWords } from '../../../emulator/engine/journal/search-words.ts'
import { ControlSource } from '../source/control-source.ts'
import {
  API_PATH,
  Refusal,
  type Dialled,
  type PageWorlds,
  type RecordedRun,
  type RunFacts,
  type Source,
} from '../source/source.ts'
import { findDeletion } from '../../../emulator/engine/trace/find-deletion.ts'
import { createPageEmulator } from '../in-page/create-page-emulator.ts'
import { emulatorWire, ORIGIN } from '../in-page/emulator-wire.ts'
import { repeatRun } from './repeat-run.ts'
import { RecordedState, type When } from './recorded-state.ts'
import { yamlText } from '../../../emulator/scenario/record/yaml-text.ts'
import type { ShownBundle } from '../../../emulator/scenario/shown-bundle.ts'

/** A recorded run: exchanges are read from its bundle, and worlds that begin at its entries run in the page. */
export class RecordSource implements RecordedRun, PageWorlds {
  readonly live = false
  readonly title = 'record of a run'
  readonly world = undefined
  readonly apiUrl = `${ORIGIN}${API_PATH}`
  readonly basePath = API_PATH
  readonly worlds: Source[] = []
  readonly run: RunFacts
  readonly #answers: Answers
  readonly #states: RecordedState
  /** Emulator without records that answers about the contract, the documents, the triggers and the time. */
  readonly #shell: ControlSource
  readonly #emulators = new Map<Source, Emulator>()
  /** Worlds that were begun. */
  #begun = 0

  constructor(bundle: ShownBundle) {
    const repeats = repeatRun(bundle)
    this.run = { ...bundle, ...repeats }
    this.#states = new RecordedState(bundle)
    this.#shell = new ControlSource(
      emulatorWire(createEmulator({ state: { ...bundle.state, tables: {} }, journal: false })),
    )
    this.#answers = {
      ...answerRun(bundle),
      'GET /journal.scenario': () => ({ scenario: repeats.scenario ?? throwNotInFile(), left_out: [] }),
      ...answerStates(this.#states),
      'GET /health': async () => ({ ...(await this.#shell.call('GET /health')), scenario: bundle.name }),
    }
  }

  get page(): PageWorlds {
    return this
  }

  get record(): RecordedRun {
    return this
  }

  async call<K extends ControlKey>(key: K, ...input: ControlArguments<K>): Promise<ControlAnswer<K>> {
    if (!key.startsWith('GET '))
      throw new Refusal(
        405,
        'read_only',
        'The record of a run is read-only. Begin a world at one of its entries to change records.',
      )
    const answer = this.#answers[key] as Answer<K> | undefined
    return answer === undefined ? this.#shell.call(key, ...input) : answer(input[0] ?? ({} as ControlInput<K>))
  }

  async text<K extends ControlKey>(key: K, ..._input: ControlArguments<K>): Promise<string> {
    if (key === 'GET /journal.scenario' && this.run.scenario !== undefined) return yamlText(this.run.scenario, [])
    throw notInFile()
  }

  /** Waits: a record gets no new entries. */
  listen(_after: number, _heard: (data: string) => void, signal: AbortSignal): Promise<void> {
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

type Answer<K extends ControlKey> = (input: ControlInput<K>) => ControlAnswer<K> | Promise<ControlAnswer<K>>
type Answers = { readonly [K in ControlKey]?: Answer<K> }

/** Answers about the run as a whole. */
function answerRun({ name, about, journal, trace = [] }: ShownBundle): Answers {
  const entries = new Map(journal.map((entry) => [entry.number, entry]))
  const steps = new Map(trace.map((step) => [step.entry, step]))
  return {
    'GET /journal': ({ query: { text = '', after = 0 } = {} }) => ({
      entries: entriesWith(journal, String(text), Number(after)),
      next: journal.at(-1)?.number ?? 0,
      dropped: (journal[0]?.number ?? 1) - 1,
    }),
    'GET /journal/:number': ({ params: { number } }) => {
      const entry = entries.get(Number(number)) ?? throwNotInFile()
      const deletedBy = findDeletion(entry, () => trace)
      return { entry, ...(deletedBy !== undefined && { cursor_deleted_by: deletedBy }) }
    },
    'GET /journal/:number/changes': ({ params: { number } }) => {
      const { inserted, changed, deleted } = steps.get(Number(number)) ?? throwNotInFile()
      return { entry: Number(number), inserted, changed, deleted }
    },
    'GET /scenarios': () => ({ scenarios: [{ name, about }], current: name }),
    'GET /coverage': () => countCoverage(journal),
  }
}

function answerStates(states: RecordedState): Answers {
  return {
    'GET /state': ({ query }) => ({ tables: states.counts(query) }),
    'GET /state/:table': ({ params, query }) => ({ records: states.records(String(params.table), query), next: null }),
    'GET /state/:table/:id': ({ params: { table, id }, query }) => ({
      record: states.record(String(table), String(id), query),
    }),
  }
}

/** Entries that contain every word of a text, as the control API finds them. */
function entriesWith(journal: ShownBundle['journal'], text: string, after: number): ShownBundle['journal'] {
  const words = splitWords(text)
  return journal.filter((entry) => entry.number > after && hasWords(entry, words))
}

/** Coverage of the answers in the journal. */
function countCoverage(journal: ShownBundle['journal']): ControlAnswer<'GET /coverage'> {
  const coverage = new Coverage()
  for (const { clauses, assumptions } of journal) {
    coverage.answered(
      [...clauses, ...assumptions].reduce((citations, id) => citations.with(id as StatementId), noCitations),
    )
  }
  return coverage.report()
}

function throwNotInFile(): never {
  throw notInFile()
}

function notInFile(): Refusal {
  return new Refusal(404, 'not_in_file', 'This file does not hold that part of the run.')
}

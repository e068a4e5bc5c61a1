import { isObject } from '../engine/checking/is-object.ts'
import type { KeptEntry } from '../engine/journal/entry.ts'
import { isExchange } from '../engine/journal/entry.ts'
import { findSecrets } from '../engine/journal/known-secrets.ts'
import { REDACTED } from '../engine/journal/redact.ts'
import { replaceInBase64, SecretTexts } from '../engine/journal/secret-texts.ts'
import type { FixtureDocument } from '../engine/matching/fixture.ts'
import type { Undo } from '../engine/trace/undo.ts'
import type { ExportedState } from '../engine/world/exported-state.ts'
import type { World } from '../engine/world/world.ts'
import { WRITTEN_FOR_SECRETS } from './record/key-names.ts'
import type { ReplayResult } from './result.ts'
import type { Scenario } from './schema.ts'
import type { Step } from './schema-steps.ts'
import {
  hideInData,
  hideInResult,
  hideInScenario,
  hideInStep,
  holders,
  secretsOfRecord,
  shippedSecrets,
  type HideSecret,
} from './secret-places.ts'

type StandInRow = ExportedState['tables'][string][number]

/**
 * Stand-ins for the secrets of worlds and documents, equal ones for equal ones, so that an emulator can continue from
 * such a state, with stand-ins as keys. Keys of the shipped fixtures stay. Note all secrets before replacing them in
 * texts.
 */
export class StandIns {
  readonly #bySecret = new Map<string, string>()
  readonly #texts = new SecretTexts()
  /** Prefixes of keys, which their records show. */
  readonly #prefixes = new Map<string, string>()
  /** Texts at the places of secrets that are none: shipped keys, and names of keys. */
  readonly #open = shippedSecrets()

  /** Notes the secrets of a world. */
  noteWorld(world: World): this {
    for (const name of holders.keys()) for (const { record } of world.table(name)!.rows()) this.noteRecord(name, record)
    return this
  }

  /** Notes the secrets of a record of a table. */
  noteRecord(table: string, record: object): void {
    for (const [secret, noun] of secretsOfRecord(table, record)) this.#find(secret, noun, true)
    const { key, key_prefix: prefix } = record as { key?: unknown; key_prefix?: unknown }
    if (typeof key === 'string' && typeof prefix === 'string') this.#prefixes.set(key, prefix)
  }

  noteState({ tables }: ExportedState): this {
    for (const [table, rows] of Object.entries(tables)) for (const [, record] of rows) this.noteRecord(table, record)
    return this
  }

  /** Notes the secrets of records that were there earlier. */
  noteUndo(undos: readonly Undo[] = []): this {
    for (const { rows } of undos) for (const [table, , row] of rows) if (row !== null) this.noteRecord(table, row[1])
    return this
  }

  /** Notes the secrets that requests sent and got. */
  noteEntries(entries: Iterable<KeptEntry>): this {
    for (const entry of entries)
      if (isExchange(entry)) for (const secret of findSecrets(entry)) this.#hide(secret, 'secret')
    return this
  }

  /** Notes the secrets in data: in fixtures, in changes. */
  noteData(value: unknown): this {
    hideInData(value, this.#hide)
    return this
  }

  noteScenario(scenario: Scenario): this {
    for (const name of Object.keys(scenario.keys ?? {})) this.#open.add(name)
    hideInScenario(scenario, this.#hide)
    return this
  }

  noteResult(result: ReplayResult): this {
    hideInResult(result, this.#hide)
    return this
  }

  state(state: ExportedState): ExportedState {
    const tables = Object.entries(state.tables).map(([table, rows]) => [table, rows.map((row) => this.row(table, row))])
    return {
      ...state,
      tables: Object.fromEntries(tables) as typeof state.tables,
      triggers: this.value(state.triggers),
    }
  }

  row(table: string, [seq, record]: StandInRow): StandInRow {
    const hidden = secretsOfRecord(table, record).map(([secret, noun, field]) => [
      field,
      this.#find(secret, noun, true),
    ])
    return [seq, this.value({ ...record, ...(Object.fromEntries(hidden) as object) })]
  }

  undo(step: Undo): Undo {
    return { ...step, rows: step.rows.map(([table, id, row]) => [table, id, row && this.row(table, row)]) }
  }

  text(text: string): string {
    return replaceInBase64(this.#texts.replace(text), (bytes) => this.#texts.replace(bytes))
  }

  /** A fixture that makes the same records, but for their secrets: a key keeps the prefix that it shows. */
  fixture(fixture: FixtureDocument): FixtureDocument {
    const { records } = fixture
    const keys = records?.api_keys?.map((draft) => {
      const prefix = this.#prefixes.get(String(draft['key']))
      return prefix === undefined ? draft : { key_prefix: prefix, ...draft }
    })
    return this.value({ ...fixture, ...(keys && { records: { ...records, api_keys: keys } }) })
  }

  scenario<T extends Partial<Scenario>>(scenario: T): T {
    for (const name of Object.keys(scenario.keys ?? {})) this.#open.add(name)
    return this.#inTexts(hideInScenario(scenario, this.#hide))
  }

  step(step: Step): Step {
    return this.#inTexts(hideInStep(step, this.#hide))
  }

  result<T extends Pick<ReplayResult, 'problems'>>(result: T): T {
    return this.#inTexts(hideInResult(result, this.#hide))
  }

  /** Replaces the secrets of a JSON value. */
  value<T>(value: T): T {
    return this.#inTexts(hideInData(value, this.#hide))
  }

  #inTexts<T>(value: T): T {
    if (typeof value === 'string') return this.text(value) as T
    if (Array.isArray(value)) return value.map((item) => this.#inTexts<unknown>(item)) as T
    if (!isObject(value)) return value
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [
        // A key that is a plain word, such as `status`, is a name of a field, too.
        isPlainWord(name) ? name : this.text(name),
        this.#inTexts(inner),
      ]),
    ) as T
  }

  readonly #hide: HideSecret = (secret, noun) => (isWritten(secret) ? secret : this.#find(secret, noun))

  /** `isKnown`: a world has it. Another one that may be any word of a text is not looked for in texts. */
  #find(secret: string, noun: string, isKnown = false): string {
    // Stand-ins that are already in a document are kept.
    if (this.#open.has(secret) || /^stand-in-\w+-\d+$/.test(secret)) return secret
    let standIn = this.#bySecret.get(secret)
    if (standIn === undefined) {
      standIn = `stand-in-${noun}-${this.#bySecret.size + 1}`
      this.#bySecret.set(secret, standIn)
      if (isKnown || !/^[a-z]{1,11}$/.test(secret)) this.#texts.add(secret, standIn)
    }
    return standIn
  }
}

function isPlainWord(text: string): boolean {
  return /^[a-z_]+$/i.test(text)
}

/** True for a text that a scenario has in place of a secret: a variable, or a name for what is not recorded. */
function isWritten(text: string): boolean {
  return text === '' || text === REDACTED || text.includes('${') || WRITTEN_FOR_SECRETS.test(text)
}

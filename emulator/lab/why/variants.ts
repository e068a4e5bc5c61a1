import { alternatives, mutants, type StatementVariant } from '../../contract/variants.ts'
import { UUID } from '../../contract/uuid.ts'
import { tableNames } from '../../engine/matching/schema-common.ts'
import type { ApiKey } from '../../engine/world/tables/api-keys.ts'
import type { Emulator } from '../../host/emulator.ts'
import { hostOf } from '../../host/instance-of.ts'
import { otherThanDefault } from '../../host/start-settings.ts'
import { vary, type Variant } from '../engine/variant.ts'
import type { Answer } from './answers.ts'
import { countUnits, isWide, listCitable } from './units.ts'

export type WhyKind = 'trigger' | 'chaos' | 'setting' | 'sentence' | 'assumption' | 'record' | 'key'

/** One change of the contract or of the start that may turn a red test green. */
export interface WhyVariant extends Variant {
  readonly kind: WhyKind
}

/** Most keys, and most records, that are tried. */
const MOST = 20

/** A world without what somebody set on purpose: its triggers, and settings that are not the default. */
export function leaveOut(start: Emulator | undefined): WhyVariant[] {
  if (start === undefined) return []
  const { world } = hostOf(start)
  const triggers = world.state.triggers.entries.map(({ id, trigger }): WhyVariant => {
    const name = String(trigger['name'] ?? id)
    const kind = JSON.stringify(trigger['do'] ?? trigger).includes('"chaos"') ? 'chaos' : 'trigger'
    return { id, kind, says: name, statements: [], overlay: { without: { triggers: [id] } } }
  })
  const settings = Object.keys(otherThanDefault(world.settings)).filter((name) => name !== 'request_ms')
  return [
    ...triggers,
    ...settings.map((name): WhyVariant => ({
      id: name,
      kind: 'setting',
      says: name,
      statements: [],
      overlay: { without: { settings: [name] } },
    })),
  ]
}

/** A world without a record that the run named, or with the rights of another key. */
export function changeRecords(start: Emulator | undefined, answers: readonly Answer[]): WhyVariant[] {
  return start === undefined ? [] : [...withoutRecords(start, answers), ...withOtherKeys(start, answers)]
}

/** A world without a record, for each that a request or an answer names; the last named first. */
function withoutRecords(start: Emulator, answers: readonly Answer[]): WhyVariant[] {
  const named = new Map<string, WhyVariant>()
  const words = new Set(answers.toReversed().flatMap(({ content }) => wordsIn(content)))
  for (const word of words)
    for (const table of tableNames) {
      const record = hostOf(start).world.table(table)?.find(word) as { id: string; alias?: string } | undefined
      // Without the caller's own key every request is refused.
      if (record === undefined || named.size >= MOST || table === 'api_keys') continue
      const id = `${table}/${record.alias ?? record.id}`
      named.set(id, {
        id,
        kind: 'record',
        says: id,
        statements: [],
        overlay: { before: [{ delete: { [table]: record.id } }] },
      })
    }
  return [...named.values()]
}

const word = new RegExp(`${UUID}|[\\w-]{2,}`, 'g')
const wordsIn = (text: string): string[] => text.match(word) ?? []

/** A world in which the key of the run may do what another one may. */
function withOtherKeys(start: Emulator, answers: readonly Answer[]): WhyVariant[] {
  const keys = Array.from(hostOf(start).world.api_keys.rows(), ({ record }) => record as ApiKey)
  const used = keys.find(({ id }) => answers.some(({ key }) => key === id))
  if (used === undefined) return []
  const others = keys.filter((key) => key !== used && key.id !== used.id).slice(0, MOST)
  return others.map(({ key, role, target, target_id, target_target_id, user_id }): WhyVariant => ({
    id: key,
    kind: 'key',
    says: key,
    statements: [],
    overlay: {
      before: [{ update: { api_keys: { [used.id]: { role, target, target_id, target_target_id, user_id } } } }],
    },
  }))
}

/** Ways in which the sentences and assumptions could be otherwise that these answers cite, but for those about most of the API. */
export function changeCited(answers: readonly Answer[]): WhyVariant[] {
  return changeStatements(lastFirst(answers).filter((id) => !isWide(id)))
}

/** Cited statements: those of the last answers come first, and of one answer those that the fewest units can cite. */
function lastFirst(answers: readonly Answer[]): string[] {
  return answers.toReversed().flatMap(({ statements }) => statements.toSorted((a, b) => countUnits(a) - countUnits(b)))
}

/** Ways in which statements could be otherwise that the called units can cite and did not, then those about most of the API. */
export function changeOthers(answers: readonly Answer[]): WhyVariant[] {
  const cited = answers.flatMap(({ statements }) => statements)
  const units = [...new Set(answers.flatMap(({ unit }) => unit ?? []))]
  const others = units
    .flatMap(listCitable)
    .filter((id) => !cited.includes(id) && !isWide(id))
    .toSorted((a, b) => countUnits(a) - countUnits(b))
  return [...changeStatements(others), ...changeStatements(cited.filter(isWide))]
}

function changeStatements(ids: readonly string[]): WhyVariant[] {
  const all: readonly StatementVariant[] = [...mutants, ...alternatives]
  return [...new Set(ids)].flatMap((id) =>
    all
      .filter(({ statement }) => statement === id)
      .map((each) => ({ ...vary(each), kind: each.setting === 'broken' ? 'sentence' : 'assumption' })),
  )
}

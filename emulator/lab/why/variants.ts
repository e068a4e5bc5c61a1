import { alternatives, mutants, type StatementVariant } from '../../contract/variants.ts'
import { isObject } from '../../engine/checking/is-object.ts'
import type { Emulator } from '../../host/emulator.ts'
import { hostOf } from '../../host/instance-of.ts'
import { otherThanDefault } from '../../host/start-settings.ts'
import { vary, type Variant } from '../engine/variant.ts'
import type { Answer } from './answers.ts'
import { countUnits, isWide, listCitable } from './units.ts'

/** `together`: several triggers, chaos or settings, of which no fewer help. */
export type WhyKind = 'trigger' | 'chaos' | 'setting' | 'together' | 'sentence' | 'assumption' | 'record' | 'key'

/** One change of the contract or of the start that may turn a red test green. Its `says` is a sentence, but of a statement. */
export interface WhyVariant extends Variant {
  readonly kind: WhyKind
  /** Name of the trigger or the setting. */
  readonly name?: string
  /** Beginning of a line about a run with it that fails; its message follows. */
  readonly hint?: string
}

/** A world without what somebody set on purpose: its triggers, and settings that are not the default. */
export function leaveOut(start: Emulator | undefined): WhyVariant[] {
  if (start === undefined) return []
  const { world } = hostOf(start)
  const triggers = world.state.triggers.entries.map(({ id, trigger }): WhyVariant => {
    const name = String(trigger['name'] ?? id)
    const kind = JSON.stringify(trigger['do'] ?? trigger).includes('"chaos"') ? 'chaos' : 'trigger'
    const says = `Without the ${kind} '${name}' it passes.`
    return { id, kind, name, says, statements: [], overlay: { without: { triggers: [id] } } }
  })
  const settings = Object.entries(otherThanDefault(world.settings)).flatMap(([name, value]) =>
    name === 'request_ms' || (isObject(value) && Object.keys(value).length === 0) ? [] : [name],
  )
  return [
    ...triggers,
    ...settings.map((name): WhyVariant => {
      const says = `It passes with the default of the setting '${name}'.`
      return { id: name, kind: 'setting', name, says, statements: [], overlay: { without: { settings: [name] } } }
    }),
  ]
}

/** A world without several things that somebody set on purpose. `isLeast`: the test stays red without only some of them. */
export function leaveOutAll(each: readonly WhyVariant[], isLeast = true): WhyVariant {
  const left = each.map(({ overlay }) => overlay.without)
  const [triggers, settings] = [left.flatMap((one) => one?.triggers ?? []), left.flatMap((one) => one?.settings ?? [])]
  const all = joinWords(['trigger', 'chaos', 'setting'].flatMap((kind) => nameAll(kind, each)))
  return {
    id: each.map(({ id }) => id).join(' + '),
    kind: 'together',
    says: `Without ${all} it passes${isLeast ? `; ${each.length === 2 ? 'each alone does' : 'fewer do'} not help` : ''}.`,
    statements: [],
    overlay: { without: { triggers, settings } },
  }
}

/** `the triggers 'outage' and 'slow'`; nothing where there is none of a kind. */
function nameAll(kind: string, each: readonly WhyVariant[]): string[] {
  const names = each.flatMap((one) => (one.kind === kind ? [`'${one.name}'`] : []))
  if (names.length === 0) return []
  return [`the ${kind}${names.length > 1 && kind !== 'chaos' ? 's' : ''} ${joinWords(names)}`]
}

function joinWords(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
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

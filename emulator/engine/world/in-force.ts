import type { Mutation } from '../../contract/mutation.ts'
import { alternatives, findVariant, type NamedAlternative, type StatementVariant } from '../../contract/variants.ts'
import { mix } from './ids.ts'
import { defaultSettings, type Settings } from './settings.ts'
import { isObject, type Fields } from '../checking/is-object.ts'

/** Variants and settings by which a world answers. */
export interface InForce {
  readonly given: Settings
  readonly seed: number
  /** Mutants that `settings.broken` names, in its order. They change the answers that rest on their clause. */
  readonly mutants: readonly StatementVariant[]
  /**
   * Alternatives that `settings.otherwise` names, in the order of the assumptions; where it is left out, `unspecified:
   * vary` draws them. Those that are settings hold for the whole world, others change the answers that rest on their
   * assumption. One whose settings the world was given otherwise shows nothing, and is left out.
   */
  readonly alternatives: readonly NamedAlternative[]
  /** The settings that it was given, with those of the alternatives. */
  readonly settings: Settings
}

/** Finds the variants by which a world answers. */
export function findInForce(given: Settings, seed: number): InForce {
  const mutants = given.broken.flatMap((id) => findVariant('broken', id) ?? [])
  if (hasNone(given)) return { given, seed, mutants, alternatives: [], settings: given }
  return { given, seed, mutants, ...decide(given, namedIn(given), seed) }
}

function hasNone({ otherwise, unspecified }: Settings): boolean {
  return otherwise === undefined ? unspecified !== 'vary' : otherwise.length === 0
}

/** Current ids of the alternatives in the settings; undefined if they are drawn. */
function namedIn({ otherwise }: Settings): string[] | undefined {
  return otherwise?.flatMap((id) => findVariant('otherwise', id)?.id ?? [])
}

function decide(
  settings: Settings,
  named: readonly string[] | undefined,
  seed: number,
): Pick<InForce, 'alternatives' | 'settings'> {
  const chosen =
    named === undefined
      ? drawAlternatives(seed, settings.omit_fields)
      : alternatives.filter(({ id }) => named.includes(id))
  let decided: Fields = settings as unknown as Fields
  const shown = chosen.filter(({ by }) => {
    if (by.mutator !== 'settings') return true
    const before = decided
    decided = merge(before, by.settings, defaultSettings() as unknown as Fields)
    return decided !== before
  })
  return { alternatives: shown, settings: decided as unknown as Settings }
}

/** Merges settings; the given ones where nothing changes. Those that the world was given, no defaults, stay. */
function merge(given: Fields, changes: Fields, defaults: Fields): Fields {
  const changed = Object.entries(changes).flatMap(([name, value]): [string, unknown][] => {
    const [own, standard] = [given[name], defaults[name]]
    const next = isObject(value) ? merge((own ?? {}) as Fields, value, (standard ?? {}) as Fields) : value
    const isKept = !isObject(value) && own !== undefined && own !== standard
    return isKept || next === own ? [] : [[name, next]]
  })
  return changed.length === 0 ? given : { ...given, ...Object.fromEntries(changed) }
}

/** An assumption is decided otherwise in one world of so many. */
const ONE_IN = 3

/** Draws the alternatives of a world: at most one of each assumption. */
export function drawAlternatives(seed: number, omitsFields: boolean): readonly NamedAlternative[] {
  const choices = new Map<string, NamedAlternative[]>()
  for (const each of alternatives) {
    if (each.varied || (!omitsFields && leavesOut(each.by))) continue
    choices.set(each.statement, [...(choices.get(each.statement) ?? []), each])
  }
  return [...choices].flatMap(([assumption, list]) => {
    const drawn = mix(seed ^ 0x07e51e, Number(assumption.slice('A-'.length)), 1) % (ONE_IN * list.length)
    return drawn < list.length ? [list[drawn]!] : []
  })
}

function leavesOut(by: Mutation): boolean {
  return by.mutator === 'omit-assumed' || (by.mutator === 'answer' && by.edits.every(({ op }) => op === 'omit'))
}

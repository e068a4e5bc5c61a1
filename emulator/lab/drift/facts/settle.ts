import type { AssumptionId } from '../../../contract/assumptions.ts'
import { factSettings } from '../../../host/facts/fact-settings.ts'
import type { Sighting } from './sighting.ts'

/** A fact without its date. */
export interface Settled {
  readonly assumption: AssumptionId
  readonly setting?: string
  readonly about?: string | undefined
  readonly value: unknown
  readonly assumed: unknown
  /** Index of the sighting that shows the value. */
  readonly shownBy: number
}

/**
 * Settles a fact from the sightings of one subject; undefined if they leave it open. Values that differ are listed, and
 * have no setting.
 */
export function settle(sightings: readonly Sighting[]): Settled | undefined {
  const [{ assumption, setting, about, measured }] = sightings as readonly [Sighting]
  const standard = setting === undefined ? undefined : factSettings.get(setting)!.standard
  const values = sightings.filter(({ observed }) => observed !== undefined)
  const distinct = [...new Set(values.map(({ observed }) => observed))]
  const at = (value: unknown): number =>
    Math.max(
      0,
      sightings.findIndex(({ observed }) => observed === value),
    )
  const settled = (value: unknown, shownBy: number): Settled => ({
    assumption,
    ...(setting === undefined ? { about } : { setting }),
    value,
    assumed: setting === undefined ? sightings[shownBy]!.assumed : standard,
    shownBy,
  })
  if (measured) return settled(median(distinct as number[], values), at(median(distinct as number[], values)))
  const bounds = findBounds(sightings)
  if (distinct.length === 1 && fits(distinct[0], bounds)) return settled(distinct[0], at(distinct[0]))
  if (distinct.length > 0) {
    const seen = [...distinct, ...boundTexts(bounds)].slice(0, MAX_SHOWN).map(String)
    const { assumed } = sightings.find((each) => each.observed !== each.assumed) ?? sightings[0]!
    return {
      assumption,
      about: setting ?? about!,
      value: `varies: ${seen.join(', ')}`,
      assumed: standard ?? assumed ?? 'one value',
      shownBy: at(distinct[1]),
    }
  }
  const value = withinBounds(bounds, standard as number, setting)
  return value === undefined ? undefined : settled(value, bounds.shownBy)
}

const MAX_SHOWN = 8

interface Span {
  readonly atLeast: number | undefined
  readonly below: number | undefined
  /** Index of the sighting with the tightest bound. */
  readonly shownBy: number
}

function findBounds(sightings: readonly Sighting[]): Span {
  let [atLeast, below]: (number | undefined)[] = []
  let shownBy = 0
  for (const [n, sighting] of sightings.entries()) {
    if (sighting.atLeast !== undefined && !(sighting.atLeast <= (atLeast ?? -Infinity)))
      [atLeast, shownBy] = [sighting.atLeast, n]
    if (sighting.below !== undefined && !(sighting.below >= (below ?? Infinity))) [below, shownBy] = [sighting.below, n]
  }
  return { atLeast, below, shownBy }
}

function fits(value: unknown, { atLeast = -Infinity, below = Infinity }: Span): boolean {
  return typeof value !== 'number' || (value >= atLeast && value < below)
}

function boundTexts({ atLeast, below }: Span): string[] {
  return [
    ...(atLeast === undefined ? [] : [`at least ${atLeast}`]),
    ...(below === undefined ? [] : [`less than ${below}`]),
  ]
}

/**
 * A value within bounds, the default if it fits. Undefined if the bounds show nothing new, or contradict each other.
 */
function withinBounds({ atLeast, below }: Span, standard: number, setting: string | undefined): number | undefined {
  const isStandard = standard >= (atLeast ?? -Infinity) && standard < (below ?? Infinity)
  if (isStandard) return atLeast !== undefined && below !== undefined ? standard : undefined
  if (atLeast === undefined) return below! - 1
  // A last page with more rows than the assumed default is not full, so the default is greater than its rows.
  if (below === undefined) return setting === 'default_limit' ? atLeast + 1 : atLeast
  return atLeast < below ? roundest(atLeast, below - 1) : undefined
}

/** The roundest number in a range: a multiple of the greatest power of ten or two. */
function roundest(from: number, to: number): number {
  for (const unit of [1_000_000, 1_048_576, 100_000, 65_536, 10_000, 4_096, 1_000, 1_024, 100, 10]) {
    const multiple = Math.ceil(from / unit) * unit
    if (multiple <= to && multiple > 0) return multiple
  }
  return from
}

function median(distinct: readonly number[], values: readonly Sighting[]): number {
  if (distinct.length === 1) return distinct[0]!
  const sorted = values.map(({ observed }) => observed as number).toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)]!
}

import { EmulatorError } from '../../../engine/checking/emulator-error.ts'
import type { Rules } from '../../../engine/world/rules.ts'
import type { Trigger } from '../../../engine/triggers/schema.ts'
import type { Variant } from '../../engine/variant.ts'

export type ReleaseSide = 'old' | 'new'

/** The release that each request meets, in order of arrival; the last one holds for all that come after. */
export type Mix = readonly ReleaseSide[]

/** A mix as a variant of the world. */
export interface MixVariant extends Variant {
  readonly mix: Mix
}

/** Mixes of a number of requests: all that change once between the releases, then twice, and so on. */
export function* listMixes(requests: number): Generator<Mix> {
  for (let switches = 1; switches < requests; switches++)
    for (const places of choosePlaces(switches, 1, requests))
      for (const first of ['old', 'new'] as const) yield makeMix(first, [...places, requests])
}

/** All choices of `count` numbers from `from` until before `to`, in order. */
function* choosePlaces(count: number, from: number, to: number): Generator<readonly number[]> {
  if (count === 0) yield []
  else
    for (let place = from; place <= to - count; place++)
      for (const rest of choosePlaces(count - 1, place + 1, to)) yield [place, ...rest]
}

function makeMix(first: ReleaseSide, ends: readonly number[]): Mix {
  return ends.flatMap((end, n) => Array<ReleaseSide>(end - (ends[n - 1] ?? 0)).fill(n % 2 === 0 ? first : other(first)))
}

const other = (release: ReleaseSide): ReleaseSide => (release === 'old' ? 'new' : 'old')

/** Runs of one release in a mix, each with its first and last request, counted from 1. */
function listRuns(mix: Mix): { readonly release: ReleaseSide; readonly from: number; to: number }[] {
  const runs: { readonly release: ReleaseSide; readonly from: number; to: number }[] = []
  for (const [place, release] of mix.entries()) {
    const last = runs.at(-1)
    if (last?.release === release) last.to = place + 1
    else runs.push({ release, from: place + 1, to: place + 1 })
  }
  return runs
}

/** Name of a mix: `old*2-new`. */
export function nameMix(mix: Mix): string {
  return listRuns(mix)
    .map(({ release, from, to }) => (from === to ? release : `${release}*${to - from + 1}`))
    .join('-')
}

/** Reads the name of a mix. Throws `EmulatorError` for another text. */
export function readMix(name: string): Mix {
  return name.split('-').flatMap((run) => {
    const [, release, times = '1'] = /^(old|new)(?:\*([1-9]\d{0,4}))?$/.exec(run) ?? []
    if (release === undefined) throw new EmulatorError(`case: expected a mix such as old*2-new, got '${name}'`)
    return Array<ReleaseSide>(Number(times)).fill(release as ReleaseSide)
  })
}

/** More requests than a run makes. */
const NO_END = 1_000_000

/** The world in which the requests of a mix meet the new release. Calls on sockets are counted apart. */
export function mixVariant(mix: Mix, rules: Rules): MixVariant {
  const runs = listRuns(mix).filter(({ release }) => release === 'new')
  const triggers = runs.flatMap(({ from, to }): Trigger[] => {
    const between: [number, number] = [from, to === mix.length ? NO_END : to]
    return [
      { when: { endpoint: '*', between }, do: { under: rules } },
      { when: { command: '*', via: 'socket', between }, do: { under: rules } },
    ]
  })
  const id = nameMix(mix)
  return { id, says: `requests meet ${id}`, statements: [], overlay: { triggers }, mix }
}

import { settingsFrom } from '../../../host/facts/fact-settings.ts'
import type { Fact } from '../../../host/facts/facts.ts'
import type { SettingsInput } from '../../../engine/world/settings.ts'
import type { ComparedExchange } from '../asked.ts'
import { seeCut } from './cut.ts'
import { seePages } from './pages.ts'
import { seeRefusals } from './refusals.ts'
import { seePair } from './seen-answer.ts'
import { settle, type Settled } from './settle.ts'
import { seeShapes } from './shapes.ts'
import type { Sighting } from './sighting.ts'
import { seeTimes } from './times.ts'

/** Functions that read one kind of facts from a pair of answers. */
const observers = [seeRefusals, seePages, seeCut, seeTimes, seeShapes]

/** Sightings of one subject, and the exchange of each. */
interface FactSubject {
  readonly sightings: Sighting[]
  readonly exchanges: { readonly number: number; readonly line: string }[]
}

/** Collects facts about a service while it is compared with its twin. */
export class FactCollector {
  readonly #subjects = new Map<string, FactSubject>()

  /** Reads the answers to one request. Ignores failed observations. */
  add(compared: ComparedExchange): void {
    const pair = seePair(compared)
    if (pair === undefined) return
    const { number } = compared.exchange
    for (const sighting of observers.flatMap((see) => see(pair))) this.#keep(sighting, { number, line: pair.exchange })
  }

  /**
   * Settings that make an emulator answer as the service did so far. `isMeant`: selects settings by name; default all.
   */
  settings(isMeant: (setting: string) => boolean = () => true): SettingsInput {
    const values = this.#settled().flatMap(({ setting, value }) =>
      setting === undefined || !isMeant(setting) ? [] : [[setting, value] as const],
    )
    return settingsFrom(new Map(values))
  }

  /** Numbers of the exchanges that a fact rests on alone. */
  listAlone(): ReadonlySet<number> {
    return new Set(this.#settled().flatMap((each) => (isReported(each) && each.shows.length === 1 ? each.shows : [])))
  }

  /**
   * Facts so far. `on`: today's date, such as `2026-11-23`. `isSeen`: says by the numbers of the exchanges that show
   * what differs from an assumption whether it is a fact; default true.
   */
  facts(on: string, isSeen: (numbers: readonly number[]) => boolean = () => true): Fact[] {
    const isFact = (each: ShownFact): boolean => isReported(each) && (each.value === each.assumed || isSeen(each.shows))
    const settled = this.#settled().filter(isFact)
    return settled.map(({ assumption, setting, about, value, assumed, exchange }) => ({
      assumption,
      ...(setting === undefined ? { about } : { setting }),
      observed: value,
      ...(assumed !== undefined && assumed !== value && { assumed }),
      on,
      exchange,
    }))
  }

  #keep(sighting: Sighting, exchange: FactSubject['exchanges'][number]): void {
    const { assumption, setting, about } = sighting
    const key = setting ?? `${assumption} ${about}`
    const subject = this.#subjects.get(key) ?? { sightings: [], exchanges: [] }
    subject.sightings.push(sighting)
    subject.exchanges.push(exchange)
    this.#subjects.set(key, subject)
  }

  #settled(): ShownFact[] {
    return [...this.#subjects.values()].flatMap(({ sightings, exchanges }) => {
      const settled = settle(sightings)
      if (settled === undefined) return []
      const numbers = exchanges.filter((_, n) => shows(sightings[n]!, settled)).map(({ number }) => number)
      return [{ ...settled, exchange: exchanges[settled.shownBy]!.line, shows: [...new Set(numbers)] }]
    })
  }
}

/** A settled fact, with the exchanges that show it. */
interface ShownFact extends Settled {
  readonly exchange: string
  readonly shows: readonly number[]
}

function isReported({ setting, value, assumed }: Settled): boolean {
  return setting !== undefined || value !== assumed
}

/** True for a sighting of the value, of a bound, or of one of several values. */
function shows({ observed, measured }: Sighting, { value }: Settled): boolean {
  return observed === undefined || measured === true || observed === value || String(value).startsWith('varies: ')
}

/** Facts from pairs of answers, as `facts` of the collector takes its arguments. */
export function collectFacts(compared: Iterable<ComparedExchange>, ...how: Parameters<FactCollector['facts']>): Fact[] {
  const collector = new FactCollector()
  for (const each of compared) collector.add(each)
  return collector.facts(...how)
}

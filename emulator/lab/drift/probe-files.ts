import { findNeeds } from '../../scenario/needs.ts'
import { loadScenario } from '../../scenario/load.ts'
import { shippedScenarios } from '../../scenario/files.ts'
import type { Scenario } from '../../scenario/schema.ts'

/** A probe file, made ready for one run. */
export interface ProbeFile {
  readonly name: string
  readonly scenario: Scenario
  /** Asks what takes megabytes. */
  readonly large: boolean
  /** Recording of the user: it may speak of records that were there before the run. */
  readonly foreign?: boolean
  /** Keys of people that it needs. */
  readonly keys: readonly string[]
}

/** Where probe files have the name of a run, and text that is large. */
const RUN = 'svc-drift-run'
const LARGE = 'svc-drift-large'
const LARGE_LENGTH = 180_000

/** The shipped probe files, with the name of the run in the aliases of what they make. */
export async function loadProbeFiles(run: string): Promise<ProbeFile[]> {
  const shipped = shippedScenarios().filter(({ name }) => name.startsWith('probes/'))
  const loaded = await Promise.all(shipped.map(({ file }) => loadScenario(file)))
  return loaded
    .map(({ scenario }) => prepareProbe(scenario, run))
    .toSorted((a, b) => Number(a.large) - Number(b.large) || order.indexOf(a.name) - order.indexOf(b.name))
}

/** The order in which probe files are asked: what others rest on first, and slow work last. */
const order = ['identity', 'keys', 'blobs', 'workflow', 'scheduler', 'other', 'large'].map((name) => `probe-${name}`)

export function prepareProbe(scenario: Scenario, run: string): ProbeFile {
  const text = JSON.stringify(scenario)
  const ready = text.replaceAll(RUN, `svc-drift-${run}`).replaceAll(LARGE, 'x'.repeat(LARGE_LENGTH))
  if (findNeeds(scenario).length > 0) throw new TypeError(`the probe file ${scenario.name} needs an emulator`)
  return {
    name: scenario.name,
    scenario: JSON.parse(ready) as Scenario,
    large: text.includes(LARGE),
    keys: Object.keys(scenario.keys ?? {}),
  }
}

import { findNeeds } from '../../scenario/needs.ts'
import { loadScenario } from '../../scenario/load.ts'
import { shippedScenarios } from '../../scenario/files.ts'
import type { Scenario } from '../../scenario/schema.ts'

/** A probe file for one run. */
export interface ProbeFile {
  readonly name: string
  readonly scenario: Scenario
  /** Sends requests of several megabytes. */
  readonly large: boolean
  /** True for a file of the user, and for `EXISTING`: both may be about records from before the run. */
  readonly foreign?: boolean
  /** Names of the keys that it needs. */
  readonly keys: readonly string[]
}

/** Name of the probe file about an organization from before the run. */
export const EXISTING = 'probe-existing'

/** Placeholders in probe files: for the name of the run, and for a large text. */
const RUN = 'svc-drift-run'
const LARGE = 'svc-drift-large'
const LARGE_LENGTH = 180_000
/** Placeholder for more fields than one request may set, and their number. */
const MANY = '"svc-drift-many":"x"'
const MANY_FIELDS = 2_001

/** The shipped probe files, with the name of the run in the aliases of their records. */
export async function loadProbeFiles(run: string): Promise<ProbeFile[]> {
  return (await (shipped ??= readShipped())).map((probe) => makeReady(probe, run))
}

/** A shipped probe file with placeholders. */
interface ShippedProbe extends Omit<ProbeFile, 'scenario'> {
  readonly text: string
}

/** Cached, because reading the files takes longer than playing them against an emulator. */
let shipped: Promise<ShippedProbe[]> | undefined

async function readShipped(): Promise<ShippedProbe[]> {
  const files = shippedScenarios().filter(({ name }) => name.startsWith('probes/'))
  const loaded = await Promise.all(files.map(({ file }) => loadScenario(file)))
  return loaded
    .map(({ scenario }) => describeProbe(scenario))
    .toSorted((a, b) => Number(a.large) - Number(b.large) || order.indexOf(a.name) - order.indexOf(b.name))
}

/** Order of the probe files: those that others build on first, slow ones last. */
const order = ['identity', 'keys', 'blobs', 'workflow', 'scheduler', 'other', 'existing', 'large'].map(
  (name) => `probe-${name}`,
)

function describeProbe(scenario: Scenario): ShippedProbe {
  if (findNeeds(scenario).length > 0) throw new TypeError(`the probe file ${scenario.name} needs an emulator`)
  const text = JSON.stringify(scenario)
  const { name } = scenario
  const foreign = name === EXISTING && { foreign: true }
  return { name, text, large: text.includes(LARGE), ...foreign, keys: Object.keys(scenario.keys ?? {}) }
}

/** Fills the placeholders of a probe file, but not before its scenario is read, which can be megabytes. */
function makeReady({ text, ...probe }: ShippedProbe, run: string): ProbeFile {
  let scenario: Scenario | undefined
  const many = (): string => Array.from({ length: MANY_FIELDS }, (_, n) => `"k${n}":"x"`).join()
  const fill = (): Scenario => {
    const named = text.replaceAll(RUN, `svc-drift-${run}`).replaceAll(MANY, many)
    return JSON.parse(named.replaceAll(LARGE, 'x'.repeat(LARGE_LENGTH))) as Scenario
  }
  return {
    ...probe,
    get scenario() {
      return (scenario ??= fill())
    },
  }
}

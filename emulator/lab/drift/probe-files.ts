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
  /** Recording of the user, or the file about what exists: it may speak of records that were there before the run. */
  readonly foreign?: boolean
  /** Keys of people that it needs. */
  readonly keys: readonly string[]
}

/** The probe file about an organization that was there before. */
export const EXISTING = 'probe-existing'

/** Where probe files have the name of a run, and text that is large. */
const RUN = 'svc-drift-run'
const LARGE = 'svc-drift-large'
const LARGE_LENGTH = 180_000
/** Fields of a body that are more than one request may set. */
const MANY = '"svc-drift-many":"x"'
const MANY_FIELDS = 2_001

/** The shipped probe files, with the name of the run in the aliases of what they make. */
export async function loadProbeFiles(run: string): Promise<ProbeFile[]> {
  return (await (shipped ??= readShipped())).map((probe) => makeReady(probe, run))
}

/** A shipped probe file, as it is for every run. */
interface ShippedProbe extends Omit<ProbeFile, 'scenario'> {
  readonly text: string
}

/** Read once: reading takes longer than asking an emulator what the files ask. */
let shipped: Promise<ShippedProbe[]> | undefined

async function readShipped(): Promise<ShippedProbe[]> {
  const files = shippedScenarios().filter(({ name }) => name.startsWith('probes/'))
  const loaded = await Promise.all(files.map(({ file }) => loadScenario(file)))
  return loaded
    .map(({ scenario }) => describeProbe(scenario))
    .toSorted((a, b) => Number(a.large) - Number(b.large) || order.indexOf(a.name) - order.indexOf(b.name))
}

/** The order in which probe files are asked: what others rest on first, and slow work last. */
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

/** A probe file for one run; its megabytes are there once they are asked for. */
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

import { contractStamp } from '../../contract/stamp.ts'
import type { FixtureDocument } from '../../engine/matching/fixture.ts'
import type { Scenario } from '../../scenario/schema.ts'
import type { Subject } from '../engine/subject.ts'
import { findFailure, type Failure } from './failure.ts'
import { reduceFields } from './reduce-fields.ts'
import { reduceNames, reducePairs, reduceSteps, reduceTriggers } from './reduce-head.ts'
import { reduceRecords } from './reduce-records.ts'
import { reduceSettings } from './reduce-settings.ts'
import { reduceValues } from './reduce-values.ts'
import type { ShrinkReport } from './report.ts'
import { Small } from './small.ts'
import { Over, Tries, type TriesOptions } from './tries.ts'
import { writeBlocks } from './write-blocks.ts'
import { writeOut } from './write-out.ts'
import { plural } from '../../engine/checking/plural.ts'
import type { TableDefinition } from '../../engine/world/definition.ts'
import { tables, type TableName } from '../../engine/world/tables/index.ts'
import { tableNames } from '../../engine/world/arrange.ts'

/** The scenario to start from, with its fixtures. */
export interface Start {
  readonly scenario: Scenario
  readonly fixtures: readonly FixtureDocument[]
}

/**
 * Finds a least scenario in which something fails as it does in this one. Rejects with `NothingFails` when it passes, and
 * with `EmulatorError` when its failure does not repeat or does not depend on the world; ends early, with the least so
 * far, when `stop` is aborted.
 */
export async function shrinkFailing(subject: Subject, start: Start, options: TriesOptions = {}): Promise<ShrinkReport> {
  const whole = Small.load(start.scenario, start.fixtures)
  const { failure, timeLimitMs } = await findFailure(subject, whole, options)
  return await shrinkWhole(subject, whole, failure, { ...options, timeLimitMs })
}

/** Finds a least scenario in which something fails as it does in a whole one, where it is known to. */
export async function shrinkWhole(
  subject: Subject,
  whole: Small,
  failure: Failure,
  options: TriesOptions & { readonly timeLimitMs: number },
): Promise<ShrinkReport> {
  const tries = new Tries(subject, whole, failure, options)
  const notes: string[] = []
  const isLeast = await untilOver(async () => {
    const isWritten = await tries.take(() => whole.withWorld(writeOut(whole.world)))
    if (!isWritten) notes.push(explainUnwritten(tries))
    await reduceAll(tries, isWritten)
  })
  await tries.settle()
  const [from, to] = [whole.size, tries.least.size]
  return {
    contract: contractStamp(),
    subject: subject.name,
    failure,
    from,
    to,
    tries: tries.count,
    others: Array.from(tries.others, ([text, times]) => ({ failure: text, times })),
    isLeast,
    notes,
    scenario: tries.least.with({ about: describeShrunk(whole.scenario.about, whole, tries.least) }).scenario,
  }
}

/** Runs all reductions in order. Repeats them after the removal of a reference, whose record may be unneeded. */
async function reduceAll(tries: Tries, isWritten: boolean): Promise<void> {
  for (let isOpen = true; isOpen;) {
    do {
      await reduceTriggers(tries)
      await reduceSteps(tries)
    } while (await reducePairs(tries))
    await reduceNames(tries)
    if (!isWritten) return
    await reduceRecords(tries)
    await reduceSettings(tries)
    const hasFreed = await reduceFields(tries)
    isOpen = (await reduceValues(tries)) || hasFreed
  }
  await writeBlocks(tries)
}

async function untilOver(work: () => Promise<void>): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    if (error instanceof Over) return false
    throw error
  }
}

/** Explains why a world written record by record does not fail: the failure depends on values drawn from its seed. */
function explainUnwritten({ others }: Tries): string {
  const [other] = others.keys()
  const instead = other === undefined ? 'it passes' : `it fails otherwise: ${other.split('\n', 1)[0]}`
  return `records stay as they are: in the same world written out record by record ${instead}`
}

/** The `about` of a smaller scenario: the original text, and both sizes where they differ. */
function describeShrunk(about: string | undefined, from: Small, to: Small): string {
  if (about !== undefined && JSON.stringify(from.size) === JSON.stringify(to.size)) return about
  const changes = [
    `Shrunk from ${plural(from.size.records, 'record')} to ${to.size.records}${describeRecords(to)}`,
    ...(from.size.steps > 1 ? [`from ${plural(from.size.steps, 'step')} to ${to.size.steps}`] : []),
    ...(from.size.triggers > 0 ? [`from ${plural(from.size.triggers, 'trigger')} to ${to.size.triggers}`] : []),
  ]
  return [...(about === undefined ? [] : [about]), `${changes.join(', ')}.`].join(' ')
}

/** ` (1 user, 11 sessions)` */
function describeRecords({ world }: Small): string {
  const counts = tableNames.flatMap((name) => {
    const { size } = world.table(name)!
    return size === 0 ? [] : [name === 'metadata' ? `${size} of metadata` : plural(size, findNoun(name as TableName))]
  })
  return counts.length === 0 ? '' : ` (${counts.join(', ')})`
}

const findNoun = (table: TableName): string => (tables[table] as unknown as TableDefinition).noun.replaceAll('_', ' ')

import { compareContracts, type SentenceChange } from '../../../emulator/contract/changes.ts'
import { findCurrentId } from '../../../emulator/contract/clauses.ts'
import { compareVersions } from '../../../emulator/contract/version.ts'
import { findImpacts } from '../../../emulator/lab/mutation/find-impacts.ts'
import type { Io } from '../../shared/io.ts'
import { printReport, runLab } from '../lab-command.ts'
import { serveWorld } from '../serve-world.ts'
import { watchMutants } from '../mutate/watch-mutants.ts'
import { type ContractChanges, reportChanges } from './contract-report.ts'
import { type Contract, ownContract, readContract } from './read-contract.ts'

interface AgainstSettings {
  /** File of a contract, or folder of a package. */
  readonly against: string
  readonly reporter: 'pretty' | 'json'
  /** Only changes whose id or wording has all of these words. */
  readonly words: readonly string[]
  readonly assumptionsOnly: boolean
  /** The tests; empty for none. */
  readonly program: readonly string[]
  /** Concurrent runs; undefined: as many as cores, if the tests pass that way. */
  readonly jobs: number | undefined
}

/**
 * Prints what changed between this contract and another, from the older to the newer one, and which tests rest on it.
 */
export async function compareWith(settings: AgainstSettings, io: Io): Promise<void> {
  const { program, jobs } = settings
  const changes = chooseChanges(findChanges(await readContract(settings.against, io)), settings)
  // A renamed sentence has not changed for tests.
  const ids = new Set(changes.clauses.filter(({ kind }) => kind !== 'renamed').flatMap(({ id, was }) => ownId(id, was)))
  const impacts = program.length === 0 ? undefined : await runImpacts(ids, program, jobs, io)
  const byChange =
    impacts &&
    new Map(changes.clauses.flatMap(({ id, was }) => ownId(id, was).flatMap((own) => entryFor(id, impacts.get(own)))))
  await printReport(reportChanges(changes, byChange), settings, io)
}

/** Runs the tests with mutants of the changed sentences. */
async function runImpacts(ids: ReadonlySet<string>, program: readonly string[], jobs: number | undefined, io: Io) {
  const { live, note, end } = watchMutants(io)
  const bounds = { key: undefined, home: undefined, budget: undefined, timeLimit: undefined }
  const command = { program, jobs, start: {}, isSuite: true, ...bounds }
  return runLab({}, io, (stop) =>
    findImpacts(ids, command, { env: io.env, serve: serveWorld, stop, note }, live),
  ).finally(end)
}

function entryFor<T>(id: string, impact: T | undefined): [string, T][] {
  return impact === undefined ? [] : [[id, impact]]
}

/** The id of a changed sentence in the contract of this release; none for one that it does not have. */
function ownId(id: string, was: string | undefined): string[] {
  const own = findCurrentId(id) ?? (was === undefined ? undefined : findCurrentId(was))
  return own === undefined ? [] : [own]
}

/** Changes between this contract and another, from the older to the newer one. */
export function findChanges(other: Contract): ContractChanges {
  const own = ownContract()
  const isNewer = compareVersions(other.stamp.version, own.stamp.version) > 0
  const [from, to] = isNewer ? [own, other] : [other, own]
  return {
    from: from.stamp,
    to: to.stamp,
    clauses: compareContracts(from.clauses, to.clauses),
    assumptions: from.assumptions && to.assumptions ? compareContracts(from.assumptions, to.assumptions) : [],
  }
}

function chooseChanges(changes: ContractChanges, { words, assumptionsOnly }: AgainstSettings): ContractChanges {
  const wanted = words.map((word) => word.toLowerCase())
  const has = ({ id, was = '', before = '', now = '' }: SentenceChange): boolean =>
    wanted.every((word) => `${id}\n${was}\n${before}\n${now}`.toLowerCase().includes(word))
  return {
    ...changes,
    clauses: assumptionsOnly ? [] : changes.clauses.filter(has),
    assumptions: changes.assumptions.filter(has),
  }
}

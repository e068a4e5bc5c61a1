import { compareContracts, type SentenceChange } from '../../../emulator/contract/changes.ts'
import { findCurrentId } from '../../../emulator/contract/clauses.ts'
import { compareVersions } from '../../../emulator/contract/version.ts'
import { mutants } from '../../../emulator/contract/variants.ts'
import { vary } from '../../../emulator/lab/engine/variant.ts'
import { tryMutants } from '../../../emulator/lab/mutation/try-mutants.ts'
import type { Io } from '../../shared/io.ts'
import { askCommand } from '../ask-command.ts'
import { printReport } from '../lab-command.ts'
import { mutantWords, showMutant } from '../mutate/show-mutant.ts'
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
  /** File with an earlier report. */
  readonly since: string | undefined
}

/** Flags of other questions, which this one has not. */
const noFlags = {
  scenario: undefined,
  fixtures: undefined,
  seed: undefined,
  key: undefined,
  home: undefined,
  budget: undefined,
  'time-limit': undefined,
  timeLimit: undefined,
}

/**
 * Prints what changed between this contract and another, from the older to the newer one, and which tests rest on it.
 */
export async function compareWith(settings: AgainstSettings, io: Io): Promise<void> {
  const { program } = settings
  const changes = chooseChanges(findChanges(await readContract(settings.against, io)), settings)
  if (program.length === 0) return printReport(reportChanges(changes), settings, io)
  // A renamed sentence has not changed for tests.
  const ids = new Set(changes.clauses.filter(({ kind }) => kind !== 'renamed').flatMap(listOwnIds))
  const variants = mutants.filter(({ statement }) => ids.has(statement)).map(vary)
  const subject = program.join(' ')
  const unended = 'the tests did not end'
  await askCommand({ ...noFlags, ...settings }, io, unended, () => ({
    name: 'clauses',
    words: mutantWords,
    title: '',
    section: '',
    isSuite: true,
    ask: (begun, { live }) =>
      tryMutants(begun, variants, {
        live: { begin: (of) => live.begin(of), tried: (outcome) => showMutant(outcome, live) },
      }),
    report: (outcomes) => reportChanges(changes, { outcomes, subject, listOwnIds }),
  }))
}

/** The id of a changed sentence in the contract of this release; none for one that it does not have. */
function listOwnIds({ id, was }: Pick<SentenceChange, 'id' | 'was'>): string[] {
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

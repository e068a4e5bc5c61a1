/** The contract that a file was written under, and later changes of the sentences and assumptions that it meets. */
import { findCurrentAssumption, retiredAssumptions, statedAssumptions } from '../contract/assumptions.ts'
import { clauses, findCurrentId } from '../contract/clauses.ts'
import { compareContracts, describeChange, type SentenceChange, type StatedRow } from '../contract/changes.ts'
import { contractStamp, type ContractStamp, formatStamp } from '../contract/stamp.ts'
import { compareVersions } from '../contract/version.ts'
import { isObject } from '../engine/checking/is-object.ts'
import { plural } from '../engine/checking/plural.ts'
import { findStamp } from './labels.ts'

/** Fields of a bundle about its contract. */
export interface UnderContract {
  /** The contract of the run, and the release that wrote the bundle. */
  readonly contract?: ContractStamp
  /** Sentences and assumptions that the run met, by id, in the wording of that time. */
  readonly sentences?: Readonly<Record<string, string>>
}

export interface WrittenUnder {
  readonly contract: ContractStamp
  /** Sentences that a run met, with the ids and wording of that time. */
  readonly sentences: Readonly<Record<string, string>>
}

/** Fields of a bundle about its contract: the stamp, and the sentences among these ids. */
export function underContract(ids: Iterable<string>): Required<UnderContract> {
  const met = new Set(ids)
  const rows = [...clauses, ...statedAssumptions].filter(({ id }) => met.has(id))
  return {
    contract: contractStamp(),
    sentences: Object.fromEntries(rows.map(({ id, statement }) => [id, statement])),
  }
}

/** The contract of a bundle or a recording; undefined for a file that does not say which release wrote it. */
export function findWritten(document: unknown): WrittenUnder | undefined {
  const { sentences = {} } = (isObject(document) ? document : {}) as UnderContract
  const contract = findStamp(document)
  return contract && { contract: { ...contract }, sentences: { ...sentences } }
}

/** Later changes of the sentences that were met, then or now. */
export function findChangesSince({ contract, sentences }: WrittenUnder, met: Iterable<string>): SentenceChange[] {
  const ids = new Set([...met, ...Object.keys(sentences).map((id) => findCurrentId(id) ?? id)])
  // The digest is of clauses alone: it says nothing of assumptions.
  const isSame = contract.digest === contractStamp().digest
  const rows = [
    ...(isSame ? [] : clauses.filter(({ id }) => ids.has(id))),
    ...statedAssumptions.filter(({ id, was = [] }) => [id, ...was].some((each) => Object.hasOwn(sentences, each))),
  ]
  const then = rows.map((row) => rowThen(row, sentences, contract.version)).filter((row) => row !== undefined)
  const lost = Object.entries(sentences).filter(
    ([id]) => findCurrentId(id) === undefined && findCurrentAssumption(id) === undefined && !retiredAssumptions.has(id),
  )
  return compareContracts([...then, ...lost.map(([id, statement]) => ({ id, statement }))], rows)
}

/** The row of a clause in an older contract, as far as the file has it; undefined for a newer clause. */
function rowThen(row: StatedRow, sentences: WrittenUnder['sentences'], version: string): StatedRow | undefined {
  const { since, effect, was = [] } = row
  const id = [row.id, ...was].find((each) => Object.hasOwn(sentences, each))
  const isOlder = since === undefined || compareVersions(since, version) <= 0
  if (id === undefined && !isOlder && effect === undefined) return undefined
  return {
    id: id ?? row.id,
    statement: (id && sentences[id]) ?? row.statement,
    ...(isOlder && since !== undefined && { since }),
    ...(isOlder && effect !== undefined && { effect }),
  }
}

/** Lines about these changes; empty if nothing changed. */
export function describeChangesSince({ contract }: WrittenUnder, changes: readonly SentenceChange[]): string[] {
  if (changes.length === 0) return []
  const head = `written by ${formatStamp(contract)}; ${plural(changes.length, 'sentence')} that it meets changed since:`
  return [head, ...changes.flatMap(describeChange).map((line) => `  ${line}`)]
}

/** Ids of clauses in a scenario. They are labels: one that this contract does not have never stops a replay. */
import * as v from 'valibot'
import { clauseIds, clauses, findCurrentId } from '../contract/clauses.ts'
import { contractStamp, type ContractStamp, formatStamp } from '../contract/stamp.ts'
import { stampSchema } from '../engine/checking/contract-stamp.ts'
import { isObject } from '../engine/checking/is-object.ts'
import { nearest } from '../engine/checking/near-miss.ts'
import type { Path, Problem } from '../engine/checking/problems.ts'

/** Something to say of a label. */
export interface LabelWarning extends Problem {
  /** The id is one of another contract: an earlier id, or the file says that it was written under another. */
  readonly explained: boolean
}

interface Relabeled {
  /** The document with ids of this contract alone. */
  readonly document: unknown
  readonly warnings: readonly LabelWarning[]
}

/** The stamp of a document that a release wrote; undefined where there is none. */
export function findStamp(document: unknown): ContractStamp | undefined {
  const stamp = isObject(document) ? document['contract'] : undefined
  return v.is(stampSchema, stamp) ? stamp : undefined
}

/** Replaces earlier ids in the `clauses` of a scenario and its steps, and takes out those that this contract does not have. */
export function relabel(document: unknown, written: ContractStamp | undefined): Relabeled {
  if (!isObject(document)) return { document, warnings: [] }
  const warnings: LabelWarning[] = []
  const { steps } = document
  const relabeled = relabelList(document, [], written, warnings)
  if (!Array.isArray(steps)) return { document: relabeled, warnings }
  const all = steps.map((step: unknown, index) =>
    isObject(step) ? relabelList(step, ['steps', index], written, warnings) : step,
  )
  return { document: warnings.length === 0 ? document : { ...relabeled, steps: all }, warnings }
}

function relabelList(
  holder: Readonly<Record<string, unknown>>,
  path: Path,
  written: ContractStamp | undefined,
  warnings: LabelWarning[],
): Readonly<Record<string, unknown>> {
  const { clauses: ids } = holder
  // A list of anything else is for the schema to judge.
  if (!Array.isArray(ids) || !ids.every((id) => typeof id === 'string')) return holder
  const known = ids.flatMap((id: string, index) => {
    const current = findCurrentId(id)
    if (current !== id) warnings.push(describeLabel(id, current, [...path, 'clauses', index], written))
    return current ?? []
  })
  return { ...holder, clauses: [...new Set(known)] }
}

function describeLabel(
  id: string,
  current: string | undefined,
  path: Path,
  written: ContractStamp | undefined,
): LabelWarning {
  const own = contractStamp()
  if (current !== undefined) {
    const since = clauses.find((clause) => clause.id === current)?.since
    const message = `the clause '${id}' is called '${current}'${since === undefined ? '' : ` since contract ${since}`}`
    return { kind: 'value', path, message, explained: true }
  }
  const writer =
    written === undefined ? 'the file does not name the release that wrote it' : `written by ${formatStamp(written)}`
  const nearMiss = nearest(id, clauseIds)
  return {
    kind: 'reference',
    path,
    message: `unknown clause '${id}', which is not checked (${writer}; this is ${formatStamp(own)})`,
    ...(nearMiss !== undefined && { nearMiss }),
    explained: written !== undefined && written.digest !== own.digest,
  }
}

/** Ids of clauses in a scenario. They are labels: one that this contract does not have never stops a replay. */
import * as v from 'valibot'
import { clauseIds, clauses, findCurrentId, isClientClause } from '../contract/clauses.ts'
import { contractStamp, type ContractStamp, formatStamp } from '../contract/stamp.ts'
import { stampSchema } from '../engine/checking/contract-stamp.ts'
import { isObject } from '../engine/checking/is-object.ts'
import { nearest } from '../engine/checking/near-miss.ts'
import type { Path, Problem } from '../engine/checking/problems.ts'

/** Something to say of a label. */
export interface LabelWarning extends Problem {
  /**
   * The file is right for another release: an earlier id or place, or it says that it was written under another
   * contract.
   */
  readonly explained: boolean
}

interface Relabeled {
  /** The document with ids of this contract alone. */
  readonly document: unknown
  readonly warnings: readonly LabelWarning[]
}

const NOT_CHECKED = ', which is not checked'

/** A warning as the problem of a file that is wrong. */
export function asProblem({ explained: _explained, message, ...warning }: LabelWarning): Problem {
  return { ...warning, message: message.replace(NOT_CHECKED, '') }
}

/** The contract stamp of a document; undefined if there is none. */
export function findStamp(document: unknown): ContractStamp | undefined {
  const stamp = isObject(document) ? document['contract'] : undefined
  return v.is(stampSchema, stamp) ? stamp : undefined
}

/** Replaces earlier ids in the labels of a scenario and its steps, and removes ids that this contract does not have. */
export function relabel(document: unknown, written: ContractStamp | undefined): Relabeled {
  if (!isObject(document)) return { document, warnings: [] }
  const warnings: LabelWarning[] = []
  const { steps } = document
  const relabeled = relabelList(document, 'clauses', [], written, warnings)
  if (!Array.isArray(steps)) return { document: relabeled, warnings }
  const all = steps.map((step: unknown, index) => {
    if (!isObject(step)) return step
    const path = ['steps', index]
    const labeled = relabelList(step, 'clauses', path, written, warnings)
    return moveClientClauses(relabelList(labeled, 'shows', path, written, warnings), path, warnings)
  })
  return { document: warnings.length === 0 ? document : { ...relabeled, steps: all }, warnings }
}

type LabelHolder = Readonly<Record<string, unknown>>

function relabelList(
  holder: LabelHolder,
  field: 'clauses' | 'shows',
  path: Path,
  written: ContractStamp | undefined,
  warnings: LabelWarning[],
): LabelHolder {
  const ids = holder[field]
  if (!isTexts(ids)) return holder
  const known = ids.flatMap((id: string, index) => {
    const current = findCurrentId(id)
    if (current !== id) warnings.push(describeLabel(id, current, [...path, field, index], written))
    return current ?? []
  })
  return { ...holder, [field]: [...new Set(known)] }
}

/** True for a list of texts. The schema reports other lists. */
function isTexts(list: unknown): list is string[] {
  return Array.isArray(list) && list.every((id) => typeof id === 'string')
}

/** Moves clauses about the client to `shows` of a step that runs one: up to release 1.0, such clients reported them. */
function moveClientClauses(step: LabelHolder, path: Path, warnings: LabelWarning[]): LabelHolder {
  const { clauses: ids, shows = [] } = step
  if (!('run' in step) || !isTexts(ids) || !isTexts(shows)) return step
  const moved = ids.filter(isClientClause)
  if (moved.length === 0) return step
  const message = `clauses about a client belong under \`shows\`, and are read as if they were there: ${moved.join(', ')}`
  warnings.push({ kind: 'value', path: [...path, 'clauses'], message, explained: true })
  return { ...step, clauses: ids.filter((id) => !isClientClause(id)), shows: [...new Set([...shows, ...moved])] }
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
    message: `unknown clause '${id}'${NOT_CHECKED} (${writer}; this is ${formatStamp(own)})`,
    ...(nearMiss !== undefined && { nearMiss }),
    explained: written !== undefined && written.digest !== own.digest,
  }
}

import type { AssumptionId } from '../../emulator/contract/assumptions.ts'
import * as v from 'valibot'
import { catalog } from '../../emulator/service/catalog.ts'
import { citedStatements } from '../../emulator/engine/coverage/citation-set.ts'
import { problemsIn } from '../../emulator/engine/checking/issues.ts'
import { describe } from '../../emulator/engine/checking/problems.ts'
import type { Emulator } from '../../emulator/index.ts'
import { findAssumptions } from '../../emulator/engine/kernel/unit/assumed.ts'
import type { Unit } from '../../emulator/engine/kernel/unit/definition.ts'

/** Statements about how anything is answered, and about status codes. */
const GENERAL =
  /^(?:service\.json|versioning|envelope\.(?:status|failure|error)|authentication|keys\.scope|realtime|A-1$|A-6$|A-57$)/

/**
 * Successful JSON answers in the journal that differ from the shape of their unit, or do not cite the statements for
 * their fields, and refusals that cite nothing which says why.
 */
export function wrongAnswers(emulator: Emulator): string[] {
  const { dropped } = emulator.journal
  const wrong: string[] = dropped === 0 ? [] : [`the journal dropped ${dropped} exchanges, which nobody looked at`]
  for (const { via, unit: named, request, response, failure, triggers, citations } of emulator.journal.raw()) {
    const unit = catalog.find(({ id }) => id === named?.id)
    if (unit === undefined || triggers.length > 0) continue
    const { clauses, assumptions } = citedStatements(citations)
    if (via === 'http' && failure?.injected === false && [...clauses, ...assumptions].every((id) => GENERAL.test(id)))
      wrong.push(`${unit.id} over ${via}: nothing says why it is refused with ${failure.code}`)
    if (failure !== undefined || unit.verdict) continue
    if (typeof response?.body !== 'string' || response.status !== 200 || request.method === 'HEAD') continue
    const body = JSON.parse(response.body)
    const fields = { ...unit.returns, ...cursorFields(unit) }
    const problems =
      via === 'socket'
        ? problemsIn(v.strictObject(fields), body.result)
        : problemsIn(v.strictObject({ status: v.literal('success'), ...fields }), body)
    for (const problem of problems.slice(0, 3)) wrong.push(`${unit.id} over ${via}: ${describe(problem)}`)
    // The answer to a notification is not sent, so it proves nothing.
    if (clauses.length === 0) continue
    for (const [field, ids] of assumedIn(unit.returns as Entries, via === 'socket' ? body.result : body)) {
      if (!ids.some((id) => assumptions.includes(id)))
        wrong.push(`${unit.id} over ${via}: '${field}' rests on ${ids.join(', ')}, which the answer does not cite`)
    }
  }
  return [...new Set(wrong)]
}

type Entries = Readonly<Record<string, v.GenericSchema & { entries?: Entries; item?: { entries?: Entries } }>>

/** Fields of an answer that only assumptions give. */
function* assumedIn(
  entries: Entries,
  answer: Readonly<Record<string, unknown>>,
): Generator<[string, readonly AssumptionId[]]> {
  for (const [field, value] of Object.entries(answer)) {
    const schema = entries[field]
    const ids = schema === undefined ? undefined : findAssumptions(schema)
    if (ids !== undefined) yield [field, ids]
    const inner = (schema?.item ?? schema)?.entries
    // One record stands for its listing.
    const [record] = [value].flat()
    if (inner !== undefined && typeof record === 'object' && record !== null)
      yield* assumedIn(inner, record as Readonly<Record<string, unknown>>)
  }
}

function cursorFields({ page }: Unit): v.ObjectEntries {
  if (page?.kind === 'opaque') return { cursor: v.nullable(v.string()) }
  if (page?.kind === 'record') return { [`last_${page.noun}_id`]: v.nullable(v.string()) }
  return {}
}

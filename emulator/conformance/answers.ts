import * as v from 'valibot'
import { catalog } from '../catalog.ts'
import { problemsIn } from '../diagnostics/issues.ts'
import { describe } from '../diagnostics/problems.ts'
import type { Emulator } from '../index.ts'
import type { Unit } from '../kernel/unit/definition.ts'

/** Successful JSON answers that are not exactly what their unit says it returns, by the journal of the emulator. */
export function wrongAnswers(emulator: Emulator): string[] {
  const wrong: string[] = []
  for (const { via, unit: named, request, response, failure, triggers } of emulator.journal.raw()) {
    const unit = catalog.find(({ id }) => id === named?.id)
    if (unit === undefined || failure !== undefined || triggers !== undefined || unit.verdict) continue
    if (typeof response?.body !== 'string' || response.status !== 200 || request.method === 'HEAD') continue
    const body = JSON.parse(response.body)
    const fields = { ...unit.returns, ...cursorOf(unit) }
    const problems = via === 'socket'
      ? problemsIn(v.strictObject(fields), body.result)
      : problemsIn(v.strictObject({ status: v.literal('success'), ...fields }), body)
    for (const problem of problems.slice(0, 3)) wrong.push(`${unit.id} over ${via}: ${describe(problem)}`)
  }
  return [...new Set(wrong)]
}

function cursorOf({ page }: Unit): v.ObjectEntries {
  if (page?.kind === 'opaque') return { cursor: v.nullable(v.string()) }
  if (page?.kind === 'record') return { [`last_${page.noun}_id`]: v.nullable(v.string()) }
  return {}
}

import { isAssumptionId, type AssumptionId } from '../../contract/assumptions.ts'
import { errorFacts, errors, type ErrorCode } from '../../contract/errors.ts'
import { isReading } from '../../engine/triggers/is-reading.ts'
import type { Unit } from '../../engine/kernel/unit/definition.ts'
import { catalog } from '../../service/catalog.ts'
import cited from './citations.json' with { type: 'json' }

/** Ids that answers cite by unit, beside those in `every`, which answers of each unit cite. */
interface Cited {
  readonly every: readonly string[]
  readonly units: Readonly<Record<string, readonly string[]>>
}

/** Marks of an operation or a method. */
interface Marks extends Record<string, unknown> {
  readonly 'x-clauses': readonly string[]
  readonly 'x-assumptions': readonly string[]
}

const anyRequest = (Object.keys(errors) as ErrorCode[]).filter((code) => errorFacts(code).anyRequest === true)

/** Statements about any request and any refusal over HTTP. */
const overHttp = [
  'authentication.bearer-token',
  'envelope.failure-has-error-and-message',
  'envelope.error-code-is-stable',
  'envelope.limit.with-size-and-count-limits',
] as const

/** Clauses and assumptions that an answer of a unit can cite. Those that every success shows come first. */
export function writeCitations(unit: Unit, via: 'http' | 'socket'): Marks {
  const { statements, errors: own } = unit
  const { every, units } = (cited as Record<typeof via, Cited>)[via]
  const refusals = [...own, ...anyRequest].flatMap(refusalStatements)
  const ofTransport = via === 'http' ? overHttp : []
  const ofReads = isReading(unit) ? ['A-99'] : []
  const ids = [
    ...new Set([...statements, ...(units[unit.id] ?? []), ...ofReads, ...every, ...ofTransport, ...refusals]),
  ]
  return { 'x-clauses': ids.filter((each) => !isAssumptionId(each)), 'x-assumptions': ids.filter(isAssumptionId) }
}

/** Ids of the units whose answers can rest on an assumption. */
export function unitsResting(assumption: AssumptionId): string[] {
  const rests = (unit: Unit): boolean =>
    (['http', 'socket'] as const).some((via) => writeCitations(unit, via)['x-assumptions'].includes(assumption))
  return catalog.filter(rests).map(({ id }) => id)
}

/** Statements that a refusal shows whatever it is about. */
function refusalStatements(code: ErrorCode): string[] {
  const { severalCases, source, statusFrom } = errorFacts(code)
  return [source, statusFrom].filter((id, n) => (n === 0 ? severalCases !== true && id !== 'emulator' : id === 'A-6'))
}

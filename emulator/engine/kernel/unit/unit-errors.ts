import { errors, type ErrorCode } from '../../../contract/errors.ts'
import type { PageShape } from '../pages.ts'

/** Fields of a unit from which errors follow. */
interface Derived {
  readonly paramSchema: object | undefined
  readonly querySchema: { readonly entries: object } | undefined
  readonly bodySchema: { readonly entries: object }
  readonly openBody: boolean
  readonly page: PageShape | undefined
}

const codes = Object.keys(errors) as ErrorCode[]

/**
 * Collects every code that a unit refuses with, in the order of the error table: those it declares, and those that its
 * shape and its page add. Codes that any request may get (`anyRequest`) are among them only where the unit itself
 * causes them.
 */
export function unitErrors(declared: readonly ErrorCode[], unit: Derived): readonly ErrorCode[] {
  const found = new Set<ErrorCode>(['unauthenticated', ...declared])
  if (takesInput(unit)) found.add('invalid_request_body')
  if (unit.page?.kind === 'opaque') found.add('invalid_cursor').add('invalid_limit')
  // The record of a cursor may be deleted: the specification answers a server error then.
  if (unit.page?.kind === 'record') found.add('internal_error')
  return codes.filter((code) => found.has(code))
}

function takesInput({ paramSchema, querySchema, bodySchema, openBody }: Derived): boolean {
  // `cursor` and `limit` of a query may be any text; they are refused with codes of their own.
  const query = Object.keys(querySchema?.entries ?? {}).filter((name) => name !== 'cursor' && name !== 'limit')
  return paramSchema !== undefined || query.length > 0 || openBody || Object.keys(bodySchema.entries).length > 0
}

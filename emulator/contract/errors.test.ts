import { expect, test } from 'vitest'
import { statedAssumptions } from './assumptions.ts'
import { clauses } from './clauses.ts'
import { errors, errorFacts, type ErrorCode } from './errors.ts'

const codes = Object.keys(errors) as ErrorCode[]
const statements = new Map<string, string>(
  [...clauses, ...statedAssumptions].map(({ id, statement }) => [id, statement]),
)

test.each(codes)('%s: its statement and the source of its status are there', (code) => {
  const { source, statusFrom, message } = errorFacts(code)
  expect(source === 'emulator' || statements.has(source)).toBe(true)
  expect(statusFrom === 'specification' || statusFrom === 'emulator' || statements.has(statusFrom)).toBe(true)
  expect(message).toMatch(/^[A-Z].*\.$/)
})

test('a status is of the specification exactly where a clause states it beside the code', () => {
  const stated = codes.filter((code) =>
    clauses.some(({ statement }) => {
      // `forbidden` has a clause of its own with its status; the other clauses name code and status.
      return new RegExp(
        `\\b${errors[code].status}\\b[^.]*\`${code}\`|\`${code}\`[^.]*\\b${errors[code].status}\\b`,
      ).test(statement)
    }),
  )
  expect(codes.filter((code) => errorFacts(code).statusFrom === 'specification')).toEqual(stated)
})

test('the codes that the specification joins with a limit object are those that name one', () => {
  const joined = codes.filter((code) =>
    clauses.some(({ id, statement }) => id.startsWith('envelope.limit.') && statement.includes(`\`${code}\``)),
  )
  expect(joined).not.toEqual([])
  for (const code of joined) expect(errorFacts(code).limit, code).toBeDefined()
})

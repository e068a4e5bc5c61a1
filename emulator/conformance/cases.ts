import type { Case } from './suite.ts'
import { users } from './users.case.ts'

/** Every conformance case, by topic. */
export const topics: Readonly<Record<string, readonly Case[]>> = {
  users,
}

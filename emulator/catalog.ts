import type { Unit } from './kernel/definition.ts'
import { getUser } from './users/get-user.ts'

/** Every endpoint and command of the API. */
export const catalog: readonly Unit[] = [
  getUser,
]

import type { Tool } from './tool.ts'
import { arrange } from './tools/arrange.ts'
import { ask } from './tools/ask.ts'
import { check } from './tools/check.ts'
import { clauses } from './tools/clauses.ts'
import { clock } from './tools/clock.ts'
import { explain } from './tools/explain.ts'
import { explore } from './tools/explore.ts'
import { fault } from './tools/fault.ts'

/** Tools of an agent. */
export const tools: readonly Tool[] = [ask, arrange, fault, clock, explain, clauses, check, explore]

import * as v from 'valibot'
import { call } from './call.ts'

export const healthShape = v.strictObject({
  status: v.literal('ok'),
  version: v.string(),
  scenario: v.string(),
  seed: v.number(),
  now: v.string(),
  uptime_ms: v.number(),
  not_saved: v.optional(v.literal(true)),
})

export const health = call({
  method: 'GET',
  path: '/health',
  name: 'health',
  summary:
    'Whether it answers, and what it answers from. `not_saved` stands there while `--state` cannot be written; the log says why.',
  open: true,
  returns: healthShape,
})

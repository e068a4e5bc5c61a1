import * as v from 'valibot'
import { call } from './call.ts'

export const healthShape = v.strictObject({
  status: v.literal('ok'),
  version: v.string(),
  scenario: v.string(),
  seed: v.number(),
  now: v.string(),
  uptime_ms: v.number(),
})

export const health = call({
  method: 'GET',
  path: '/health',
  name: 'health',
  summary: 'Whether it answers, and what it answers from.',
  open: true,
  returns: healthShape,
})

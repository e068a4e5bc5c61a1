import * as v from 'valibot'
import { VERSION } from '../../contract/version.ts'
import { isoTime } from '../../engine/world/clock.ts'
import { control } from './definition.ts'
import { hostOf, instanceOf } from '../../host/instance-of.ts'

export const healthShape = v.strictObject({
  status: v.literal('ok'),
  version: v.string(),
  scenario: v.string(),
  seed: v.number(),
  now: v.string(),
  uptime_ms: v.number(),
  longest_stall_ms: v.pipe(
    v.number(),
    v.description('The longest that this server served nobody, because one request had the thread; 0 in process.'),
  ),
})

export const health = control({
  method: 'GET',
  path: '/health',
  name: 'health',
  summary: 'Whether it answers, and what it answers from.',
  open: true,
  returns: healthShape,
  handle: ({ emulator, site }) => ({
    status: 'ok',
    version: VERSION,
    scenario: instanceOf(emulator).scenario,
    seed: hostOf(emulator).world.seed,
    now: isoTime(hostOf(emulator).world.now),
    uptime_ms: Math.round(hostOf(emulator).stopwatch() - instanceOf(emulator).startedAt),
    longest_stall_ms: site.longestStall(),
  }),
})

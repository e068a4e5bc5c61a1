import * as v from 'valibot'
import { call } from './call.ts'
import { fields } from '../../engine/checking/strict.ts'

const clockShape = v.strictObject({ now: v.string() })

const clockBody = v.union([
  fields({
    advance: v.pipe(
      v.union([v.string(), v.number()]),
      v.description('Milliseconds, or text such as `300ms`, `2s`, `1h30m`.'),
    ),
  }),
  fields({ set: v.pipe(v.string(), v.description('ISO 8601 time with its zone, not before now.')) }),
])

export const getClock = call({
  method: 'GET',
  path: '/clock',
  name: 'get_clock',
  summary: 'World time.',
  returns: clockShape,
})

export const setClock = call({
  method: 'POST',
  path: '/clock',
  name: 'set_clock',
  summary: 'Moves world time ahead; what is due on the way happens in order. Time never moves back.',
  body: clockBody,
  returns: clockShape,
})

import * as v from 'valibot'
import { call } from './call.ts'
import { fields } from '../../engine/checking/strict.ts'
import { described, text } from '../../engine/matching/schema-common.ts'
import { actionsSchema, whenSchema, type When } from '../../engine/triggers/schema.ts'

const holdShape = v.strictObject({
  id: v.string(),
  name: v.optional(v.string()),
  when: described(
    v.optional(v.looseObject({}) as unknown as v.GenericSchema<When>),
    'Left out for a gate of triggers (`do: { hold: name }`).',
  ),
  arrived: described(v.number(), 'Requests that it has held so far.'),
  held: described(v.array(v.number()), 'Numbers of the entries that wait, oldest first.'),
})

const answer = v.strictObject({ hold: holdShape })

export const listHolds = call({
  method: 'GET',
  path: '/holds',
  name: 'list_holds',
  summary: 'The gates at which requests wait, with the entries that each holds.',
  returns: v.strictObject({ holds: v.array(holdShape) }),
})

export const addHold = call({
  method: 'POST',
  path: '/holds',
  name: 'add_hold',
  summary:
    'Opens a gate: requests that match wait at it until it lets them go; with `at: after`, once their work is done.',
  body: fields({ when: whenSchema, name: v.optional(text) }),
  returns: answer,
  status: 201,
})

export const getHold = call({
  method: 'GET',
  path: '/holds/:id',
  name: 'get_hold',
  summary:
    'A gate, by its id or name. With `arrived` and `wait` it answers as soon as it has held so many requests, at the latest after that time.',
  query: { arrived: v.optional(v.string()), wait: v.optional(v.string()) },
  returns: answer,
  errors: ['hold_not_found'],
})

export const releaseHold = call({
  method: 'POST',
  path: '/holds/:id/release',
  name: 'release_hold',
  summary:
    'Lets the oldest request of a gate go on, or with `all: true` every one; `do` are faults for their answers, as in a trigger.',
  body: fields({
    do: v.optional(actionsSchema),
    all: v.optional(v.boolean()),
    entry: v.optional(described(v.number(), 'The request with this entry, in place of the oldest.')),
  }),
  returns: answer,
  errors: ['hold_not_found', 'nothing_held'],
})

export const deleteHold = call({
  method: 'DELETE',
  path: '/holds/:id',
  name: 'delete_hold',
  summary: 'Removes a gate, and lets go what it holds.',
  returns: v.strictObject({ deleted: v.number() }),
  errors: ['hold_not_found'],
})

export const clearHolds = call({
  method: 'DELETE',
  path: '/holds',
  name: 'clear_holds',
  summary: 'Removes every gate, and lets go what they hold.',
  returns: v.strictObject({ deleted: v.number() }),
})

import * as v from 'valibot'
import { dictionary } from '../checking/dictionary.ts'
import { stampSchema } from '../checking/contract-stamp.ts'
import { anyFields, fields, noArray } from '../checking/strict.ts'
import type { Exported } from './put-records.ts'
import { settingsSchema } from './settings.ts'

/** Version of the exported state, increased by each change after which a released state no longer loads. */
export const STATE_VERSION = 1

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0))

export const stateSchema = v.strictObject({
  svc_emulator_state: v.literal(STATE_VERSION as number),
  /** Release that wrote it. */
  release: v.optional(v.string()),
  /** Contract that its world obeyed. */
  contract: v.optional(stampSchema),
  seed: v.pipe(v.number(), v.safeInteger()),
  settings: settingsSchema,
  /** Range of times with a text form. */
  now_ms: v.pipe(v.number(), v.minValue(-8_640_000_000_000_000), v.maxValue(8_640_000_000_000_000)),
  drawn: count,
  /** Number of requests whose answers were varied. */
  varied: count,
  next_seq: count,
  /** Rows `[position, record]`, validated when they are inserted. */
  tables: noArray(dictionary(v.string(), v.array(v.unknown()))),
  triggers: fields({
    next: count,
    entries: v.array(
      fields({
        id: v.string(),
        trigger: anyFields,
        matched: count,
        fired: count,
        problem: v.nullable(v.string()),
        /** World time at which the allowance of `above` is whole again. */
        full_at_ms: v.optional(v.number()),
        /** Draws of its chaos. */
        chaos: v.optional(fields({ turns: dictionary(v.string(), count), met: dictionary(v.string(), count) })),
      }),
    ),
  }),
  /** Further worlds, snapshots and the start, which `--state` keeps beside this world; checked where they are read. */
  server: v.optional(anyFields),
})

/** The whole state of a world as plain JSON; binary content is base64. */
export type ExportedState = Omit<v.InferOutput<typeof stateSchema>, 'tables'> & { tables: Exported }

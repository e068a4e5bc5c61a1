/** Parts of a `--state` file beside the main world: further worlds, named snapshots, and the starts that `reset` goes back to. */
import * as v from 'valibot'
import { dictionary } from '../../engine/checking/dictionary.ts'
import { anyFields, fields } from '../../engine/checking/strict.ts'
import { timestamp } from '../../engine/world/tables/fields.ts'
import { nameProblem } from '../world-names.ts'

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
const seed = v.pipe(v.number(), v.safeInteger())

/** Start that the command line described when the file was begun, to tell it from another one. */
const begunSchema = fields({
  scenario: v.nullable(v.string()),
  fixtures: v.array(v.string()),
  seed,
  /** File of `--from`. */
  from: v.optional(v.string()),
  /** Digests of the files that it was read from, by the names of their documents. */
  files: dictionary(v.string(), v.string()),
})

export type BegunServer = v.InferOutput<typeof begunSchema>

/** A state: 0 for that of the main world, else its position in `documents`, counted from 1. */
const stateEntries = {
  document: count,
  /** Seed in place of that of the document. */
  seed: v.optional(seed),
}

export type StateReference = v.InferOutput<v.ObjectSchema<typeof stateEntries, undefined>>

/** Starts and snapshots of one world. */
const memberEntries = {
  /** Position of its start, and of its first one. */
  start: count,
  first: count,
  snapshots: v.array(fields({ name: v.string(), ...stateEntries })),
}

export const serverSchema = fields({
  /** Real time of the save. */
  saved_at: v.string(),
  begun: v.optional(begunSchema),
  /** Exported states, each once: a world that is as its start names the document of its start. */
  documents: v.array(anyFields),
  starts: v.array(
    fields({
      /** Name of the scenario, or of the fixtures. */
      scenario: v.string(),
      ...stateEntries,
      /** The start as a section of a scenario, with its fixtures by name or as documents. */
      world: v.optional(fields({ section: anyFields, fixtures: v.array(v.union([v.string(), anyFields])) })),
    }),
  ),
  main: fields(memberEntries),
  worlds: v.array(
    fields({
      name: v.pipe(
        v.string(),
        v.check(
          (name) => nameProblem(name) === undefined,
          ({ input }) => nameProblem(input)!,
        ),
      ),
      idle_ms: v.optional(v.number()),
      requests: count,
      /** Real time of its creation, or of its last request. */
      used_at: timestamp,
      /** Real milliseconds since then in which a server ran. */
      unused_ms: v.pipe(v.number(), v.minValue(0)),
      ...memberEntries,
      ...stateEntries,
    }),
  ),
  /** Number of worlds that were given a name, so that none is given twice. */
  named: count,
})

/** Parts of a `--state` file beside the state of the main world. */
export type KeptServer = v.InferOutput<typeof serverSchema>

import * as v from 'valibot'
import { UUID, uuidPattern } from '../../../contract/uuid.ts'
import { refusing, wrongShape } from '../../checking/refusing.ts'
import { isoTime } from '../clock.ts'
import { isUtcTime, timeProblem } from '../time.ts'
import { notJsonText } from '../json-fields.ts'
import type { TableWorld } from '../definition.ts'

const notUuidPattern = new RegExp(`^(?!${UUID}$)`)

export const id = v.pipe(v.string(), v.regex(uuidPattern, 'expected a UUID in lower case'))
export const text = v.string()
export const name = v.pipe(v.string(), v.minLength(1, 'expected at least one character'))
const MAX_CHARACTERS = 128
/** Bounds a name in code points, as documents count: JavaScript stores some of them in two units. */
const shortEnough = v.check(
  (given: string) =>
    given.length <= MAX_CHARACTERS || Array.from(given.slice(0, 2 * MAX_CHARACTERS + 1)).length <= MAX_CHARACTERS,
  `expected at most ${MAX_CHARACTERS} characters`,
)
/** A stored alias. Its format is validated only when a request sets it: a fixture may use any. */
export const storedAlias = name
/** An alias that a request sets. */
export const alias = v.pipe(
  v.string(),
  v.minLength(1, 'expected at least one character'),
  shortEnough,
  v.regex(notUuidPattern, 'an alias must not have the shape of a UUID'),
  v.regex(/^[^/]*$/, "an alias must not hold '/'"),
  v.regex(/^(?![\s\p{Cc}])[^]*(?<![\s\p{Cc}])$/u, 'an alias must not start or end with a space or a control character'),
  // All of the above in one pattern, for documents, and the names that `requireAdmitted` refuses (kernel/aliases.ts).
  v.metadata({
    maxLength: MAX_CHARACTERS,
    pattern: `^(?!me$)(?!\\.{1,2}$)(?!${UUID}$)(?![\\s\\u0000-\\u001f\\u007f-\\u009f])[^/]*(?<![\\s\\u0000-\\u001f\\u007f-\\u009f])$`,
  }),
)
/** Name of a thread: free text without the rules for aliases. */
export const threadName = v.pipe(
  v.string(),
  v.minLength(1, 'expected at least one character'),
  shortEnough,
  v.metadata({ maxLength: MAX_CHARACTERS }),
)
/** A time of a record, in UTC. What is written with another zone is converted before (`spellOut`). */
export const timestamp = v.pipe(
  v.string(),
  v.check(isUtcTime, ({ input }) => timeProblem(input)),
  v.metadata({ format: 'date-time' }),
)
export const role = v.picklist(['read', 'write', 'admin'])
export const visibility = v.picklist(['public', 'private'])
export const target = v.picklist(['org', 'blob', 'user'])
export const blobType = v.picklist(['text', 'onnx', 'dataset'])
export const json = refusing(v.unknown(), (value) => {
  const message = notJsonText(value)
  return message === undefined ? undefined : wrongShape(value, message)
})

export type Role = v.InferOutput<typeof role>
export type TargetKind = v.InferOutput<typeof target>
export type BlobType = v.InferOutput<typeof blobType>

/** Tables of `target_id` by the `target` field. */
export const targetTables = { by: 'target', tables: { org: 'orgs', blob: 'blobs', user: 'users' } } as const

export function now(world: TableWorld): string {
  return isoTime(world.now)
}

/** Named keys: the callers of a scenario, without their secrets. */
import * as v from 'valibot'
import { dictionary } from '../checking/dictionary.ts'
import { fields } from '../checking/strict.ts'
import { described, reference } from './schema-common.ts'

const key = described(
  fields({
    kind: v.optional(described(v.picklist(['api_key', 'token']), '`api_key` by default.')),
    user: v.optional(described(reference, 'Whom it authenticates as.', 'ada')),
    role: v.optional(described(v.picklist(['read', 'write', 'admin']), 'Role of an API key.')),
    target: v.optional(described(v.picklist(['org', 'blob', 'user']), 'What an API key is scoped to.')),
    target_id: v.optional(described(reference, 'The org, blob or user that it is scoped to.', 'acme')),
    human: v.optional(described(reference, 'The human behind an acting token.', 'ada')),
  }),
  'In a world of the emulator the oldest key or token with these fields; elsewhere the one that `--api-key-env NAME=VAR` gives.',
)

export type NamedKey = v.InferInput<typeof key>
interface NamedKeySchema extends v.GenericSchema<NamedKey> {}
const namedKey: NamedKeySchema = key

export type NamedKeys = Record<string, NamedKey>
export const namedKeys: v.GenericSchema<NamedKeys> = dictionary(
  v.pipe(v.string(), v.regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'expected lower case words joined by -')),
  namedKey,
)

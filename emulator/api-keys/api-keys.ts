import * as v from 'valibot'
import { assumed } from '../kernel/unit/assumed.ts'
import { apiKeyRecord, type ApiKey } from '../world/tables/api-keys.ts'

const { key: secret, description, ...documented } = apiKeyRecord.entries
const shown = { ...documented, description: assumed(description, 'A-20') }

/** A key as listings answer it: never with its secret. */
export const apiKeyView = v.strictObject(shown)

/** A key as the creation answers it, the only answer that holds the secret. */
export const createdApiKeyView = v.pipe(v.strictObject({ ...shown, key: secret }), v.title('CreatedApiKey'))

export function viewApiKey({ key: _secret, ...key }: ApiKey): v.InferOutput<typeof apiKeyView> {
  return key
}

/** What every answer with a key object shows. */
export const apiKeyObjectClauses = [
  'api-key.has-id', 'api-key.role-in-set', 'api-key.target-in-set', 'api-key.has-target-id', 'api-key.target-target-id-serialized',
  'api-key.created-by-apart-from-user-id', 'api-key.key-prefix', 'api-key.created-at-iso-utc',
] as const

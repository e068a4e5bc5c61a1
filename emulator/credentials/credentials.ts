import * as v from 'valibot'
import { viewOnce } from '../kernel/once.ts'
import { credentialRecord, type Credential } from '../world/tables/credentials.ts'

const { value: _value, ...shown } = credentialRecord.entries

/** A credential as it is answered: its value never is. */
export const credentialView = v.strictObject(shown)

export const viewCredential = viewOnce(
  ({ id, name, target, target_id, created_by_user_id, created_at }: Credential): v.InferOutput<typeof credentialView> =>
    ({ id, name, target, target_id, created_by_user_id, created_at }),
)

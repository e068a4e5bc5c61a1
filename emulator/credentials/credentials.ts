import * as v from 'valibot'
import { credentialRecord, type Credential } from '../world/tables/credentials.ts'

const { value: _value, ...shown } = credentialRecord.entries

/** A credential as it is answered: its value never is. */
export const credentialView = v.strictObject(shown)

export function viewCredential({ value: _secret, ...credential }: Credential): v.InferOutput<typeof credentialView> {
  return credential
}

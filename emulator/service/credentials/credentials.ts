import type * as v from 'valibot'
import { credentialRecord, type Credential } from '../../engine/world/tables/credentials.ts'
import { recordView } from '../../engine/kernel/unit/assumed.ts'

const { value: _value, ...shown } = credentialRecord.entries

/** Credential in answers, without its value. */
export const credentialView = recordView('Credential', shown, ['id'], ['A-19'])

export function viewCredential({ value: _secret, ...credential }: Credential): v.InferOutput<typeof credentialView> {
  return credential
}

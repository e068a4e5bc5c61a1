import type { CredentialHeaders } from './target.ts'

/** Credentials with the secrets put in for their names. Done last, so that transcripts hold the names. */
export function withSecrets(headers: CredentialHeaders, secret: (name: string) => string): CredentialHeaders {
  const { 'x-api-key': key, authorization } = headers
  const bearer = /^Bearer (.*)$/s.exec(authorization ?? '')?.[1]
  return {
    ...headers,
    ...(key !== undefined && { 'x-api-key': secret(key) }),
    ...(bearer !== undefined && { authorization: `Bearer ${secret(bearer)}` }),
  }
}

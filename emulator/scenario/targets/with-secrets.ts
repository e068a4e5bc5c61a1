import type { KeyHeaders } from './target.ts'

/** Credentials with the secrets put in for their names. Done last, so that transcripts hold the names. */
export function withSecrets(headers: KeyHeaders, secret: (name: string) => string): KeyHeaders {
  const { 'x-api-key': key, authorization } = headers
  const bearer = /^Bearer (.*)$/s.exec(authorization ?? '')?.[1]
  return {
    ...headers,
    ...(key !== undefined && { 'x-api-key': secret(key) }),
    ...(bearer !== undefined && { authorization: `Bearer ${secret(bearer)}` }),
  }
}

import { normalizeApiUrl } from '../shared/urls.ts'
import type { ClientCredentials } from './credentials.ts'

const variables = { apiUrl: 'SVC_API_URL', realtimeUrl: 'SVC_REALTIME_URL' } as const

/** Note that the key of a profile is sent to a URL from the environment, which is not the profile's. */
export function elsewhereNote(credentials: ClientCredentials, name: keyof typeof variables): string | undefined {
  const { profile, from, stored } = credentials
  if (stored === undefined || from.apiKey !== 'profile' || from[name] !== 'environment') return undefined
  const url = credentials[name]
  const { host } = new URL(url)
  const known = name === 'apiUrl' ? normalizeApiUrl(stored.apiUrl) : stored.realtimeUrl
  // The realtime API of a profile that names none is expected beside its API.
  if (known === undefined ? host === new URL(stored.apiUrl).host : url === known) return undefined
  return `note: the key of profile '${profile}' goes to ${host}, which ${variables[name]} names and the profile does not`
}

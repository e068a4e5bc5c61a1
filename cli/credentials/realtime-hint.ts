import { defaultRealtimeUrl } from '../shared/urls.ts'
import type { ClientCredentials } from './credentials.ts'

/** Advice for a profile with its own API URL and the default realtime URL, which belongs to another server. */
export function realtimeHint({ profile, apiUrl, from }: ClientCredentials): string | undefined {
  if (from.apiUrl !== 'profile' || from.realtimeUrl !== 'default') return undefined
  const { host, protocol, pathname } = new URL(apiUrl)
  if (host === new URL(defaultRealtimeUrl).host) return undefined
  const meant = `${protocol === 'https:' ? 'wss' : 'ws'}://${host}${pathname.replace(/\/$/, '')}/realtime`
  return (
    `hint: profile '${profile}' has no realtime URL, so ${defaultRealtimeUrl} is used, which is not where its API is. ` +
    `Log in with --realtime-url ${meant}, or set SVC_REALTIME_URL.`
  )
}

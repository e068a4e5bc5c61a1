import { apiKeyProblem } from '../shared/api-key.ts'
import { apiUrlProblem, realtimeUrlProblem } from '../shared/urls.ts'
import type { Profile, StoredProfiles } from './profiles.ts'

/** Texts that svc writes without quotes. `null` matches, but is no text. */
const word = '[A-Za-z](?:[\\w./-]*[\\w/-])?'
const url = '[a-z]+://[\\w.:/-]*[\\w/-]'
const defaultLine = new RegExp(`^default: (${word})$`)
const nameLine = new RegExp(`^  (${word}):$`)
const fieldLine = new RegExp(`^    (api_key|api_url|realtime_url): (${word}|${url})$`)
const notText = /^null$/i

/**
 * Reads a store in the form that this client writes (no comments, quotes or further entries), which nearly every store
 * has. Other stores need the YAML library, which takes as long to load as all the rest of `svc profile ls`.
 *
 * @returns undefined for every text that is in another form or not valid
 */
export function readPlainForm(text: string): StoredProfiles | undefined {
  const [first = '', second, ...lines] = text.split('\n')
  const defaultName = defaultLine.exec(first)?.[1]
  if (
    defaultName === undefined ||
    (notText.test(defaultName) && defaultName !== 'null') ||
    second !== 'profiles:' ||
    lines.pop() !== ''
  )
    return undefined
  const profiles = readProfiles(lines)
  return profiles === undefined ? undefined : { defaultName: defaultName === 'null' ? null : defaultName, profiles }
}

function readProfiles(lines: readonly string[]): Map<string, Profile> | undefined {
  const profiles = new Map<string, Profile>()
  for (let next = 0; next < lines.length;) {
    const name = nameLine.exec(lines[next++] ?? '')?.[1]
    const fields = new Map<string, string>()
    for (let field; (field = fieldLine.exec(lines[next] ?? '')) !== null; next++) {
      const [, key = '', value = ''] = field
      if (fields.has(key) || notText.test(value)) return undefined
      fields.set(key, value)
    }
    const profile = parseProfile(fields)
    if (name === undefined || profile === undefined || profiles.has(name)) return undefined
    profiles.set(name, profile)
  }
  return profiles.size === 0 ? undefined : profiles
}

function parseProfile(fields: ReadonlyMap<string, string>): Profile | undefined {
  const [apiKey, apiUrl, realtimeUrl] = ['api_key', 'api_url', 'realtime_url'].map((name) => fields.get(name))
  if (
    apiKey === undefined ||
    apiKeyProblem(apiKey) !== undefined ||
    apiUrl === undefined ||
    apiUrlProblem(apiUrl) !== undefined
  )
    return undefined
  if (realtimeUrl === undefined) return { apiKey, apiUrl }
  return realtimeUrlProblem(realtimeUrl) === undefined ? { apiKey, apiUrl, realtimeUrl } : undefined
}

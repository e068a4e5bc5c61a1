import { type Document, isMap, isScalar, type Node, type Pair, YAMLMap } from 'yaml'
import type { CredentialFile } from './credential-file.ts'
import type { Profile } from './profiles.ts'
import type { LockRelease } from './release.ts'
import { entry, keyText, quoteText, setEntry, textNode, writeYaml } from './yaml-text.ts'

/** Adds a profile, or replaces the one with its name. Everything else in the file stays. */
export function putProfile({ document }: CredentialFile, name: string, profile: Profile): void {
  const stored = new YAMLMap()
  const texts = { api_key: profile.apiKey, api_url: profile.apiUrl, realtime_url: profile.realtimeUrl }
  for (const [field, text] of Object.entries(texts)) if (text !== undefined) setEntry(stored, field, textNode(text))
  setEntry(profilesMap(document), name, stored)
}

export function removeProfile({ document }: CredentialFile, name: string): void {
  const profiles = profilesMap(document)
  profiles.items = profiles.items.filter(({ key }) => keyText(key as Node) !== name)
}

export function setDefault({ document }: CredentialFile, name: string | null): void {
  setEntry(rootMap(document), 'default', name === null ? document.createNode(null) : textNode(name))
}

/** The text to write. Release 0 drops every `realtime_url`; nothing else that was read is lost. */
export function serialize({ document }: CredentialFile, release: LockRelease): string {
  if (release === 0) dropRealtimeUrls(document)
  quoteTexts(document)
  return writeYaml(document)
}

/**
 * Quotes the values of our entries that another YAML parser would read as another type. Other entries are not changed.
 */
function quoteTexts(document: Document): void {
  quoteText(entry(rootMap(document), 'default'))
  for (const { key, value } of profilesMap(document).items as Pair<Node, Node | null>[]) {
    if (isScalar(key)) key.value = keyText(key)
    quoteText(key)
    if (isMap(value)) for (const field of ['api_key', 'api_url', 'realtime_url']) quoteText(entry(value, field))
  }
}

function dropRealtimeUrls(document: Document): void {
  for (const { value } of profilesMap(document).items)
    if (isMap(value)) value.items = value.items.filter(({ key }) => keyText(key as Node) !== 'realtime_url')
}

function rootMap(document: Document): YAMLMap {
  if (!isMap(document.contents)) document.contents = document.createNode({ default: null, profiles: {} })
  return document.contents as YAMLMap
}

function profilesMap(document: Document): YAMLMap {
  const root = rootMap(document)
  const found = entry(root, 'profiles')
  if (isMap(found)) return found
  const created = new YAMLMap()
  setEntry(root, 'profiles', created)
  return created
}

import { type Document, isMap, type Node, type Pair, YAMLMap } from 'yaml'
import { type CredentialFile, entry, keyText } from './credential-file.ts'
import { cite } from '../shared/cite.ts'
import type { Profile } from './profiles.ts'
import type { Release } from './release.ts'

/** Adds the profile, or puts it in the place of the one of that name. Everything else in the file stays. */
export function putProfile({ document }: CredentialFile, name: string, profile: Profile): void {
  const stored = document.createNode({
    api_key: profile.apiKey,
    api_url: profile.apiUrl,
    // The library leaves undefined fields out.
    realtime_url: profile.realtimeUrl,
  })
  setEntry(document, profilesMap(document), name, stored)
}

export function removeProfile({ document }: CredentialFile, name: string): void {
  const profiles = profilesMap(document)
  profiles.items = profiles.items.filter(({ key }) => keyText(key as Node) !== name)
}

export function setDefault({ document }: CredentialFile, name: string | null): void {
  setEntry(document, rootMap(document), 'default', document.createNode(name))
}

/** The text to write. Release 0 drops every `realtime_url`; nothing else that was read is lost. */
export function serialize({ document }: CredentialFile, release: Release): string {
  if (release === 0 && dropRealtimeUrls(document)) cite('client.file.old-release-drops-realtime-url')
  return document.toString({ lineWidth: 0 })
}

/** Returns whether there was any to drop. */
function dropRealtimeUrls(document: Document): boolean {
  let dropped = false
  for (const { value } of profilesMap(document).items) {
    if (!isMap(value)) continue
    const kept = value.items.filter(({ key }) => keyText(key as Node) !== 'realtime_url')
    dropped ||= kept.length < value.items.length
    value.items = kept
  }
  return dropped
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
  setEntry(document, root, 'profiles', created)
  return created
}

function setEntry(document: Document, map: YAMLMap, name: string, value: Node): void {
  const pair = (map.items as Pair<Node, Node | null>[]).find(({ key }) => keyText(key) === name)
  if (pair !== undefined) {
    pair.value = value
    return
  }
  // `{}` as it stands in an empty store would go on as one line for everything.
  if (map.items.length === 0) map.flow = false
  map.items.push(document.createPair(name, value))
}

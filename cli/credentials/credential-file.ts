import { type Document, isMap, isScalar, LineCounter, type Node, type Pair, type YAMLMap } from 'yaml'
import { nearest } from '../../emulator/engine/checking/near-miss.ts'
import { apiUrlProblem, realtimeUrlProblem } from '../shared/urls.ts'
import { apiKeyProblem } from '../shared/api-key.ts'
import type { Profile, StoredProfiles } from './profiles.ts'
import { unusable } from './unusable.ts'
import { brokenAlias, entry, keyText, parseYaml, plainText } from './yaml-text.ts'

/** A store that was read: the fields that commands need, and the document with everything else in the file. */
export interface CredentialFile extends StoredProfiles {
  readonly document: Document
}

/**
 * Reads the YAML of the credential file. The first thing wrong is named with its line; its text is never repeated, for
 * it may be a key.
 *
 * @throws ClientError `CREDENTIALS_NOT_FOUND`
 */
export function parseCredentialFile(file: string, text: string): CredentialFile {
  const lines = new LineCounter()
  const document = parseYaml(text, lines)
  const lineAt = (offset: number): number => lines.linePos(offset).line
  // Unknown tags may be on entries of other programs.
  const [error] = [...document.errors, ...document.warnings].filter(({ code }) => code !== 'TAG_RESOLVE_FAILED')
  if (error !== undefined) throw unusable(file, `is not valid YAML (${error.code})`, lineAt(error.pos[0]))
  const fail: Fail = (node, problem) => unusable(file, problem, lineAt(node?.range?.[0] ?? 0))
  refuseAliases(document, fail)
  return { document, ...read(document, fail) }
}

type Fail = (node: Node | null | undefined, problem: string) => Error

/** Refuses YAML aliases in `default` and `profiles`, which commands replace. Other parts of the file may have some. */
function refuseAliases(document: Document, fail: Fail): void {
  const root = document.contents
  const alias = brokenAlias(document, isMap(root) ? [entry(root, 'default'), entry(root, 'profiles')] : [])
  if (alias !== undefined)
    throw fail(alias, 'aliases (*name) cannot stand in default or profiles, lead there, or lead nowhere')
}

function read(document: Document, fail: Fail): StoredProfiles {
  const root = document.contents
  if (isEmpty(root)) return { defaultName: null, profiles: new Map() }
  if (!isMap(root)) throw fail(root, 'must be a map with the entries default and profiles')
  const profiles = entry(root, 'profiles')
  if (profiles === undefined) refuseMisspelt(root, 'profiles', fail)
  return { defaultName: readDefault(entry(root, 'default'), fail), profiles: readProfiles(profiles, fail) }
}

function readDefault(node: Node | null | undefined, fail: Fail): string | null {
  if (isEmpty(node)) return null
  const name = plainText(node)
  if (name === undefined || name === '')
    throw fail(node, 'default must be the name of a profile, a text without a tag, or null')
  return name
}

function readProfiles(node: Node | null | undefined, fail: Fail): ReadonlyMap<string, Profile> {
  const profiles = new Map<string, Profile>()
  if (isEmpty(node)) return profiles
  if (!isMap(node)) throw fail(node, 'profiles must be a map keyed by profile name')
  for (const { key, value } of node.items as Pair<Node, Node | null>[]) {
    const name = keyText(key)
    if (name === '') throw fail(key, 'a profile must have a name')
    if (profiles.has(name)) throw fail(key, `profile '${name}' is there twice`)
    profiles.set(name, readProfile(name, key, value, fail))
  }
  return profiles
}

function readProfile(name: string, key: Node, node: Node | null, fail: Fail): Profile {
  if (!isMap(node)) throw fail(node ?? key, `profile '${name}' must be a map with api_key and api_url`)
  const value = (field: string, problemOf: (text: string) => string | undefined): string => {
    const found = entry(node, field)
    if (found === undefined) refuseMisspelt(node, field, fail)
    if (isEmpty(found)) throw fail(found ?? key, `profile '${name}' has no ${field}`)
    const text = plainText(found)
    if (text === undefined) throw fail(found, `${field} of profile '${name}' must be a text without a tag`)
    const problem = problemOf(text)
    if (problem !== undefined) throw fail(found, `${field} of profile '${name}' ${problem}`)
    return text
  }
  const profile = { apiKey: value('api_key', apiKeyProblem), apiUrl: value('api_url', apiUrlProblem) }
  if (isEmpty(entry(node, 'realtime_url'))) return profile
  return { ...profile, realtimeUrl: value('realtime_url', realtimeUrlProblem) }
}

/** Refuses a map without a required entry, and names a key of it that looks like a misspelling. */
function refuseMisspelt(map: YAMLMap, wanted: string, fail: Fail): void {
  for (const { key } of map.items as Pair<Node, unknown>[]) {
    if (nearest(keyText(key), [wanted]) === wanted) throw fail(key, `unknown entry, did you mean '${wanted}'?`)
  }
}

function isEmpty(node: Node | null | undefined): boolean {
  return node === undefined || node === null || (isScalar(node) && node.value === null)
}

import type * as v from 'valibot'
import { isFreeField } from '../../../engine/kernel/unspecified/documented-line.ts'
import { type Fields, isObject } from '../../../engine/checking/is-object.ts'
import { catalog } from '../../../service/catalog.ts'
import { isReference } from '../translate.ts'
import { hasIdShape, type Findings } from './findings.ts'

interface RecordShape {
  readonly entries?: Readonly<Record<string, v.GenericSchema>>
}

/** Names of fields that hold secrets. */
const secrets: ReadonlySet<string> = new Set(catalog.flatMap((unit) => unit.secrets))

/** Records whose ids the specification calls UUIDs. `vary` gives other records ids of another form (vary-ids.ts). */
const withUuids: ReadonlySet<unknown> = new Set(['user', 'org', 'blob', 'session', 'definition', 'schedule'])

/** Compares the documented fields of two records. Ids in other fields are only paired. */
export function compareRecords(
  found: Findings,
  at: string,
  target: Fields,
  twin: Fields,
  schema: v.GenericSchema | undefined,
): void {
  const { entries } = (schema ?? {}) as RecordShape
  if (entries === undefined) return
  const isStranger = isStrangersRecord(found, target, twin)
  for (const name of Object.keys(entries)) {
    if (isFreeField(entries[name])) learn(found, name, target[name], twin[name])
    else if (name in target !== name in twin) found.differ(`${at}.${name}`, target[name], twin[name])
    else if (name in twin) compareField(found, at, name, target, twin, isStranger)
  }
  compareSecrets(found, at, target, twin, entries)
}

/** Reports a secret in a record where the specification shows none. */
function compareSecrets(found: Findings, at: string, target: Fields, twin: Fields, entries: object): void {
  for (const name of secrets)
    if (!(name in entries) && name in target !== name in twin)
      found.differ(`${at}.${name}`, name in target ? 'a secret' : undefined, name in twin ? 'a secret' : undefined)
}

/** Compares only which documented fields are present, because the two may be different records. */
export function comparePresence(found: Findings, at: string, target: unknown, twin: unknown, schema: unknown): void {
  const { entries } = (schema ?? {}) as RecordShape
  if (entries === undefined || !isObject(target) || !isObject(twin)) return
  for (const name of Object.keys(entries))
    if (!isFreeField(entries[name]) && name in target !== name in twin)
      found.differ(`${at}.${name}`, target[name], twin[name])
  compareSecrets(found, at, target, twin, entries)
}

function compareField(
  found: Findings,
  at: string,
  name: string,
  target: Fields,
  twin: Fields,
  isStranger: boolean,
): void {
  const [one, other] = [target[name], twin[name]]
  const path = `${at}.${name}`
  if (name === 'key_prefix') return comparePrefixes(found, path, target, twin)
  if (name === 'target_target_id' || isStranger) {
    if (typeof one !== typeof other) found.differ(path, one, other)
    return
  }
  const mustBeUuid = name === 'id' && withUuids.has(at.replace(/s?(?:\[.*)?$/, ''))
  if (mustBeUuid && !hasIdShape(one, other)) found.differ(`${path} is a UUID`, one, other)
  else if (name.endsWith('_at') && typeof one !== typeof other) found.differ(path, one, other)
  else if (!found.agrees(name, one, other)) found.differ(path, one, shownFor(found, name, other))
}

/** The twin's id as the target calls it. */
function shownFor(found: Findings, name: string, value: unknown): unknown {
  return isReference(name) && typeof value === 'string' ? (found.findTarget(value) ?? value) : value
}

/** Pairs ids in a field that is not compared. */
function learn(found: Findings, name: string, target: unknown, twin: unknown): void {
  if (!isReference(name) || typeof target !== 'string' || typeof twin !== 'string' || target === twin) return
  if (found.findTwin(target) === undefined && found.findTarget(twin) === undefined) found.pair(target, twin)
}

/** True for a stranger's record of the twin. Its content is invented, so it is not compared. */
function isStrangersRecord(found: Findings, target: Fields, twin: Fields): boolean {
  const [one, other] = [target['id'], twin['id']]
  if (typeof one !== 'string' || typeof other !== 'string' || !found.memory.unseen.strangers.has(other)) return false
  return (found.findTwin(one) ?? other) === other && (found.findTarget(other) ?? one) === one
}

/** Compares whether each prefix fits its secret, if the secret was seen. */
function comparePrefixes(found: Findings, path: string, target: Fields, twin: Fields): void {
  if (isPrefix(found, target) !== isPrefix(found, twin)) found.differ(path, target['key_prefix'], twin['key_prefix'])
}

function isPrefix(found: Findings, { id, key, key_prefix: prefix }: Fields): boolean {
  if (typeof prefix !== 'string' || !prefix.endsWith('***')) return false
  const secret = typeof key === 'string' ? key : found.memory.findSecret(String(id))
  const head = prefix.slice(0, -3)
  return secret === undefined ? head !== '' : secret !== head && secret.startsWith(head)
}

/** Remembers the secrets of keys, by id. */
export function keepSecrets(found: Findings, ...records: unknown[]): void {
  for (const record of records)
    if (isObject(record) && typeof record['id'] === 'string' && typeof record['key'] === 'string')
      found.memory.keepSecret(record['id'], record['key'])
}

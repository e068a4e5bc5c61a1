import type { ClauseId } from '../../contract/clauses.ts'
import { mutants } from '../../contract/variants.ts'
import type { Edit, Mutation } from '../../contract/mutation.ts'
import type { TimelineStep } from './timeline.ts'

/**
 * Subject of a difference or of a sentence: the name of a field (`role`, `limit.name`), `order` or `items` of a
 * listing, `the request` if it is admitted or refused, or a trait of the protocol (`HTTP status`).
 */
type SentenceSubject = string

/** Subject of a difference in a part of the answers. */
function findSubject(part: string): SentenceSubject {
  if (part.startsWith('the order of ')) return 'order'
  if (/^`\w+` (?:lists|leaves|repeats|ends|against)/.test(part)) return 'items'
  const path = part.replace(/ is a UUID$/, '').replaceAll('`', '')
  return path.startsWith('limit.') || !path.includes('.') ? path : path.split('.').at(-1)!
}

/** Subjects of the differences of a step. */
export function listSubjects({ comparison: { parts = [] } }: TimelineStep): ReadonlySet<SentenceSubject> {
  return new Set(parts.map(findSubject))
}

/** Subjects that all endpoints share: differences in them are of one kind at all endpoints. */
const common: ReadonlySet<SentenceSubject> = new Set([
  'jsonrpc',
  'the id of the call',
  'what the answer holds',
  'further fields of the frame',
  'frames that nothing asked for',
  'the body',
  'the envelope in X-Response-Body',
  'the content type',
  'the fields',
  'message',
  'the JSON-RPC code',
  'limit',
  'limit.name',
  'order',
])

/** Name of the kind of a difference. Exchanges of one kind show the same difference. */
export function findKind(step: TimelineStep): string {
  const { comparison, twin } = step
  const subjects = [...listSubjects(step)].toSorted()
  if (subjects.every((subject) => common.has(subject))) return subjects.join()
  const how = subjects.includes('the request') ? [comparison.differences[0], ...twin.statements] : []
  return [...subjects, twin.unit?.id, ...how].join()
}

/** Subjects of each sentence, from the parts that its mutants change. */
let bySentence: ReadonlyMap<string, ReadonlySet<SentenceSubject>> | undefined

/** True if a sentence is about one of the subjects. */
export function isAbout(clause: ClauseId, subjects: ReadonlySet<SentenceSubject>): boolean {
  return [...((bySentence ??= collectSubjects()).get(clause) ?? [])].some((subject) => subjects.has(subject))
}

function collectSubjects(): ReadonlyMap<string, ReadonlySet<SentenceSubject>> {
  const found = new Map<string, Set<SentenceSubject>>()
  for (const { statement, by } of mutants) {
    const subjects = found.get(statement) ?? new Set()
    for (const subject of changedBy(by)) subjects.add(subject)
    found.set(statement, subjects)
  }
  return found
}

/** Subjects that a mutant changes. */
function changedBy(by: Mutation): SentenceSubject[] {
  switch (by.mutator) {
    case 'answer':
      return by.edits.map(editedBy)
    case 'wire':
      return changedOnWire(by)
    case 'admit':
      return ['the request', ...(by.edits ?? []).map(editedBy)]
    case 'refuse':
      return ['the request', 'error', 'HTTP status']
    case 'corrupt-write':
      return [editedBy(by.edit)]
    case 'undo':
      return by.field === undefined ? ['the request', 'items'] : [by.field]
    case 'no-op':
    case 'duplicate-write':
    case 'wrong-target':
      return ['the request', 'items']
    default:
      return []
  }
}

function editedBy(edit: Edit): SentenceSubject {
  if (edit.op === 'list') return edit.how === 'reverse' ? 'order' : 'items'
  const { path } = edit
  return path.startsWith('limit.') ? path : path.split('.').at(-1)!
}

const namesOnWire: Readonly<Record<string, SentenceSubject>> = {
  id: 'the id of the call',
  result: 'what the answer holds',
  error: 'what the answer holds',
}

function changedOnWire({
  status,
  edits = [],
  header,
  contentType,
  body,
  notifications,
}: Extract<Mutation, { mutator: 'wire' }>): SentenceSubject[] {
  return [
    ...(status === undefined ? [] : ['HTTP status']),
    ...edits.map(editedBy).map((name) => namesOnWire[name] ?? name),
    ...(header === undefined ? [] : ['the envelope in X-Response-Body', 'the body', 'the request']),
    ...(contentType === undefined ? [] : ['the content type']),
    ...(body === undefined ? [] : ['the body', 'the file']),
    ...(notifications === undefined ? [] : ['frames that nothing asked for']),
  ]
}

import { readFileSync, writeFileSync } from 'node:fs'
import { errors } from '../../emulator/contract/errors.ts'
import { alternatives, type NamedAlternative } from '../../emulator/contract/variants.ts'
import type { Emulator } from '../../emulator/index.ts'
import { findHeader } from '../../emulator/engine/kernel/wire.ts'
import { listProbes, type Probe } from './probes.ts'

interface Outcome {
  readonly unit: string
  /** `200`, `404 org_not_found`, or `204 (OPTIONS, POST)` with the methods of `Allow`. */
  readonly result: string
  readonly json: unknown
  readonly raw: string
  readonly rows: ReadonlySet<string>
  readonly notes: readonly string[]
  /** Prose of a refusal. */
  readonly message: string | undefined
}

export function readOutcome(emulator: Emulator): Outcome {
  const entry = emulator.journal.entries().at(-1)
  if (entry === undefined)
    return {
      unit: 'no unit',
      result: 'no call is made',
      json: undefined,
      raw: '',
      rows: new Set(),
      notes: [],
      message: undefined,
    }
  const { response } = Array.from(emulator.journal.raw()).at(-1)!
  const text = findHeader(response!.headers, 'x-response-body') ?? response!.body
  const json = typeof text === 'string' && text.startsWith('{') ? (JSON.parse(text) as Json) : undefined
  const error = (json?.['error'] as { data?: Json } | undefined)?.data?.['error'] ?? json?.['error']
  const allow = findHeader(response!.headers, 'allow')
  const words = [typeof error === 'string' ? error : '', allow === undefined ? '' : `(${allow})`]
  const result = [response!.status, ...words.filter((word) => word !== '')].join(' ')
  return {
    unit: `${entry.unit ?? 'no unit'}${entry.via === 'socket' ? ' (socket)' : ''}`,
    result,
    json,
    raw: JSON.stringify([result, text]),
    rows: new Set(entry.assumptions),
    notes: entry.notes,
    message: String(json?.['message'] ?? (json?.['error'] as Json | undefined)?.['message']),
  }
}

type Json = Readonly<Record<string, unknown>>

/** Differences between two answers: `-org.name`, `+status`, `~user.role`. Items of a list count once. */
function differences(one: unknown, other: unknown, path = ''): string[] {
  if (JSON.stringify(one) === JSON.stringify(other)) return []
  if (Array.isArray(one) && Array.isArray(other)) {
    if (one.length !== other.length) return [`~${path}: ${one.length} to ${other.length} items`]
    return [...new Set(one.flatMap((each, n) => differences(each, other[n], `${path}.*`)))]
  }
  if (isObject(one) && isObject(other))
    return [...new Set([...Object.keys(one), ...Object.keys(other)])].flatMap((name) => {
      const inner = path === '' ? name : `${path}.${name}`
      if (name === 'message') return []
      if (!(name in one)) return [`+${inner}`]
      return name in other ? differences(one[name], other[name], inner) : [`-${inner}`]
    })
  return [`~${path}`]
}

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Messages that say no more than their code. */
const generic: ReadonlySet<string> = new Set(Object.values(errors).map(({ message }) => message))

/** Mark of an alternative whose refusal has such a message. */
export const NO_MESSAGE = '(no message of its own)'

type Probed = readonly (readonly [Probe, Outcome])[]

/** Plays the corpus of answers where nothing is decided otherwise. */
export async function playProbes(): Promise<Probed> {
  const probed: [Probe, Outcome][] = []
  for (const probe of listProbes()) probed.push([probe, readOutcome(await probe.play([]))])
  return probed
}

/** Section of an alternative in the file of transitions: by unit, how it changes answers, with a probe that shows it. */
export async function describeTransitions(
  { id, statement, says, by }: NamedAlternative,
  probed: Probed,
): Promise<string> {
  const found = new Map<string, string[]>()
  for (const [probe, before] of probed) {
    if (!before.rows.has(statement) && probe.teller !== id) continue
    const after = readOutcome(await probe.play([id]))
    const isSame = after.raw === before.raw
    if (isSame && !after.notes.some((note) => note.startsWith(`otherwise, ${id}:`))) continue
    const silent = by.mutator === 'refuse' && generic.has(after.message ?? '') ? ` ${NO_MESSAGE}` : ''
    const isSuccess = before.result.startsWith('2') && after.result.startsWith('2')
    const fields = isSuccess ? differences(before.json, after.json) : []
    const result = isSame ? 'the same, and says that it is so' : `-> ${after.result}${silent}`
    const line = [`${before.unit}: ${before.result} ${result}`, ...fields].join(' ')
    found.set(line, [...(found.get(line) ?? []), probe.name])
  }
  const lines = [...found]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([line, [first = '', ...more]]) => {
      const others = more.length === 0 ? '' : ` and ${more.length} more`
      return `  ${line}\n    ${first.slice(0, 130)}${others}`
    })
  return [`${id} ${says}`, ...lines].join('\n')
}

const file = new URL('transitions.txt', import.meta.url)

/** Sections of the file of transitions, by alternative. */
export function readTransitions(): ReadonlyMap<string, string> {
  const sections = readFileSync(file, 'utf8').trimEnd().split('\n\n')
  return new Map(sections.map((text) => [text.split(' ', 1)[0]!, text]))
}

/** Writes the file of transitions, for a person to read. */
export async function writeTransitions(): Promise<void> {
  const probed = await playProbes()
  const sections: string[] = []
  for (const each of alternatives) sections.push(await describeTransitions(each, probed))
  writeFileSync(file, `${sections.join('\n\n')}\n`)
}

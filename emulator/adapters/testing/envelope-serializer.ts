import { isUuid } from '../../contract/uuid.ts'
import { isObject } from '../../engine/checking/is-object.ts'

/**
 * Serializes envelopes for snapshots so that they change only with their meaning: ids, times, cursors and secrets are
 * numbered in order of appearance (`<id 1>`), and the message of a failure, whose wording may change, is left out.
 */
export const envelopeSerializer = {
  test(value: unknown): boolean {
    return isEnvelope(value) && !stable.has(value)
  },
  serialize(value: unknown, config: never, indentation: string, depth: number, refs: never, printer: Printer): string {
    return printer(stabilize(value as Envelope), config, indentation, depth, refs)
  },
}

type Printer = (value: unknown, config: never, indentation: string, depth: number, refs: never) => string
type Envelope = Readonly<Record<string, unknown>> & { readonly status: 'success' | 'failure' }

// A stabilized envelope still looks like an envelope.
const stable = new WeakSet<object>()

const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/
/** Ids in fixtures are constants. */
const fixtureId = /^00000000-0000-4000-8000-0000000000[0-9a-f]{2}$/

function isEnvelope(value: unknown): value is Envelope {
  if (!isObject(value)) return false
  const { status, error } = value
  return status === 'success' || (status === 'failure' && typeof error === 'string')
}

/** Copies an envelope with placeholders for values that a run draws. */
function stabilize(envelope: Envelope): object {
  const names = new Names()
  const { status, ...fields } = envelope
  const named: Record<string, unknown> = { status }
  for (const [field, value] of Object.entries(fields))
    named[field] = field === 'message' && status === 'failure' ? '<prose>' : names.replace(value, field)
  stable.add(named)
  return named
}

class Names {
  readonly #names = new Map<string, string>()
  readonly #counts: Record<string, number> = {}

  replace(value: unknown, field: string): unknown {
    if (typeof value === 'string') return this.#text(value, field)
    if (Array.isArray(value)) return value.map((item) => this.replace(item, field))
    if (typeof value !== 'object' || value === null) return value
    // Objects and metadata have a `key`, too, which is no secret.
    const isKey = 'key_prefix' in value
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [
        key,
        isKey && key === 'key' ? '<secret>' : this.replace(inner, key),
      ]),
    )
  }

  #text(value: string, field: string): string {
    if (field === 'cursor') return '<cursor>'
    if (field === 'token') return '<secret>'
    if (field === 'key_prefix') return '<prefix>'
    if (isUuid(value) && !fixtureId.test(value)) return this.#name('id', value)
    if (time.test(value)) return this.#name('time', value)
    // `target_target_id` has the form `org#<id>`.
    const [before, id] = value.split('#', 2) as [string, string?]
    return field === 'target_target_id' && id !== undefined ? `${before}#${this.#text(id, 'id')}` : value
  }

  #name(kind: string, value: string): string {
    const known = this.#names.get(value)
    if (known !== undefined) return known
    const name = `<${kind} ${(this.#counts[kind] = (this.#counts[kind] ?? 0) + 1)}>`
    this.#names.set(value, name)
    return name
  }
}

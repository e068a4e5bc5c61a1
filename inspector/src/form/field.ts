import { isKept, lostNumbers, lostNumberText } from '../../../emulator/engine/checking/lost-number.ts'

/** A part of JSON Schema, as the documents of the emulator use it. */
export interface Schema {
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly Schema[]
  readonly items?: Schema
  readonly $ref?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly description?: string
  readonly format?: string
  readonly default?: unknown
  readonly example?: unknown
  readonly examples?: readonly unknown[]
}

export interface FieldKind {
  /**
   * Editor of the field. `texts` is for lists of texts; `json` for other lists and objects; `any` for fields that may be
   * texts or something else, which is written as JSON.
   */
  readonly kind: 'choice' | 'boolean' | 'number' | 'text' | 'texts' | 'json' | 'any'
  readonly choices: readonly string[]
  readonly nullable: boolean
}

/** Attributes that tie an editor to its label and its error. */
export interface LabelAttributes {
  readonly id: string
  readonly 'aria-invalid': boolean
  readonly 'aria-describedby'?: string
}

/** Attributes that every editor of a field has. */
export interface InputAttributes extends LabelAttributes {
  readonly disabled: boolean
}

export function fieldKind(schema: Schema): FieldKind {
  const options = schema.anyOf ?? [schema]
  const others = options.filter(({ type }) => type !== 'null')
  const nullable = others.length < options.length
  const [only] = others
  if (others.length !== 1 || only === undefined)
    return { kind: others.some(takesText) ? 'any' : 'json', choices: [], nullable }
  if (takesAnything(only)) return { kind: 'any', choices: [], nullable }
  if (only.enum?.every((each) => typeof each === 'string'))
    return { kind: 'choice', choices: only.enum as string[], nullable }
  if (typeof only.const === 'string') return { kind: 'choice', choices: [only.const], nullable }
  if (only.type === 'array' && only.items?.type === 'string')
    return { kind: 'texts', choices: (only.items.enum as string[] | undefined) ?? [], nullable }
  const kinds: Record<string, FieldKind['kind']> = {
    string: 'text',
    integer: 'number',
    number: 'number',
    boolean: 'boolean',
  }
  return { kind: typeof only.type === 'string' ? (kinds[only.type] ?? 'json') : 'json', choices: [], nullable }
}

/** Schemas of the fields of an object, by the JSON Schema of it in a document or an answer. */
export function fieldSchemas(schema: object): Readonly<Record<string, Schema>> {
  return (schema as Schema).properties ?? {}
}

/** A schema without its description, for a field within a sentence. */
export function withoutDescription({ description: _, ...schema }: Schema): Schema {
  return schema
}

function takesText({ type, anyOf }: Schema): boolean {
  return type === 'string' || (anyOf?.some(takesText) ?? false)
}

function takesAnything({ type, enum: choices, const: only, anyOf, $ref }: Schema): boolean {
  return [type, choices, only, anyOf, $ref].every((each) => each === undefined)
}

/** Formats a value as the text of its field. Undefined and null are empty. */
export function fieldText({ kind }: FieldKind, value: unknown): string {
  if (value === undefined || value === null) return ''
  if (kind === 'texts') return JSON.stringify(value)
  if (kind === 'any' && typeof value === 'string') return isJson(value) ? JSON.stringify(value) : value
  if (kind === 'any') return JSON.stringify(value)
  return kind === 'json' || typeof value === 'object' ? JSON.stringify(value, null, 2) : String(value)
}

/**
 * Parses the text of a field; undefined for an empty text, which leaves the field out. Throws an error with a readable
 * message.
 */
export function fieldValue({ kind, nullable }: FieldKind, text: string): unknown {
  if (text === '') return undefined
  if (nullable && text === 'null') return null
  if (kind === 'boolean') return text === 'true'
  if (kind === 'number') {
    const value = Number(text)
    if (Number.isNaN(value)) throw new Error(`expected a number, got '${text}'`)
    if (!isKept(text.trim())) throw new Error(lostNumberText(text.trim()))
    return value
  }
  if (kind === 'any') return isJson(text) ? parseJson(text) : text
  return kind === 'json' || kind === 'texts' ? parseJson(text) : text
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Parses JSON. Throws an error with a readable message, also for a number that cannot be kept as it is written. */
export function parseJson(text: string): unknown {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new Error(`expected JSON: ${(error as Error).message}`)
  }
  for (const { path, message } of lostNumbers(text)) throw new Error([...path, message].join(': '))
  return value
}

/** Parses a whole form without its empty fields. Throws `FieldErrors` with a message for each field. */
export function formValues(
  schemas: Readonly<Record<string, Schema>>,
  texts: Readonly<Record<string, string>>,
): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  const wrong: Record<string, string> = {}
  for (const [name, schema] of Object.entries(schemas)) {
    try {
      const value = fieldValue(fieldKind(schema), texts[name] ?? '')
      if (value !== undefined) values[name] = value
    } catch (error) {
      wrong[name] = (error as Error).message
    }
  }
  if (Object.keys(wrong).length > 0) throw new FieldErrors(wrong)
  return values
}

export class FieldErrors extends Error {
  readonly fields: Readonly<Record<string, string>>

  constructor(fields: Readonly<Record<string, string>>) {
    super(
      Object.entries(fields)
        .map(([name, message]) => `${name}: ${message}`)
        .join('; '),
    )
    this.fields = fields
  }
}

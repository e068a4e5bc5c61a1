import { isObject } from '../../../emulator/engine/checking/is-object.ts'
import type { Schema } from '../form/field.ts'

type Schemas = Readonly<Record<string, Schema>>

/** The fields of a trigger, by the schema that the control API checks it with. */
export interface TriggerSchema {
  /** Below `when`. */
  readonly conditions: Schemas
  /** Beside `when` and `do`. */
  readonly others: Schemas
  /** Argument of each fault and change. */
  readonly actions: ReadonlyMap<string, Schema>
}

/** The part of the control API's document that describes triggers. */
export interface ControlDocument {
  readonly paths: {
    readonly '/triggers': {
      readonly post: {
        readonly requestBody: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> }
      }
    }
  }
}

export function readTriggerSchema({ paths }: ControlDocument): TriggerSchema {
  const { schema } = paths['/triggers'].post.requestBody.content['application/json']!
  const { when, do: actions, enabled: _, ...others } = schema.properties!
  const list = actions!.anyOf!.find(({ type }) => type === 'array')!
  return {
    conditions: when!.properties!,
    others,
    actions: new Map(list.items!.anyOf!.flatMap(({ properties }) => Object.entries(properties!))),
  }
}

/** One way to write the argument of a fault: `fail` takes a status or an error. */
export interface ArgumentForm {
  /** Name of the way among the others; empty for the argument `true`. */
  readonly label: string
  /** Fields by name; the whole argument has the name `''`. */
  readonly fields: Schemas
  readonly required: readonly string[]
  /** Argument of a new fault. */
  readonly first: unknown
}

export function argumentForms(schema: Schema): ArgumentForm[] {
  const ways = schema.anyOf?.some(isRecord) === true ? schema.anyOf : [schema]
  return ways.map((way) => readWay(way, schema.examples ?? []))
}

function readWay(way: Schema, examples: readonly unknown[]): ArgumentForm {
  if (way.const !== undefined) return { label: '', fields: {}, required: [], first: way.const }
  if (!isRecord(way)) return { label: 'value', fields: { '': way }, required: [''], first: examples[0] ?? {} }
  const { properties = {}, required = [] } = way
  const example = examples.filter(isObject).find((each) => required.every((name) => name in each)) ?? {}
  return {
    label: required[0]!,
    fields: properties,
    required,
    first: Object.fromEntries(required.map((name) => [name, example[name] ?? ''])),
  }
}

/** True for an object that has to have certain fields, so that each of them can stand in a sentence. */
function isRecord({ required = [] }: Schema): boolean {
  return required.length > 0
}

/** The way in which an argument is written; undefined for none of them. */
export function chooseForm(forms: readonly ArgumentForm[], argument: unknown): ArgumentForm | undefined {
  return forms.find(({ fields, required, first }) => {
    if (required[0] === '') return true
    if (required.length === 0) return argument === first
    return isObject(argument) && required[0]! in argument && Object.keys(argument).every((name) => name in fields)
  })
}

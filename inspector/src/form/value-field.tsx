import { useEffect, useState } from 'preact/hooks'
import { fieldKind, fieldText, fieldValue, type FieldKind, type Schema } from './field.ts'
import { Field } from './schema-form.tsx'

interface Props {
  readonly name: string
  readonly schema: Schema
  readonly value: unknown
  readonly error: string | undefined
  readonly hint?: string
  /** Id of a list of suggestions. */
  readonly list?: string | undefined
  /** `value` is undefined for an empty field. */
  readonly onValue: (value: unknown) => void
}

/** A field that gives its value with each key. The text stays as it is typed, while it means the same. */
export function ValueField({ schema, value, onValue, hint = '', ...rest }: Props) {
  const kind = fieldKind(schema)
  const [text, setText] = useState(fieldText(kind, value))
  useEffect(() => {
    if (JSON.stringify(valueOrText(kind, text)) !== JSON.stringify(value)) setText(fieldText(kind, value))
  }, [value])
  return (
    <Field
      {...rest}
      schema={schema}
      text={text}
      hint={hint}
      onText={(next) => {
        setText(next)
        onValue(valueOrText(kind, next))
      }}
    />
  )
}

/** Parses a text; one that is no value of the kind stays a text, which the emulator refuses with a reason. */
function valueOrText(kind: FieldKind, text: string): unknown {
  try {
    return fieldValue(kind, text)
  } catch {
    return text
  }
}

import { ChipsInput } from './chips-input.tsx'
import { fieldKind, type InputAttributes, type Schema } from './field.ts'
import { LabelledField } from './labelled-field.tsx'
import { TextInput } from './text-input.tsx'

interface Props {
  readonly schemas: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly texts: Readonly<Record<string, string>>
  /** Error message of each field. */
  readonly errors: Readonly<Record<string, string>>
  readonly onText: (name: string, text: string) => void
  readonly disabled?: boolean
  /** Placeholder of an empty field: tells the effect of leaving it empty. */
  readonly hint?: (name: string) => string
}

/** A field for each property of a schema. */
export function SchemaForm({ schemas, required = [], texts, errors, onText, disabled = false, hint }: Props) {
  return (
    <div class="form">
      {Object.entries(schemas).map(([name, schema]) => (
        <Field
          key={name}
          name={name}
          schema={schema}
          required={required.includes(name)}
          text={texts[name] ?? ''}
          error={errors[name]}
          onText={(text) => onText(name, text)}
          disabled={disabled}
          hint={hint?.(name) ?? ''}
        />
      ))}
    </div>
  )
}

interface FieldProps {
  readonly name: string
  readonly schema: Schema
  readonly required?: boolean
  readonly text: string
  readonly error: string | undefined
  readonly onText: (text: string) => void
  readonly disabled?: boolean
  readonly hint: string
  /** Id of a list of suggestions. */
  readonly list?: string | undefined
}

/** One field of a schema, with its label, its error and its description. */
export function Field({ name, schema, required = false, error, disabled = false, ...input }: FieldProps) {
  const label = (
    <>
      {name}
      {required ? <span class="dim"> required</span> : null}
    </>
  )
  return (
    <LabelledField label={label} error={error} about={schema.description}>
      {(attributes) => <Input schema={schema} {...input} attributes={{ ...attributes, disabled }} />}
    </LabelledField>
  )
}

interface InputProps {
  readonly schema: Schema
  readonly text: string
  readonly onText: (text: string) => void
  readonly hint: string
  readonly list?: string | undefined
  readonly attributes: InputAttributes
}

function Input({ schema, text, onText, hint, list, attributes }: InputProps) {
  const { kind, choices, nullable } = fieldKind(schema)
  if (kind === 'choice' || kind === 'boolean') {
    const all = [...(kind === 'boolean' ? ['true', 'false'] : choices), ...(nullable ? ['null'] : [])]
    return (
      <select {...attributes} value={text} onChange={({ currentTarget }) => onText(currentTarget.value)}>
        <option value="">{hint || '–'}</option>
        {all.map((choice) => (
          <option key={choice} value={choice}>
            {choice}
          </option>
        ))}
      </select>
    )
  }
  if (kind === 'texts')
    return <ChipsInput text={text} choices={choices} hint={hint} attributes={attributes} onText={onText} />
  if (kind === 'json')
    return (
      <textarea
        {...attributes}
        class="code"
        rows={Math.min(8, text.split('\n').length + 1)}
        spellcheck={false}
        placeholder={hint || 'JSON'}
        value={text}
        onInput={({ currentTarget }) => onText(currentTarget.value)}
      />
    )
  return (
    <TextInput
      {...attributes}
      isNumber={kind === 'number'}
      list={list}
      placeholder={hint}
      value={text}
      onText={onText}
    />
  )
}

import { useEffect, useState } from 'preact/hooks'
import { LabelledField } from '../form/labelled-field.tsx'
import { TextInput } from '../form/text-input.tsx'
import { Checkbox } from '../parts/checkbox.tsx'
import type { TriggerField } from './trigger-fields.ts'
import { fieldText, fieldValue } from './trigger-values.ts'

interface Props {
  readonly field: TriggerField
  readonly value: unknown
  readonly error: string | undefined
  /** Id of the list of suggestions. */
  readonly list: string | undefined
  /** `value` is undefined for an empty field. */
  readonly onValue: (value: unknown) => void
}

/** One field of a trigger. The text stays as it is typed, while it means the same. */
export function TriggerInput({ field: { label, kind, choices, hint }, value, error, list, onValue }: Props) {
  const [text, setText] = useState(fieldText(value))
  useEffect(() => {
    if (JSON.stringify(fieldValue(kind, text)) !== JSON.stringify(value)) setText(fieldText(value))
  }, [value])
  const typed = (next: string) => {
    setText(next)
    onValue(fieldValue(kind, next))
  }
  if (kind === 'flag')
    return (
      <Checkbox
        class="field flag"
        label={label}
        checked={value === true}
        onChange={(checked) => onValue(checked || undefined)}
      />
    )
  return (
    <LabelledField label={label} error={error}>
      {(attributes) =>
        kind === 'choice' ? (
          <select {...attributes} value={text} onChange={({ currentTarget }) => typed(currentTarget.value)}>
            <option value="">{hint}</option>
            {Object.entries(choices ?? {}).map(([choice, name]) => (
              <option key={choice} value={choice}>
                {name}
              </option>
            ))}
          </select>
        ) : (
          <TextInput
            {...attributes}
            isNumber={kind === 'number'}
            class={kind === 'number' ? '' : 'code'}
            list={list}
            placeholder={hint}
            value={text}
            onText={typed}
          />
        )
      }
    </LabelledField>
  )
}

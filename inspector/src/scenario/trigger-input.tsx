import { useEffect, useId, useState } from 'preact/hooks'
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
  const id = useId()
  const [text, setText] = useState(fieldText(value))
  useEffect(() => {
    if (JSON.stringify(fieldValue(kind, text)) !== JSON.stringify(value)) setText(fieldText(value))
  }, [value])
  const typed = (next: string) => {
    setText(next)
    onValue(fieldValue(kind, next))
  }
  const wrong = error === undefined ? {} : { 'aria-invalid': true, 'aria-describedby': `${id}-error` }
  if (kind === 'flag')
    return (
      <label class="field flag">
        <input
          type="checkbox"
          checked={value === true}
          onChange={({ currentTarget }) => onValue(currentTarget.checked || undefined)}
        />{' '}
        {label}
      </label>
    )
  return (
    <div class={error === undefined ? 'field' : 'field wrong'}>
      <label for={id}>{label}</label>
      {kind === 'choice' ? (
        <select id={id} {...wrong} value={text} onChange={({ currentTarget }) => typed(currentTarget.value)}>
          <option value="">{hint}</option>
          {Object.entries(choices ?? {}).map(([choice, name]) => (
            <option key={choice} value={choice}>
              {name}
            </option>
          ))}
        </select>
      ) : (
        <input
          id={id}
          {...wrong}
          type="text"
          list={list}
          inputMode={kind === 'number' ? 'decimal' : 'text'}
          class={kind === 'number' ? '' : 'code'}
          autocomplete="off"
          spellcheck={false}
          placeholder={hint}
          value={text}
          onInput={({ currentTarget }) => typed(currentTarget.value)}
        />
      )}
      {error === undefined ? null : (
        <p class="error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  )
}

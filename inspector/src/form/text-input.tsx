import type { InputAttributes } from './field.ts'

interface Props extends Partial<InputAttributes> {
  readonly value: string
  readonly placeholder: string | undefined
  readonly onText: (text: string) => void
  readonly isNumber?: boolean
  readonly class?: string
  /** Id of a list of suggestions. */
  readonly list?: string | undefined
  readonly onBlur?: () => void
  readonly onKeyDown?: (event: KeyboardEvent) => void
}

/** A line of text that browsers neither complete nor correct. */
export function TextInput({ onText, isNumber = false, ...attributes }: Props) {
  return (
    <input
      {...attributes}
      type="text"
      inputMode={isNumber ? 'decimal' : 'text'}
      autocomplete="off"
      spellcheck={false}
      onInput={({ currentTarget }) => onText(currentTarget.value)}
    />
  )
}

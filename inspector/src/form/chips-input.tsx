import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { InputAttributes } from './field.ts'
import { TextInput } from './text-input.tsx'

interface Props {
  /** The list as JSON; empty where it is left out. */
  readonly text: string
  /** Values to choose from; none for any text. */
  readonly choices: readonly string[]
  readonly hint: string
  readonly attributes: InputAttributes
  readonly onText: (text: string) => void
}

/** A list of texts: each is a chip that can be taken away, and one can be added. */
export function ChipsInput({ text, choices, hint, attributes, onText }: Props) {
  const [typed, setTyped] = useState('')
  const values = readTexts(text)
  const { disabled } = attributes
  const box = useRef<HTMLDivElement>(null)
  /** Place of a chip that was taken away: the focus moves to what stands there now. */
  const taken = useRef<number | undefined>(undefined)
  useLayoutEffect(() => {
    if (taken.current !== undefined)
      box.current!.querySelectorAll<HTMLElement>('button, input, select')[taken.current]?.focus()
    taken.current = undefined
  }, [text])
  const add = (value: string) => {
    setTyped('')
    if (value !== '' && !values.includes(value)) onText(JSON.stringify([...values, value]))
  }
  const left = choices.filter((choice) => !values.includes(choice))
  return (
    <div ref={box} class={disabled ? 'chips-input still' : 'chips-input'}>
      {values.map((value, index) => (
        <span key={value} class="chip">
          {value}
          {disabled ? null : (
            <button
              type="button"
              aria-label={`Take ${value} away`}
              onClick={() => {
                taken.current = index
                onText(JSON.stringify(values.filter((each) => each !== value)))
              }}
            >
              ×
            </button>
          )}
        </span>
      ))}
      {disabled ? null : choices.length > 0 ? (
        <select
          {...attributes}
          disabled={left.length === 0}
          value=""
          onChange={({ currentTarget }) => add(currentTarget.value)}
        >
          <option value="">{text === '' ? hint || 'add' : 'add'}</option>
          {left.map((choice) => (
            <option key={choice} value={choice}>
              {choice}
            </option>
          ))}
        </select>
      ) : (
        <TextInput
          {...attributes}
          placeholder={text === '' && hint !== '' ? `${hint}; Enter adds one` : 'Enter adds one'}
          value={typed}
          onText={setTyped}
          onBlur={() => add(typed)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            add(typed)
          }}
        />
      )}
    </div>
  )
}

function readTexts(text: string): string[] {
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) ? value.map(String) : []
  } catch {
    return []
  }
}

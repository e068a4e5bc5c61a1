interface Props {
  readonly label: string
  /** The label if undefined. */
  readonly placeholder?: string
  readonly value: string
  readonly onText: (text: string) => void
}

export function SearchInput({ label, placeholder = label, value, onText }: Props) {
  return (
    <input
      type="search"
      aria-label={label}
      placeholder={placeholder}
      value={value}
      onInput={({ currentTarget }) => onText(currentTarget.value)}
    />
  )
}

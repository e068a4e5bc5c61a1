interface Props {
  readonly label: string
  readonly value: string | undefined
  /** `[value, count, title]`. */
  readonly choices: readonly (readonly [string, number, (string | undefined)?])[]
  readonly onChange: (value: string) => void
}

/** Chooses one of several values, or all. */
export function Select({ label, value = '', choices, onChange }: Props) {
  const known = value === '' || choices.some(([each]) => each === value)
  return (
    <select
      aria-label={label}
      class={value === '' ? '' : 'set'}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    >
      <option value="">{label}: all</option>
      {known ? null : <option value={value}>{value} (0)</option>}
      {choices.map(([each, count, title]) => (
        <option key={each} value={each}>
          {title ?? each} ({count})
        </option>
      ))}
    </select>
  )
}

interface Props {
  readonly label: string
  readonly value: string | undefined
  /** `[value, count, title]`. */
  readonly choices: readonly (readonly [string, number, (string | undefined)?])[]
  readonly onChange: (value: string) => void
}

/** A filter by one of several values: its name while it lets everything pass, else the name with the value. */
export function FilterPill({ label, value = '', choices, onChange }: Props) {
  const known = value === '' || choices.some(([each]) => each === value)
  return (
    <span class={value === '' ? 'filter' : 'filter set'}>
      {value === '' ? null : <span aria-hidden="true">{label}</span>}
      <select aria-label={label} value={value} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
        <option value="">{value === '' ? label : 'all'}</option>
        {known ? null : <option value={value}>{value} (0)</option>}
        {choices.map(([each, count, title]) => (
          <option key={each} value={each}>
            {title ?? each} ({count})
          </option>
        ))}
      </select>
    </span>
  )
}

interface Props {
  readonly label: string
  readonly checked: boolean
  readonly class?: string
  readonly onChange: (checked: boolean) => void
}

export function Checkbox({ label, checked, class: className, onChange }: Props) {
  return (
    <label class={className}>
      <input type="checkbox" checked={checked} onChange={({ currentTarget }) => onChange(currentTarget.checked)} />{' '}
      {label}
    </label>
  )
}

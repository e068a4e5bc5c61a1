import { go } from '../route.ts'

interface Props {
  readonly counts: Readonly<Record<string, number>>
  readonly chosen: string
  readonly narrow: boolean
  readonly link: (table: string) => string
}

export function TableList({ counts, chosen, narrow, link }: Props) {
  const entries = Object.entries(counts)
  if (narrow) {
    return (
      <select
        class="table-choice"
        aria-label="Table"
        value={chosen}
        onChange={({ currentTarget }) => go(link(currentTarget.value))}
      >
        {entries.map(([name, count]) => (
          <option key={name} value={name}>
            {name} ({count.toLocaleString('en')})
          </option>
        ))}
      </select>
    )
  }
  return (
    <nav class="pane tables" aria-label="Tables">
      <ul>
        {entries.map(([name, count]) => (
          <li key={name}>
            <a href={link(name)} class={count === 0 ? 'none' : ''} aria-current={name === chosen ? 'true' : undefined}>
              <span>{name}</span>
              <span class="count">{count.toLocaleString('en')}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

import { useState } from 'preact/hooks'
import { Prose } from '../parts/prose.tsx'
import { href } from '../route.ts'
import type { Section } from './sections.ts'

/** Parts of the contract with how much of each was shown. A part unfolds to its clauses. */
export function CoverageTable({ sections, open }: { sections: readonly Section[]; open: boolean }) {
  return (
    <table class="coverage-table">
      <thead>
        <tr>
          <th scope="col">Part</th>
          <th scope="col">Shown</th>
          <th scope="col">Of</th>
          <td />
        </tr>
      </thead>
      {sections.map((section) => (
        <Part key={section.name} section={section} open={open} />
      ))}
    </table>
  )
}

function Part({ section: { name, met, total, statements }, open }: { section: Section; open: boolean }) {
  const [shown, setShown] = useState(open)
  return (
    <tbody>
      <tr>
        <th scope="row">
          <button class="quiet unfold" aria-expanded={shown} onClick={() => setShown(!shown)}>
            {name}
          </button>
        </th>
        <td class="count">{met}</td>
        <td class="count">{total}</td>
        <td>
          <meter min={0} max={total} value={met} aria-label={`${met} of ${total}`} />
        </td>
      </tr>
      {!shown
        ? null
        : statements.map(({ id, statement, count }) => (
            <tr key={id} class={count > 0 ? 'statement met' : 'statement unmet'}>
              <td>
                <Prose text={statement} /> <code>{id}</code>
              </td>
              <td class="count" colSpan={3}>
                {count === 0 ? (
                  'never'
                ) : (
                  <a
                    href={href('timeline', [], { clause: id })}
                    aria-label={`${count} times: show the entries that rested on ${id}`}
                  >
                    {count.toLocaleString('en')} {count === 1 ? 'time' : 'times'}
                  </a>
                )}
              </td>
            </tr>
          ))}
    </tbody>
  )
}

import { useMemo } from 'preact/hooks'
import { Checkbox } from '../parts/checkbox.tsx'
import { Prose } from '../parts/prose.tsx'
import { SearchInput } from '../parts/search-input.tsx'
import { go, href, type Route } from '../route.ts'
import type { Contract } from '../contract.ts'
import { useSession } from '../session.ts'
import { useStore } from '../store.ts'
import { useLoaded } from '../use-loaded.ts'
import { groupBySection, countStatements, type Report, type Section } from './sections.ts'

/** Coverage of the contract, with the entries that exercised each statement. */
export function CoverageView({ route }: { route: Route }) {
  const session = useSession()
  const { source } = session
  const journal = useStore(session.journal)
  const { clause, q = '', missing, scope } = route.query
  const { value: contract, error } = useLoaded(() => source.call<Contract>('GET', '/clauses'), [])
  const { value: report } = useLoaded(
    () => source.call<Report>('GET', `/coverage${scope === 'all' ? '?scope=all' : ''}`),
    [scope],
    `${session.version} ${journal.version}`,
  )
  const statements = useMemo(
    () => (contract === undefined || report === undefined ? [] : countStatements(contract, report)),
    [contract, report],
  )
  const shown = useMemo(
    () => groupBySection(statements, { q: clause ?? q, missing: missing === '1' }),
    [statements, q, clause, missing],
  )
  if (contract === undefined || report === undefined)
    return <p class="empty">{error?.message ?? 'Reading the contract…'}</p>
  const set = (change: Record<string, string>) => go(href('coverage', [], { ...route.query, ...change }), true)
  const documented = statements.filter(({ section }) => section !== 'Assumptions')
  const met = documented.filter(({ count }) => count > 0).length
  const searched = q !== '' || clause !== undefined
  return (
    <div class="page">
      <p class="lead">
        <strong>{((met / documented.length) * 100).toFixed(1)} %</strong> of the specification: {met} of{' '}
        {documented.length} clauses of the service exercised.
      </p>
      <div class="tools">
        <SearchInput
          label="Search clauses"
          placeholder="Search by id or words"
          value={clause ?? q}
          onText={(text) => set({ q: text, clause: '' })}
        />
        <Checkbox
          label="only never exercised"
          checked={missing === '1'}
          onChange={(checked) => set({ missing: checked ? '1' : '' })}
        />
        {source.live ? (
          <Checkbox
            label="all worlds, since the server started"
            checked={scope === 'all'}
            onChange={(checked) => set({ scope: checked ? 'all' : '' })}
          />
        ) : null}
      </div>
      {shown.length === 0 ? <p class="empty">No clause contains all of these words.</p> : null}
      {shown.map((section) => (
        <SectionCard key={`${section.name} ${searched}`} section={section} open={searched} />
      ))}
    </div>
  )
}

function SectionCard({ section: { name, met, total, statements }, open }: { section: Section; open: boolean }) {
  return (
    <details class="card" open={open}>
      <summary>
        <span>{name}</span>
        <meter min={0} max={total} value={met} aria-label={`${met} of ${total} exercised`} />
        <span class="count">
          {met}/{total}
        </span>
      </summary>
      <ul class="statements counted">
        {statements.map(({ id, statement, count }) => (
          <li key={id} class={count > 0 ? 'met' : 'unmet'}>
            {count > 0 ? (
              <a
                class="count"
                href={href('timeline', [], { clause: id })}
                aria-label={`${count} times: show the entries that rested on ${id}`}
              >
                {count.toLocaleString('en')}
              </a>
            ) : (
              <span class="count">never</span>
            )}
            <div>
              <code>{id}</code>
              <p class="dim">
                <Prose text={statement} />
              </p>
            </div>
          </li>
        ))}
      </ul>
    </details>
  )
}

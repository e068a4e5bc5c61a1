import { formatShare } from '../../../emulator/engine/checking/share.ts'
import { useMemo } from 'preact/hooks'
import { Checkbox } from '../parts/checkbox.tsx'
import { SearchInput } from '../parts/search-input.tsx'
import { go, href, type Route } from '../route.ts'
import { useSession } from '../session.ts'
import { useStore } from '../store.ts'
import { useLoaded } from '../use-loaded.ts'
import { CoverageTable } from './coverage-table.tsx'
import { groupBySection, countStatements } from './sections.ts'

/** Coverage of the contract, with the entries that exercised each statement. */
export function CoverageView({ route }: { route: Route }) {
  const session = useSession()
  const { source } = session
  const journal = useStore(session.journal)
  const { clause, q = '', missing, scope } = route.query
  const { value: contract, error } = useLoaded(() => source.call('GET /clauses'), [])
  const { value: report } = useLoaded(
    () => source.call('GET /coverage', scope === 'all' ? { query: { scope } } : {}),
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
        <strong>{formatShare(met, documented.length)}</strong> of the specification: your requests showed {met} of its{' '}
        {documented.length} clauses about the service.
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
      {shown.length === 0 ? (
        <p class="empty">No clause contains all of these words.</p>
      ) : (
        <CoverageTable key={String(searched)} sections={shown} open={searched} />
      )}
    </div>
  )
}

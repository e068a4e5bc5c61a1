import { useMemo } from 'preact/hooks'
import { Select } from '../parts/select.tsx'
import { go, href } from '../route.ts'
import { useSession } from '../session.ts'
import { countChoices, NO_CALLER } from './filter.ts'
import { classifyOutcome, type Line, type Outcome } from './line.ts'

interface Props {
  readonly lines: readonly Line[]
  readonly shown: number
  readonly dropped: number
  readonly query: Readonly<Record<string, string>>
  readonly chosen: number | undefined
}

const kinds: Record<string, string> = { http: 'requests', socket: 'socket calls', push: 'pushes', time: 'due work' }
const outcomes: Readonly<Record<Outcome, string>> = {
  success: 'success',
  refused: 'refused',
  failed: 'failed',
  undelivered: 'not delivered',
  none: 'no answer',
}

export function FilterBar({ lines, shown, dropped, query, chosen }: Props) {
  const choices = useMemo(
    () => ({
      caller: countChoices(lines, ({ caller, via }) => (via === 'time' ? null : (caller ?? NO_CALLER))),
      unit: countChoices(lines, ({ unit }) => unit),
      outcome: countChoices(lines, classifyOutcome).map(
        ([value, count]) => [value, count, outcomes[value as Outcome]] as const,
      ),
      via: countChoices(lines, ({ via }) => via).map(([value, count]) => [value, count, kinds[value]] as const),
    }),
    [lines],
  )
  const set = (change: Record<string, string>) =>
    go(href('timeline', chosen === undefined ? [] : [chosen], { ...query, ...change }), true)
  const filtered = Object.values(query).some((value) => value !== '')
  return (
    <div class="filters">
      <input
        type="search"
        placeholder="Search paths, bodies, callers, errors, clauses"
        aria-label="Search the timeline"
        value={query['q'] ?? ''}
        onInput={({ currentTarget }) => set({ q: currentTarget.value })}
      />
      <div class="tools">
        <Select
          label="Caller"
          value={query['caller']}
          choices={choices.caller}
          onChange={(caller) => set({ caller })}
        />
        <Select label="Unit" value={query['unit']} choices={choices.unit} onChange={(unit) => set({ unit })} />
        <Select
          label="Outcome"
          value={query['outcome']}
          choices={choices.outcome}
          onChange={(outcome) => set({ outcome })}
        />
        <Select label="Kind" value={query['via']} choices={choices.via} onChange={(via) => set({ via })} />
        {(['clause', 'trigger'] as const).map((name) =>
          query[name] ? (
            <button
              key={name}
              class="chip"
              onClick={() => set({ [name]: '' })}
              aria-label={`Remove the filter ${name} ${query[name]}`}
            >
              {name} {query[name]} ×
            </button>
          ) : null,
        )}
      </div>
      <div class="tools status-line">
        <span role="status">
          {filtered ? `${shown.toLocaleString('en')} of ` : ''}
          {counted(lines.length, 'entry', 'entries')}
          {dropped > 0 ? `; ${counted(dropped, 'older one is', 'older ones are')} no longer kept` : ''}
        </span>
        <span class="push" />
        {filtered ? (
          <button class="quiet" onClick={() => go(href('timeline', chosen === undefined ? [] : [chosen]), true)}>
            Show all
          </button>
        ) : null}
        <ClearButton count={lines.length} />
      </div>
    </div>
  )
}

function counted(count: number, one: string, several: string): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : several}`
}

function ClearButton({ count }: { count: number }) {
  const session = useSession()
  if (!session.source.live || count === 0) return null
  const clear = async () => {
    const yes = await session.ask(
      'Forget every entry?',
      `${count === 1 ? 'One entry goes' : `${count.toLocaleString('en')} entries go`}. The world stays as it is.`,
      'Forget',
    )
    if (yes && (await session.act(() => session.source.call('DELETE', '/journal')))) session.journal.clear()
  }
  return (
    <button class="quiet" onClick={clear}>
      Clear
    </button>
  )
}

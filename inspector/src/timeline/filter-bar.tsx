import { useMemo } from 'preact/hooks'
import { SearchInput } from '../parts/search-input.tsx'
import { go, href } from '../route.ts'
import { countChoices, NO_CALLER } from './filter.ts'
import { FilterPill } from './filter-pill.tsx'
import { classifyOutcome, type Line, type Outcome } from './line.ts'

interface Props {
  readonly lines: readonly Line[]
  readonly query: Readonly<Record<string, string>>
  readonly chosen: number | undefined
}

const kinds: Record<string, string> = {
  http: 'requests',
  socket: 'socket calls',
  push: 'pushes',
  time: 'due work',
  step: 'steps',
  trigger: 'triggers',
  test: 'tests',
  control: 'control calls',
  inspector: 'this page',
  watch: 'watched files',
}
const outcomes: Readonly<Record<Outcome, string>> = {
  success: 'success',
  refused: 'refused',
  failed: 'failed',
  undelivered: 'not delivered',
  held: 'held',
  none: 'no answer',
}

/** Search and filters of the timeline, in one row. */
export function FilterBar({ lines, query, chosen }: Props) {
  const choices = useMemo(
    () => ({
      caller: countChoices(lines, ({ caller, request }) => (request === null ? null : (caller ?? NO_CALLER))),
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
  const pill = (label: string, name: keyof typeof choices) => (
    <FilterPill
      label={label}
      value={query[name]}
      choices={choices[name]}
      onChange={(value) => set({ [name]: value })}
    />
  )
  return (
    <div class="filters filter-row">
      <SearchInput
        label="Search the timeline"
        placeholder="Search"
        value={query['q'] ?? ''}
        onText={(text) => set({ q: text })}
      />
      <div class="pills" role="group" aria-label="Filters">
        {pill('Caller', 'caller')}
        {pill('Call', 'unit')}
        {pill('Outcome', 'outcome')}
        {pill('Kind', 'via')}
        {(['clause', 'trigger'] as const).map((name) =>
          query[name] ? (
            <button
              key={name}
              class="filter set"
              onClick={() => set({ [name]: '' })}
              aria-label={`Remove the filter ${name} ${query[name]}`}
            >
              {name} {query[name]} ×
            </button>
          ) : null,
        )}
      </div>
    </div>
  )
}

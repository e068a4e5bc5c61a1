import { WithIds } from '../parts/with-ids.tsx'
import { classifyOutcome, formatAnswer, formatKind, formatRequest, type Line } from './line.ts'
import { Marks } from './marks.tsx'
import { formatAfter, formatMilliseconds, formatTook } from './milliseconds.ts'

interface Props {
  readonly line: Line
  readonly index: number
  readonly count: number
  readonly selected: boolean
  readonly onChoose: (index: number) => void
}

/** One entry of the timeline in one line. */
export function LineRow({ line, index, count, selected, onChoose }: Props) {
  const { number, at, duration, caller, other_branch: other } = line
  return (
    <div
      role="option"
      id={`line-${number}`}
      class={['line columns', other ? 'other' : '', line.request === null ? 'plain' : ''].filter(Boolean).join(' ')}
      aria-selected={selected}
      aria-posinset={index + 1}
      aria-setsize={count}
      onClick={() => onChoose(index)}
    >
      <span class="number">{number}</span>
      <span class="kind" data-kind={formatKind(line)}>
        {formatKind(line)}
      </span>
      <span class="what" title={formatRequest(line)}>
        <WithIds text={formatRequest(line)} />
      </span>
      <span class={`answer ${classifyOutcome(line)}`} title={formatAnswer(line)}>
        {formatAnswer(line)}
      </span>
      <Marks line={line} />
      <span class="caller">{caller ?? ''}</span>
      <Took line={line} />
      <span class="after" title="Real time since the request before it">
        {formatAfter(duration)}
      </span>
      <span class="at" title={`World time ${at}`}>
        {at.slice(11, 23)}
      </span>
    </div>
  )
}

/** The work and what was added to it; where that has no room, all of it in one figure. */
function Took({ line: { request, duration } }: { line: Line }) {
  if (request === null) return <span class="took" />
  const parts = formatTook(duration)
  return (
    <span class="took" title={parts}>
      <span class="parts">{parts}</span>
      <span class="sum">{parts === '' ? '' : formatMilliseconds(duration.real_ms)}</span>
    </span>
  )
}

/** Names of the columns, for the eye only: rows are options of a list, and say their parts in order. */
export function LineHead() {
  return (
    <div class="virtual-head columns" aria-hidden="true">
      <span class="number">#</span>
      <span class="kind" />
      <span>Request</span>
      <span>Answer</span>
      <span />
      <span class="caller">Caller</span>
      <span class="took">Took</span>
      <span class="after">After</span>
      <span class="at">World time</span>
    </div>
  )
}

import type { JournalEntry, TimeEntry } from '../../../emulator/engine/journal/journal-entry.ts'
import { go, href } from '../route.ts'
import { useSession } from '../session.ts'
import { Refusal } from '../source/source.ts'
import { formatKind, formatRequest } from '../timeline/line.ts'
import { useLoaded } from '../use-loaded.ts'
import { Actions } from './actions.tsx'
import { Changes } from './changes.tsx'
import { Message } from './message.tsx'
import { Statements } from './statements.tsx'

interface Props {
  readonly number: number
  /** Filter of the timeline, kept in links. */
  readonly query: Readonly<Record<string, string>>
  readonly narrow: boolean
}

/** One entry of the timeline: request, answer, the statements that decided it, and its changes. */
export function ExchangeView({ number, query, narrow }: Props) {
  const session = useSession()
  const { value: entry, error } = useLoaded(() => session.journal.entry(number), [number, session.version])
  return (
    <article class="pane detail" aria-label={`Entry ${number}`}>
      <div class="tools head-line">
        <button class="quiet" onClick={() => go(href('timeline', [], query))}>
          {narrow ? '← Timeline' : 'Close'}
        </button>
        <span class="push" />
        <span class="dim">entry {number}</span>
      </div>
      {entry !== undefined ? (
        <Details entry={entry} />
      ) : error === undefined ? null : (
        <p class="empty">{gone(error, number)}</p>
      )}
    </article>
  )
}

function gone(error: Error, number: number): string {
  return error instanceof Refusal && error.status === 404
    ? `The journal no longer holds entry ${number}.`
    : error.message
}

function Details({ entry }: { entry: JournalEntry | TimeEntry }) {
  const { notes, triggers, clauses, assumptions } = entry
  const { defect } = entry.via === 'time' ? {} : entry
  return (
    <>
      <h2 class="what">
        <span class={`kind ${formatKind(entry).toLowerCase()}`}>{formatKind(entry)}</span> {formatRequest(entry)}
      </h2>
      <Facts entry={entry} />
      {entry.via === 'time' ? null : <Actions entry={entry} />}
      {notes.map((note) => (
        <p key={note} class="hint">
          {note}
        </p>
      ))}
      {defect === undefined ? null : <pre class="hint bad">{defect}</pre>}
      {entry.via !== 'time' ? null : (
        <p>
          It was for{' '}
          <a href={href('state', [entry.work.table, entry.work.id])}>
            {entry.work.table} {entry.work.id}
          </a>
          .
        </p>
      )}
      {triggers.length === 0 ? null : (
        <p class="hint">
          Triggers that acted:{' '}
          {triggers.map((id) => (
            <a key={id} href={href('scenario', [], { trigger: id })}>
              {id}
            </a>
          ))}
        </p>
      )}
      {entry.via === 'time' ? null : <Messages entry={entry} />}
      <Statements ids={[...clauses, ...assumptions]} />
      <Changes number={entry.number} />
    </>
  )
}

function Messages({ entry: { request, response, delivery } }: { entry: JournalEntry }) {
  return (
    <>
      <Message title="Asked" body={request.body} headers={request.headers} />
      {response === null ? (
        <h3>No answer was sent</h3>
      ) : (
        <Message
          title={delivery === undefined ? `Answered ${response.status}` : `Made ${response.status}, answer ${delivery}`}
          body={response.body}
          headers={response.headers}
          unsent={response.unsent}
          faults={response.faults}
        />
      )}
    </>
  )
}

function Facts({ entry }: { entry: JournalEntry | TimeEntry }) {
  const { at, duration, unit, caller, error, other_branch: other } = entry
  const { acting_for: human } = entry.via === 'time' ? {} : entry
  return (
    <dl class="facts">
      <div>
        <dt>World time</dt>
        <dd>
          {at.replace('T', ' ').replace('Z', '')}
          {duration.world_ms > 0 ? ` + ${duration.world_ms} ms` : ''}
        </dd>
      </div>
      <div>
        <dt>Took</dt>
        <dd>{duration.real_ms} ms</dd>
      </div>
      <div>
        <dt>Unit</dt>
        <dd>{unit === null ? 'none answers this path' : <a href={href('timeline', [], { unit })}>{unit}</a>}</dd>
      </div>
      <div>
        <dt>Caller</dt>
        <dd>
          {caller === null ? 'unknown' : <a href={href('state', ['users', caller])}>{caller}</a>}
          {human === undefined ? '' : `, ${human} stands behind it`}
        </dd>
      </div>
      {error === null ? null : (
        <div>
          <dt>Error</dt>
          <dd class="bad">{error}</dd>
        </div>
      )}
      {other ? (
        <div>
          <dt>Branch</dt>
          <dd>another: the world has gone back to where this had not happened</dd>
        </div>
      ) : null}
    </dl>
  )
}

import { deliveryText } from '../../../emulator/engine/journal/delivery-text.ts'
import type { JournalEntry } from '../../../emulator/engine/journal/journal-entry.ts'
import { refusalMessage } from '../../../emulator/engine/journal/refusal.ts'
import { WhyEntry } from '../record/why.tsx'
import { go, href } from '../route.ts'
import { useSession } from '../session.ts'
import { Refusal } from '../source/source.ts'
import { WithIds } from '../parts/with-ids.tsx'
import type { ShownEntry } from '../timeline/journal-store.ts'
import { classifyOutcome, formatAnswer, formatKind, formatRequest } from '../timeline/line.ts'
import { groupDueWork, holdsEntry } from '../timeline/due-work.ts'
import { useStore } from '../store.ts'
import { useLoaded } from '../use-loaded.ts'
import { Actions } from './actions.tsx'
import { Changes } from './changes.tsx'
import { Facts } from './facts.tsx'
import { Message } from './message.tsx'
import { RefusedBecause } from './refused-because.tsx'
import { Statements } from './statements.tsx'

interface Props {
  readonly number: number
  /** Filter of the timeline, kept in links. */
  readonly query: Readonly<Record<string, string>>
  readonly narrow: boolean
}

/** One entry of the timeline: request, answer, its changes, and the statements that decided it. */
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

function Details({ entry }: { entry: ShownEntry }) {
  const { notes, triggers, clauses, assumptions } = entry
  const { defect, beside } = entry.request === null ? {} : entry
  const message = entry.request === null ? undefined : refusalMessage(entry)
  return (
    <>
      <h2 class="what">
        <span class="kind" data-kind={formatKind(entry)}>
          {formatKind(entry)}
        </span>{' '}
        <span title={formatRequest(entry)}>
          <WithIds text={formatRequest(entry)} />
        </span>{' '}
        <span class={`answer ${classifyOutcome(entry)}`}>{formatAnswer(entry)}</span>
      </h2>
      <WhyEntry number={entry.number} />
      {entry.request === null ? null : <RefusedBecause entry={entry} />}
      {entry.deletedBy === undefined ? null : <DeletedBy number={entry.deletedBy} />}
      <Facts entry={entry} />
      {notes
        .filter((note) => message === undefined || !note.startsWith(message))
        .map((note) => (
          <p key={note} class="hint">
            {note}
          </p>
        ))}
      {defect === undefined ? null : (
        <>
          <pre class="hint bad">{defect}</pre>
          {beside === true ? (
            <p class="hint">
              The hook <code>beside</code> failed.
            </p>
          ) : (
            <p class="hint">
              This is a defect of the emulator. Please report it: <code>npx svc-emulator doctor</code> prints what a
              report needs, and the view <a href={href('scenario')}>Scenario</a> saves the run as a bundle.
            </p>
          )}
        </>
      )}
      {entry.via !== 'time' ? null : (
        <p>
          It was for{' '}
          <a href={href('state', [entry.work.table, entry.work.id])}>
            {entry.work.table} <WithIds text={entry.work.id} />
          </a>
          .
        </p>
      )}
      {entry.via === 'time' ? <DueTogether number={entry.number} /> : null}
      {!('did' in entry) || entry.entry === undefined ? null : (
        <p>
          It was done at the request of <a href={href('timeline', [entry.entry])}>entry {entry.entry}</a>.
        </p>
      )}
      {triggers.length === 0 ? null : (
        <p class="hint">
          Triggers that acted:{' '}
          {triggers.map((id) => (
            <span key={id}>
              <a href={href('scenario', [], { trigger: id })}>{id}</a>{' '}
            </span>
          ))}
        </p>
      )}
      {entry.request === null ? null : <Actions entry={entry} />}
      <Changes number={entry.number} />
      {entry.request === null ? null : <Messages entry={entry} />}
      <Statements ids={[...clauses, ...assumptions]} />
    </>
  )
}

/** Link to the entry that deleted the record of a cursor, by the step of the recorded run where one made it. */
function DeletedBy({ number }: { number: number }) {
  const { lines } = useStore(useSession().journal)
  const step = lines.find((line) => line.number === number)?.step
  return (
    <p class="hint">
      Its record was deleted by{' '}
      <a href={href('timeline', [number])}>{step === undefined ? `entry ${number}` : `step ${step.number}`}</a>.
    </p>
  )
}

/** Links to the due work in the same row of the timeline. */
function DueTogether({ number }: { number: number }) {
  const { lines } = useStore(useSession().journal)
  const row = groupDueWork(lines).find((each) => holdsEntry(each, number))
  if (row?.due === undefined) return null
  return (
    <details>
      <summary>{formatRequest(row)}</summary>
      <ul class="plain-list">
        {row.due.map((each) => (
          <li key={each.number}>
            <a href={href('timeline', [each.number])} aria-current={each.number === number ? 'true' : undefined}>
              <WithIds text={formatRequest(each)} />
            </a>
          </li>
        ))}
      </ul>
    </details>
  )
}

function Messages({ entry: { request, response, delivery } }: { entry: JournalEntry }) {
  return (
    <>
      <Message title="Asked" body={request.body} headers={request.headers} />
      {response === null ? (
        <h3>{delivery === 'held' ? 'Held: not answered yet' : 'No answer was sent'}</h3>
      ) : (
        <Message
          title={
            delivery === undefined
              ? `Answered ${response.status}`
              : `Made ${response.status}, ${deliveryText(delivery)}`
          }
          body={response.body}
          headers={response.headers}
          unsent={response.unsent}
          faults={response.faults}
        />
      )}
    </>
  )
}

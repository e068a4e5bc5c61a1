import { CopyButton } from '../parts/copy-button.tsx'
import { go, href } from '../route.ts'
import { RECORD_PREFIX, useSession } from '../session.ts'
import type { JournalEntry } from '../../../emulator/engine/journal/journal-entry.ts'
import { keyFor, fetchKeys, type WorldKey } from '../try/keys.ts'
import { useLoaded } from '../use-loaded.ts'
import { asCallStep, asCurl, asFetch, asHttpStep, toSendable } from './as-code.ts'
import { nextTimes } from './next-time.ts'
import { sendEntry } from './send-entry.ts'

/** Buttons of an entry: send again, try, copy. */
export function Actions({ entry }: { entry: JournalEntry }) {
  const session = useSession()
  const { source } = session
  // The journal holds no secrets: take a key of the world that belongs to the same caller.
  const key = async (): Promise<WorldKey | undefined> =>
    source.live ? keyFor(await fetchKeys(source), entry.caller, entry.acting_for) : undefined
  const sendable = async () => toSendable(entry, await key())
  const step = async () => {
    const { response, error, unit, request } = entry
    const answer = response === null ? undefined : { status: response.status, error }
    return entry.via === 'socket'
      ? asCallStep(unit ?? '', request.body, await key(), error)
      : asHttpStep(await sendable(), answer)
  }
  return (
    <div class="tools actions" role="group" aria-label="Actions">
      {source.live ? <ActInWorld entry={entry} /> : <ActInPage entry={entry} />}
      <span class="push" />
      <span class="copies">
        <span class="dim" aria-hidden="true">
          Copy as
        </span>
        <CopyButton label="Copy as curl" text={async () => asCurl(source.apiUrl, await sendable())}>
          curl
        </CopyButton>
        <CopyButton label="Copy as fetch" text={async () => asFetch(source.apiUrl, await sendable())}>
          fetch
        </CopyButton>
        <CopyButton label="Copy as step" text={step}>
          step
        </CopyButton>
      </span>
    </div>
  )
}

function ActInWorld({ entry: { number, unit, via } }: { entry: JournalEntry }) {
  const session = useSession()
  const { value: can } = useLoaded(() => session.abilities(), [])
  const resend = () =>
    session.act(async () => {
      const { entry } = await session.source.call('POST /journal/:number/resend', { params: { number }, body: {} })
      go(href('timeline', [entry.number]))
    }, 'Sent again.')
  return (
    <>
      {can?.has('POST /journal/{number}/resend') ? <button onClick={resend}>Send again</button> : null}
      {unit === null ? null : (
        <a class="button" href={tryPlace(via, unit, String(number))}>
          Edit and try
        </a>
      )}
      {unit === null ? null : <NextTime number={number} />}
    </>
  )
}

/** Leads to the form of a trigger for the next request like this one. */
function NextTime({ number }: { number: number }) {
  return (
    <select
      aria-label="Next time"
      value=""
      onChange={({ currentTarget }) => go(href('scenario', [], { next: currentTarget.value, entry: String(number) }))}
    >
      <option value="" disabled>
        Next time…
      </option>
      {Object.entries(nextTimes).map(([how, { label }]) => (
        <option key={how} value={how}>
          {label}
        </option>
      ))}
    </select>
  )
}

/** Link that begins a world in the page at this entry. */
function ActInPage({ entry }: { entry: JournalEntry }) {
  const session = useSession()
  const { number, unit, via } = entry
  const again = () =>
    session.begin({
      entry: number,
      when: 'before',
      place: href('timeline', [1]),
      first: (source) => sendEntry(source, entry),
    })
  const edit = () =>
    session.begin({ entry: number, when: 'before', place: tryPlace(via, unit!, `${RECORD_PREFIX}${number}`) })
  return (
    <>
      {unit === null ? null : (
        <button title="In a new world of this page, in the state before it" onClick={edit}>
          Edit and try
        </button>
      )}
      <button title="In a new world of this page, in the state before it" onClick={again}>
        Send again
      </button>
    </>
  )
}

function tryPlace(via: JournalEntry['via'], unit: string, from: string): string {
  return href('try', [via === 'socket' ? 'socket' : 'http', unit], { from })
}

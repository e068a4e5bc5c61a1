import { WithIds } from '../parts/with-ids.tsx'
import { href } from '../route.ts'
import { useSession } from '../session.ts'
import { useLoaded } from '../use-loaded.ts'
import { formatKind, formatRequest, type Line } from './line.ts'

/** Failures that a held request can be answered with, by their labels. */
const failures = {
  '503 from a gateway': { status: 503 },
  '500 internal_error': { error: 'internal_error' },
  '429 with Retry-After': { status: 429, headers: { 'retry-after': '1' } },
  '401 unauthenticated': { error: 'unauthenticated' },
} as const

type Failure = keyof typeof failures

/** Requests that wait at gates, each with what it can be let go with. */
export function HeldRequests({ lines, version }: { lines: readonly Line[]; version: number }) {
  const { source } = useSession()
  const held = lines.filter((line) => line.request !== null && line.delivery === 'held')
  const isAny = source.live && held.length > 0
  const { value } = useLoaded(async () => (isAny ? source.call('GET /holds') : undefined), [isAny], version)
  if (!isAny || value === undefined) return null
  const findGate = (number: number) => value.holds.find((hold) => hold.held.includes(number))
  const rows = held.flatMap((line) => {
    const gate = findGate(line.number)
    return gate === undefined ? [] : [{ line, gate }]
  })
  return rows.length === 0 ? null : (
    <section class="held-list" aria-label="Held requests">
      {rows.map(({ line, gate: { id, name = id } }) => (
        <HeldRequest key={line.number} line={line} gate={id} name={name} />
      ))}
    </section>
  )
}

function HeldRequest({ line, gate, name }: { line: Line; gate: string; name: string }) {
  const session = useSession()
  const release = (faults?: object) =>
    session.act(() =>
      session.source.call('POST /holds/:id/release', {
        params: { id: gate },
        body: { entry: line.number, ...(faults && { do: faults as never }) },
      }),
    )
  return (
    <div class="held-request">
      <span class="kind" data-kind={formatKind(line)}>
        {formatKind(line)}
      </span>
      <a class="what" href={href('timeline', [line.number])} title={formatRequest(line)}>
        <WithIds text={formatRequest(line)} />
      </a>
      <span class="dim">
        {line.caller ?? 'An unknown caller'} waits at {name}
      </span>
      <span class="push" />
      <button class="main" onClick={() => release()}>
        Answer
      </button>
      <select
        aria-label="Fail"
        value=""
        onChange={({ currentTarget }) => release({ fail: failures[currentTarget.value as Failure] })}
      >
        <option value="" disabled>
          Fail…
        </option>
        {Object.keys(failures).map((label) => (
          <option key={label}>{label}</option>
        ))}
      </select>
      <button onClick={() => release({ lose_response: true })} title="The work is done, the answer never comes">
        Lose
      </button>
    </div>
  )
}

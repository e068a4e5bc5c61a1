import { asCallStep, asCurl, asFetch, asHttpStep, type Sendable } from '../exchange/as-code.ts'
import { Statements } from '../exchange/statements.tsx'
import { CopyButton } from '../parts/copy-button.tsx'
import { Json } from '../parts/json.tsx'
import { href, isPanel } from '../route.ts'
import { useSession } from '../session.ts'
import { linkTo } from './link.ts'
import { buildParams, buildRequest } from './request.ts'
import type { TryUnit } from './units.ts'
import { classifyTried } from './send.ts'
import type { Sent } from './use-trial.ts'

interface Props {
  readonly unit: TryUnit
  readonly sent: Sent
}

/** Answer of a tried request, with the statements that decided it. */
export function TriedView({ unit, sent: { typed, key, tried } }: Props) {
  const session = useSession()
  const { status, error, body, line } = tried
  const sendable = (): Sendable => ({ ...buildRequest(unit, typed), key, type: unit.bodyType })
  const step = () =>
    unit.transport === 'socket'
      ? asCallStep(unit.name, buildParams(unit, typed), key, error)
      : asHttpStep(sendable(), { status: status ?? 0, error })
  const link = () => location.href.split('#', 1)[0] + linkTo(unit, typed, key)
  const keep = () => {
    session.kept.add(step())
    session.say('Kept. Find it in the view Scenario.')
  }
  return (
    <section class="tried" aria-label="Outcome" aria-live="polite">
      <h3>
        Answered{' '}
        <span class={`answer ${classifyTried(tried)}`}>
          {[status, error].filter((each) => each !== undefined && each !== null).join(' ') || 'success'}
        </span>
        {line === undefined ? null : (
          <>
            {' '}
            <a href={href('timeline', [line.number])}>entry {line.number}</a>
          </>
        )}
      </h3>
      <div class="tools actions" role="group" aria-label="Keep or copy">
        <button onClick={keep}>Keep as step</button>
        {unit.transport === 'http' ? (
          <>
            <CopyButton text={() => asCurl(session.source.apiUrl, sendable())}>Copy as curl</CopyButton>
            <CopyButton text={() => asFetch(session.source.apiUrl, sendable())}>Copy as fetch</CopyButton>
          </>
        ) : null}
        <CopyButton text={step}>Copy as step</CopyButton>
        {isPanel() ? null : <CopyButton text={link}>Copy as link</CopyButton>}
      </div>
      {line === undefined || line.triggers.length === 0 ? null : (
        <p class="hint">Trigger: {line.triggers.join(', ')}</p>
      )}
      {line?.notes.map((note) => (
        <p key={note} class="hint">
          {note}
        </p>
      ))}
      <Json value={body} label="Answer" />
      {line === undefined ? null : <Statements ids={[...line.clauses, ...line.assumptions]} />}
    </section>
  )
}

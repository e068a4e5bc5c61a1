import { useState } from 'preact/hooks'
import { CopyButton } from '../parts/copy-button.tsx'
import { Json } from '../parts/json.tsx'
import { describeFaults } from '../scenario/trigger-sentence.ts'

interface Props {
  readonly title: string
  readonly body: unknown
  readonly headers: Readonly<Record<string, string>>
  readonly unsent?: 'body' | 'all' | undefined
  readonly faults?: readonly object[] | undefined
}

/** A request or an answer: headers and body. */
export function Message({ title, body, headers, unsent, faults }: Props) {
  const [raw, setRaw] = useState(false)
  const text = () => (typeof body === 'string' ? body : JSON.stringify(body, null, 2))
  return (
    <section class="message-part">
      <div class="tools">
        <h3>{title}</h3>
        <span class="push" />
        {body === null ? null : (
          <>
            <button class="quiet" aria-pressed={raw} onClick={() => setRaw(!raw)}>
              Raw
            </button>
            <CopyButton text={text} label={`Copy the body: ${title}`}>
              Copy
            </CopyButton>
          </>
        )}
      </div>
      {unsent === undefined ? null : (
        <p class="hint">
          {unsent === 'body'
            ? 'The body was not sent: the request was HEAD.'
            : 'Not sent: the call was a notification.'}
        </p>
      )}
      {faults === undefined ? null : <p class="hint">A trigger changed this answer: {describeFaults(faults)}</p>}
      {body === null ? <p class="dim">no body</p> : <Json value={body} raw={raw} label={`Body: ${title}`} />}
      <details>
        <summary>Headers ({Object.keys(headers).length})</summary>
        <dl class="headers">
          {Object.entries(headers).map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </details>
    </section>
  )
}

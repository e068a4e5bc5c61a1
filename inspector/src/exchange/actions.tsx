import { CopyButton } from '../parts/copy-button.tsx'
import { go, href } from '../route.ts'
import { useSession } from '../session.ts'
import type { Entry } from '../timeline/line.ts'
import { keyFor, keysOf, type WorldKey } from '../try/keys.ts'
import { useLoaded } from '../use-loaded.ts'
import { asCallStep, asCurl, asFetch, asHttpStep, sendableOf } from './as-code.ts'

/** What can be done with an entry: copied, tried again, sent again, gone back to. */
export function Actions({ entry }: { entry: Entry }) {
  const session = useSession()
  const { source } = session
  const { value: can } = useLoaded(() => session.abilities(), [])
  if (entry.via !== 'http' && entry.via !== 'socket') return null
  // The journal holds no secrets: the key is one of the world that makes the same caller.
  const key = async (): Promise<WorldKey | undefined> => (source.live ? keyFor(await keysOf(source), entry.caller) : undefined)
  const sendable = async () => sendableOf(entry, await key())
  const step = async () => {
    const { response, error, unit, request } = entry
    const answer = response === null ? undefined : { status: response.status, error }
    return entry.via === 'socket' ? asCallStep(unit ?? '', request?.body, await key(), error) : asHttpStep(await sendable(), answer)
  }
  return (
    <div class="tools actions" role="group" aria-label="Actions">
      <CopyButton text={async () => asCurl(source.apiUrl, await sendable())}>Copy as curl</CopyButton>
      <CopyButton text={async () => asFetch(source.apiUrl, await sendable())}>Copy as fetch</CopyButton>
      <CopyButton text={step}>Copy as step</CopyButton>
      {source.live && entry.unit !== null ? <a class="button" href={href('try', [entry.via === 'socket' ? 'socket' : 'http', entry.unit], { from: String(entry.number) })}>Edit and try</a> : null}
      {can?.has('POST /journal/{number}/resend') ? <ResendButton number={entry.number} /> : null}
    </div>
  )
}

function ResendButton({ number }: { number: number }) {
  const session = useSession()
  const resend = () => session.act(async () => {
    const { entry } = await session.source.call<{ entry: { number: number } }>('POST', `/journal/${number}/resend`, {})
    go(href('timeline', [entry.number]))
  }, 'Sent again.')
  return <button onClick={resend}>Send again</button>
}

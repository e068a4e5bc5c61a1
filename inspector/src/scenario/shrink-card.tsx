import { useEffect, useRef } from 'preact/hooks'
import { CopyButton } from '../parts/copy-button.tsx'
import { download } from '../parts/download.ts'
import type { ShrinkRun, Shrunk } from '../record/shrink-run.ts'
import { useStore } from '../store.ts'
import { useLoaded } from '../use-loaded.ts'
import { findPlayground, writeRunAddress } from './run-address.ts'

/** The smallest world in which a scenario still fails, and the way to it. Empty until the work begins. */
export function ShrinkCard({ run }: { run: ShrinkRun }) {
  const { progress, shrunk } = useStore(run)
  const card = useRef<HTMLElement>(null)
  const isRunning = progress !== undefined
  const wasRunning = useRef(false)
  useEffect(() => {
    if (isRunning || wasRunning.current) card.current?.scrollIntoView({ block: 'nearest' })
    wasRunning.current = isRunning
  }, [isRunning])
  if (progress === undefined && shrunk === undefined) return null
  return (
    <section ref={card} class="card wide" aria-labelledby="shrink-title">
      <h2 id="shrink-title">Smallest world in which it fails</h2>
      {progress === undefined ? null : (
        <div class="tools">
          <span>{progress}</span>
          <button onClick={() => run.stop()}>Stop</button>
        </div>
      )}
      <div role="status">{shrunk === undefined ? null : <Lines shrunk={shrunk} />}</div>
      {shrunk?.isSmaller === true ? <Smallest shrunk={shrunk} /> : null}
    </section>
  )
}

function Lines({ shrunk: { lines, isSmaller, isLeast } }: { shrunk: Shrunk }) {
  if (!isSmaller && isLeast) return <p>Nothing can be left out: it is as small as it gets.</p>
  return (
    <>
      {lines.map((line, index) => (
        <p key={line} class={index === 0 ? 'lead' : 'dim'}>
          {line}
        </p>
      ))}
    </>
  )
}

function Smallest({ shrunk: { scenario, text } }: { shrunk: Shrunk }) {
  const { value: link, error } = useLoaded(() => writeRunAddress(scenario, findPlayground()), [scenario])
  return (
    <>
      <pre class="json scroll" tabIndex={0} role="region" aria-label="The smallest scenario">
        {text}
      </pre>
      <div class="tools">
        <CopyButton text={() => text}>Copy as scenario</CopyButton>
        <button onClick={() => download('repro.yaml', text, 'application/yaml')}>Save as file</button>
        {link === undefined ? null : (
          <CopyButton text={() => link} title="A link that plays it in the playground; nothing is uploaded">
            Copy link
          </CopyButton>
        )}
      </div>
      {error === undefined ? null : <p class="hint">{error.message}</p>}
    </>
  )
}

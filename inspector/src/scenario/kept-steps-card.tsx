import { CopyButton } from '../parts/copy-button.tsx'
import { download } from '../parts/download.ts'
import { useSession } from '../session.ts'
import { useStore } from '../store.ts'

/** Steps that the user kept in Try, as a scenario. */
export function KeptStepsCard() {
  const session = useSession()
  const kept = useStore(session.kept)
  const { steps } = kept
  if (!session.source.live) return null
  const clear = async () => {
    if (
      await session.ask(
        'Drop the kept steps?',
        steps.length === 1 ? 'One step goes.' : `${steps.length} steps go.`,
        'Drop',
      )
    )
      kept.clear()
  }
  return (
    <section class="card">
      <h2>Kept steps</h2>
      {steps.length === 0 ? (
        <p class="dim">Requests that you keep in Try are listed here as steps of a scenario.</p>
      ) : null}
      <ol class="steps">
        {steps.map((step, index) => (
          // Steps have no identity but their position.
          <li key={index}>
            <pre class="json" tabIndex={0} role="region" aria-label={`Step ${index + 1}`}>
              {step}
            </pre>
            <button class="quiet" onClick={() => kept.remove(index)} aria-label={`Drop step ${index + 1}`}>
              ×
            </button>
          </li>
        ))}
      </ol>
      {steps.length === 0 ? null : (
        <div class="tools">
          <CopyButton text={() => kept.scenario('kept-steps')}>Copy as scenario</CopyButton>
          <button onClick={() => download('kept-steps.yaml', kept.scenario('kept-steps'), 'application/yaml')}>
            Save as file
          </button>
          <span class="push" />
          <button onClick={clear}>Drop all</button>
        </div>
      )}
    </section>
  )
}

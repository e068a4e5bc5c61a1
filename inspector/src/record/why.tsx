import { useSession } from '../session.ts'
import { useLoaded } from '../use-loaded.ts'

interface Scenarios {
  readonly scenarios: readonly { readonly about: string; readonly problems?: readonly string[] }[]
}

/** Reason for which the run was recorded: the errors of a test, the scenario steps that failed. */
export function Why() {
  const { source } = useSession()
  const { value } = useLoaded(
    () => (source.live ? Promise.resolve(undefined) : source.call<Scenarios>('GET', '/scenarios')),
    [],
  )
  const { about, problems = [] } = value?.scenarios[0] ?? {}
  if (problems.length === 0) return null
  return (
    <section class="why" aria-label="Why this run was kept">
      <h2>{about}</h2>
      {problems.map((problem) => (
        <p key={problem} class="hint bad">
          {problem}
        </p>
      ))}
    </section>
  )
}

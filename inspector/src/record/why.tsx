import type { ShownStep } from '../../../emulator/scenario/shown-bundle.ts'
import { href } from '../route.ts'
import { useSession } from '../session.ts'
import { describeStep, findStep } from './describe-step.ts'

/** Reason for which the run was recorded: the errors of a test, the scenario steps that failed. */
export function Why() {
  const { run } = useSession().source
  if (run === undefined || run.problems.length === 0) return null
  const { about, problems, steps } = run
  return (
    <section class="why" aria-label="Why this run was kept">
      <h2>{about}</h2>
      <Problems problems={problems} />
      {steps.length === 0 ? null : (
        <details>
          <summary>Steps ({steps.length})</summary>
          <ol>
            {steps.map((step) => (
              <li key={step.number}>
                <Step step={step} />
              </li>
            ))}
          </ol>
        </details>
      )}
    </section>
  )
}

/** The step that made an entry, and why the run was kept where it failed there. */
export function WhyEntry({ number }: { number: number }) {
  const { run } = useSession().source
  if (run === undefined) return null
  const step = findStep(run.steps, number)
  const reasons = step?.reasons ?? (number === run.opens ? run.problems : [])
  return (
    <>
      {step === undefined ? null : <p>{describeStep(step)}</p>}
      {reasons.length === 0 ? null : (
        <section aria-label="Why this run was kept">
          <Problems problems={reasons} />
        </section>
      )}
    </>
  )
}

function Problems({ problems }: { problems: readonly string[] }) {
  return (
    <>
      {problems.map((problem) => (
        <p key={problem} class="hint bad">
          {problem}
        </p>
      ))}
    </>
  )
}

function Step({ step: { title, status, entries } }: { step: ShownStep }) {
  return (
    <>
      {entries === undefined ? title : <a href={href('timeline', [entries[1]])}>{title}</a>}{' '}
      {status === 'passed' ? null : <span class={status === 'failed' ? 'bad' : 'dim'}>{status}</span>}
    </>
  )
}

import type { ShownStep } from '../../../emulator/scenario/shown-bundle.ts'
import { go, href } from '../route.ts'
import { ShrinkButton } from '../scenario/shrink-button.tsx'
import { useSession } from '../session.ts'
import type { RunFacts } from '../source/source.ts'
import { describeStep, findStep } from './describe-step.ts'
import { Reasons, WhyButton } from './why-fails.tsx'

/** Reason for which the run was recorded: the errors of a test, the scenario steps that failed. */
export function Why() {
  const { run } = useSession().source
  if (run === undefined || run.problems.length === 0) return null
  const { about, problems, steps } = run
  return (
    <section class="why" aria-label="Why this run was kept">
      <h2>{about}</h2>
      <Problems problems={problems} run={run} />
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
          <Problems problems={reasons} run={run} />
        </section>
      )}
    </>
  )
}

function Problems({ problems, run: { shrink, why } }: { problems: readonly string[]; run: RunFacts }) {
  return (
    <>
      {problems.map((problem) => (
        <p key={problem} class="hint bad">
          {problem}
        </p>
      ))}
      <div class="tools">
        {why === undefined ? null : <WhyButton run={why} />}
        {shrink === undefined ? null : <ShrinkButton run={shrink} onBegin={() => go(href('scenario'))} />}
      </div>
      {why === undefined ? null : <Reasons run={why} />}
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

import { useSession } from '../session.ts'
import { useStore } from '../store.ts'
import type { WhyRun } from './why-run.ts'

/** Asks why a scenario failed. Not shown once the reasons are. */
export function WhyButton({ run }: { run: WhyRun }) {
  const session = useSession()
  const { progress, reasons } = useStore(run)
  if (reasons !== undefined) return null
  return (
    <button
      title="Finds the smallest change of the contract or the world with which it passes, in this page"
      disabled={progress !== undefined}
      onClick={() => void run.begin().catch((error: unknown) => session.failed(error))}
    >
      {progress ?? 'Why?'}
    </button>
  )
}

/** The reasons, the likeliest first. */
export function Reasons({ run }: { run: WhyRun }) {
  const { reasons = [] } = useStore(run)
  return (
    <div role="status">
      {reasons.map((line, n) => (
        <p key={line} class={n === 0 ? 'lead' : 'dim'}>
          {line}
        </p>
      ))}
    </div>
  )
}

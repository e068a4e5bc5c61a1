import type { ShrinkRun } from '../record/shrink-run.ts'
import { useSession } from '../session.ts'
import { useStore } from '../store.ts'

/** Shrinks the scenario that failed. Not shown during the work, and after it if nothing more can be left out. */
export function ShrinkButton({ run, onBegin }: { run: ShrinkRun; onBegin?: () => void }) {
  const session = useSession()
  const { progress, shrunk } = useStore(run)
  if (progress !== undefined || shrunk?.isLeast === true) return null
  const begin = () => {
    run.begin().catch((error: unknown) => session.failed(error))
    onBegin?.()
  }
  return (
    <button title="Finds the smallest world in which it still fails, in this page" onClick={begin}>
      Shrink
    </button>
  )
}

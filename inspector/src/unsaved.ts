import { useLayoutEffect } from 'preact/hooks'
import type { Session } from './session.ts'

/** Forms whose texts were changed and not saved. */
const forms = new Set<symbol>()

/** Counts a form as unsaved while its texts are changed. */
export function useUnsaved(isChanged: boolean): void {
  useLayoutEffect(() => {
    if (!isChanged) return undefined
    const form = Symbol('form')
    forms.add(form)
    return () => forms.delete(form)
  }, [isChanged])
}

export function hasUnsaved(): boolean {
  return forms.size > 0
}

/** Forgets what was saved or given up. */
export function forgetUnsaved(): void {
  forms.clear()
}

/** Asks before unsaved edits go. Resolves to true if there are none, or if they may go. */
export async function mayLeave(session: Session): Promise<boolean> {
  if (!hasUnsaved()) return true
  const yes = await session.ask('Leave without saving?', 'What you typed here is not saved, and goes.', 'Leave')
  if (yes) forgetUnsaved()
  return yes
}

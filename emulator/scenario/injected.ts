import type { Target } from './targets/target.ts'

/**
 * A line for each answer of a step that triggers acted on, chaos among them: `injected by the trigger 'down'`. `after`:
 * number of the last entry of the journal before the step; without it, the last entry counts.
 */
export async function findInjected({ controls }: Target, after: number | undefined): Promise<string[]> {
  if (controls === undefined) return []
  const { entries } = await controls.journal(after ?? (await controls.lastEntry()) - 1)
  return entries.flatMap((entry) => {
    if (!('response' in entry) || entry.triggers.length === 0) return []
    const names = entry.triggers.map((name) => `'${name}'`)
    return [`injected by the trigger${names.length > 1 ? 's' : ''} ${names.join(' and ')}`]
  })
}

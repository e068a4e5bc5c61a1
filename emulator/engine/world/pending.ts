import type { Pending } from './tables/pending.ts'
import type { World } from './world.ts'

/** Replaces the work that is pending for a record; with `work` undefined nothing is left to do. */
export function reschedule(
  world: World,
  subject: Pending['subject'],
  subjectId: string,
  work: { task: string; due: number } | undefined,
): void {
  for (const { id } of Array.from(world.pending.by('subject', subjectId))) world.pending.removeRow(id)
  if (work !== undefined) world.schedule(work.task, work.due, subject, subjectId)
}

/** The piece of work that falls due first. */
export function earliest(world: World): Pending | undefined {
  return world.pending.first('due')
}

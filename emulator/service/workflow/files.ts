import * as v from 'valibot'
import type { Session } from '../../engine/world/tables/sessions.ts'
import { fileRecord, type SessionFile } from '../../engine/world/tables/sessions.ts'
import type { World } from '../../engine/world/world.ts'
import { recordView } from '../../engine/kernel/unit/assumed.ts'

const { data: _, ...shown } = fileRecord.entries

/** File in an envelope: its size in place of its bytes. */
export const fileView = recordView('SessionFile', { ...shown, bytes: v.number() }, [], ['A-25'])

export function viewFile({ data, ...file }: SessionFile): v.InferOutput<typeof fileView> {
  return { ...file, bytes: data.byteLength }
}

export function findFile(world: World, session: Session, name: string): SessionFile | undefined {
  return world.files.by('session', session.id, name).first()
}

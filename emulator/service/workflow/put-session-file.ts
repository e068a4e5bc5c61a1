import { requireCommandRole } from '../access/commands.ts'
import { requireNameable } from '../../engine/kernel/aliases.ts'
import { endpoint } from '../../engine/kernel/unit/definition.ts'
import { isoTime } from '../../engine/world/clock.ts'
import { getOwningOrg } from './definitions.ts'
import { findFile, fileView, viewFile } from './files.ts'
import { findSession, recordSessionEvent } from './sessions.ts'

export const putSessionFile = endpoint({
  method: 'PUT',
  path: '/workflow/sessions/:session_id/files/:name',
  name: 'put_session_file',
  summary: 'Upload a file to a session. A file of the same name is replaced and keeps its id.',
  clauses: ['envelope.binary.session-file-upload', 'envelope.binary.file-is-the-body'],
  assumptions: ['A-25', 'A-379'],
  assumed: true,
  transfer: 'upload',
  openBody: true,
  returns: { file: fileView },
  sample: { params: { session_id: 'run-01', name: 'notes.txt' }, body: {}, file: 'the bytes of a file' },
  errors: ['forbidden', 'session_not_found'],
  subject: ({ params }, ctx) => findSession(ctx, params.session_id),
  access: ({ subject }, ctx) => requireCommandRole(ctx, getOwningOrg(ctx, subject), 'write'),
  handle({ params, body, bytes, subject: session }, ctx) {
    const { world } = ctx
    requireNameable(ctx, params.name, 'name of a file')
    const content = { data: bytes, parameters: body, created_at: isoTime(world.now) }
    const old = findFile(world, session, params.name)
    const file =
      old === undefined
        ? world.files.create({ session_id: session.id, name: params.name, ...content })
        : world.files.update(old.id, content)
    recordSessionEvent(world, session.id, 'file_uploaded', {
      file_id: file.id,
      name: file.name,
      bytes: bytes.byteLength,
    })
    return { file: viewFile(file) }
  },
})

import { requireCommandRole } from '../access/commands.ts'
import { ApiError } from '../../contract/api-error.ts'
import { Binary } from '../../engine/kernel/unit/binary.ts'
import { endpoint } from '../../engine/kernel/unit/definition.ts'
import { getOwningOrg } from './definitions.ts'
import { findFile, fileView, viewFile } from './files.ts'
import { findSession } from './sessions.ts'

export const getSessionFile = endpoint({
  method: 'GET',
  path: '/workflow/sessions/:session_id/files/:name',
  name: 'get_session_file',
  summary: 'Download a file of a session: the file is the body, the envelope is in X-Response-Body.',
  clauses: ['envelope.binary.session-file-download'],
  assumptions: ['A-25', 'A-379'],
  assumed: true,
  transfer: 'download',
  returns: { file: fileView },
  sample: { params: { session_id: 'run-01', name: 'readme.txt' } },
  errors: ['forbidden', 'session_not_found', 'file_not_found'],
  subject({ params }, ctx) {
    const session = findSession(ctx, params.session_id)
    const file = findFile(ctx.world, session, params.name)
    if (file === undefined)
      throw new ApiError('file_not_found', `Session '${params.session_id}' has no file '${params.name}'.`)
    return { session, file }
  },
  access: ({ subject }, ctx) => requireCommandRole(ctx, getOwningOrg(ctx, subject.session), 'read'),
  handle: ({ subject: { file } }) => new Binary(file.data, { file: viewFile(file) }),
})

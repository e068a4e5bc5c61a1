import { markOwnKey } from '../access/rules.ts'
import { requireReady } from '../blobs/blobs.ts'
import { endpoint } from '../../engine/kernel/unit/definition.ts'
import { findRevision, requireRevisionRole, requireSettled } from '../revisions/revisions.ts'

export const uploadModel = endpoint({
  method: 'PUT',
  path: '/revisions/:revision_id/model',
  name: 'upload_model',
  summary:
    'Upload the ONNX model of a revision, in place of the one it had. The file is the body; `X-Request-Body` carries the JSON request.',
  clauses: ['envelope.binary.model-upload', 'envelope.binary.file-is-the-body'],
  assumptions: ['A-25', 'A-379'],
  assumed: true,
  transfer: 'upload',
  openBody: true,
  sample: {
    params: { revision_id: '00000000-0000-4000-8000-0000000000e4' },
    body: { framework: 'onnx' },
    file: 'the bytes of a model',
  },
  errors: ['forbidden', 'revision_not_found', 'blob_not_ready', 'operation_in_progress'],
  subject: ({ params }, ctx) => findRevision(ctx, params.revision_id),
  access: ({ subject }, ctx) => requireRevisionRole(ctx, subject, 'write'),
  handle({ body, bytes, subject: { revision, blob } }, ctx) {
    requireReady(ctx, blob)
    requireSettled(ctx, revision)
    markOwnKey(ctx, 'perimeter.push-admitted')
    const { world } = ctx
    const old = world.models.by('revision', revision.id).first()
    // The bytes are stored without a copy, and shared by every fork.
    const model = { data: bytes, parameters: { ...body } }
    if (old === undefined) world.models.create({ revision_id: revision.id, ...model })
    else world.models.update(old.id, model)
  },
})

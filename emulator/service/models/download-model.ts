import { markOwnKey } from '../access/rules.ts'
import { ApiError } from '../../contract/api-error.ts'
import { Binary } from '../../engine/kernel/unit/binary.ts'
import { endpoint } from '../../engine/kernel/unit/definition.ts'
import { findRevision, requireReadable } from '../revisions/revisions.ts'
import { modelView, viewModel } from './models.ts'

export const downloadModel = endpoint({
  method: 'GET',
  path: '/revisions/:revision_id/model',
  name: 'download_model',
  summary: 'Download the ONNX model of a revision. The file is the body; `X-Response-Body` carries the envelope.',
  clauses: ['envelope.binary.model-download'],
  assumptions: ['A-25'],
  assumed: true,
  transfer: 'download',
  returns: { model: modelView },
  sample: { params: { revision_id: '00000000-0000-4000-8000-0000000000e1' } },
  errors: ['forbidden', 'revision_not_found', 'model_not_found'],
  subject: ({ params }, ctx) => findRevision(ctx, params.revision_id),
  access: ({ subject }, ctx) => requireReadable(ctx, subject),
  handle({ subject: { revision } }, ctx) {
    const model = ctx.world.models.by('revision', revision.id).first()
    if (model === undefined)
      throw new ApiError('model_not_found', `No model was uploaded for revision '${revision.id}'.`)
    markOwnKey(ctx, 'perimeter.pull-admitted')
    return new Binary(model.data, { model: viewModel(model) })
  },
})

import * as v from 'valibot'
import { modelRecord, type Model } from '../../engine/world/tables/models.ts'
import { recordView } from '../../engine/kernel/unit/assumed.ts'

const { revision_id, parameters, created_at } = modelRecord.entries

/** Description of a model in the envelope of a download, whose body is the model. `bytes` is its size. */
export const modelView = recordView(
  'Model',
  { revision_id, bytes: v.pipe(v.number(), v.integer()), parameters, created_at },
  [],
  ['A-25'],
)

type ModelView = v.InferOutput<typeof modelView>

export function viewModel(model: Model): ModelView {
  return {
    revision_id: model.revision_id,
    bytes: model.data.byteLength,
    parameters: model.parameters,
    created_at: model.created_at,
  }
}

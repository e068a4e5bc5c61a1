import { isObject } from '../../engine/checking/is-object.ts'
import { shallowJson } from '../../engine/checking/json-parts.ts'
import type { Asked } from './asked.ts'
import { seeAnswer } from './facts/seen-answer.ts'
import { findParams, findUnit } from './find-unit.ts'
import type { Observation } from './observation.ts'
import type { Twin } from './twin.ts'

/**
 * Disables a blob type of an organization at the twin if the target refuses it as not enabled, because no endpoint
 * lists the enabled types. `asked`: the translated request.
 */
export function learnBlobTypes({ host: { world } }: Twin, asked: Asked, observation: Observation): void {
  const unit = findUnit(asked)
  if (unit?.id !== 'POST /blobs/:org_id' || seeAnswer(observation, unit)?.code !== 'invalid_blob_type') return
  const org = world.orgs.find(findParams(asked)['org_id'] ?? '')
  const body = asked.via === 'http' && typeof asked.body === 'string' ? shallowJson(asked.body) : undefined
  if (org === undefined || !isObject(body)) return
  const enabled = org.enabled_blob_types.filter((type) => type !== body['type'])
  if (enabled.length < org.enabled_blob_types.length) world.orgs.update(org.id, { enabled_blob_types: enabled })
}

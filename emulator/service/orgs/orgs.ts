import * as v from 'valibot'
import { orgRecord, type Org } from '../../engine/world/tables/orgs.ts'
import { recordView } from '../../engine/kernel/unit/assumed.ts'
import { alias, name, visibility } from '../../engine/world/tables/fields.ts'

const { enabled_blob_types: _types, ...shown } = orgRecord.entries

/** Fields of an organization that clients may write, on creation and on update. */
export const orgBody = { name: v.optional(name), alias: v.optional(alias), visibility: v.optional(visibility) }

/** Organization in answers, without the blob types that it enables. */
export const orgView = recordView('Org', shown, ['id', 'alias', 'visibility'], ['A-16'])

export function viewOrg({ enabled_blob_types: _enabled, ...org }: Org): v.InferOutput<typeof orgView> {
  return org
}

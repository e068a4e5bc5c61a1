import type * as v from 'valibot'
import { ApiError } from '../../contract/api-error.ts'
import { limitOf } from '../../engine/kernel/limits.ts'
import type { Listing } from '../../engine/kernel/pages.ts'
import type { Context } from '../../engine/kernel/unit/context.ts'
import { metadataRecord, type Metadata } from '../../engine/world/tables/metadata.ts'
import { recordView } from '../../engine/kernel/unit/assumed.ts'

const { entries } = metadataRecord

/** An entry of metadata as it is answered. */
export const metadataView = recordView(
  'MetadataEntry',
  { alias: entries.alias, key: entries.key, value: entries.value, created_at: entries.created_at },
  [],
  ['A-22'],
)

type MetadataView = v.InferOutput<typeof metadataView>

/** Whose metadata: a blob's or a revision's, under one alias. */
interface MetadataPlace extends Pick<Metadata, 'target' | 'target_id' | 'alias'> {}

/** The entries under an alias; of one that is not used, none. */
export function listMetadata(
  { world }: Context,
  { target, target_id: targetId, alias: name }: MetadataPlace,
): Listing<Metadata> {
  return {
    rows: world.metadata.by('target', targetId, name),
    view: viewMetadata,
    shows: [`${target}s.metadata.under-alias`],
  }
}

function viewMetadata({ alias, key, value, created_at }: Metadata): MetadataView {
  return { alias, key, value, created_at }
}

/** Sets each key to its value and leaves the other keys under the alias as they are. */
export function setMetadata(ctx: Context, place: MetadataPlace, values: Readonly<Record<string, unknown>>): void {
  const { world } = ctx
  const entries = Object.entries(values)
  requireFewKeys(ctx, entries.length)
  if (entries.some(([name]) => name === '')) {
    throw new ApiError('invalid_request_body', "'' is no key: a key of metadata has at least one character.")
  }
  ctx.cite('A-56')
  for (const [name, given] of entries) {
    const old = world.metadata.by('entry', place.target_id, place.alias, name).first()
    if (old !== undefined) world.metadata.update(old.id, { value: given })
    else world.metadata.create({ ...place, key: name, value: given })
  }
}

/** Each key is a record: a body of a megabyte could hold 80,000 of them. */
function requireFewKeys({ world }: Context, current: number): void {
  const name = 'metadata_keys_per_request'
  const max = limitOf(world, name)
  if (current <= max) return
  throw new ApiError('request_too_large', `A request sets at most ${max} keys of metadata; this one sets ${current}.`, {
    limit: { name, max, current },
    cites: ['A-30'],
  })
}

import type * as v from 'valibot'
import { ApiError } from '../../contract/api-error.ts'
import { requireNameable } from '../../engine/kernel/aliases.ts'
import { findLimit } from '../../engine/kernel/limits.ts'
import type { Listing } from '../../engine/kernel/pages.ts'
import type { Context } from '../../engine/kernel/unit/context.ts'
import { metadataRecord, type Metadata } from '../../engine/world/tables/metadata.ts'
import { recordView } from '../../engine/kernel/unit/assumed.ts'

const { entries } = metadataRecord

/** Entry of metadata in answers. */
export const metadataView = recordView(
  'MetadataEntry',
  { alias: entries.alias, key: entries.key, value: entries.value, created_at: entries.created_at },
  [],
  ['A-22'],
)

type MetadataView = v.InferOutput<typeof metadataView>

/** Owner of metadata: a blob or a revision, and one alias under it. */
interface MetadataPlace extends Pick<Metadata, 'target' | 'target_id' | 'alias'> {}

/** Entries under an alias; none under an unused one. */
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
  requireNameable(ctx, place.alias, 'alias of metadata')
  requireFewKeys(ctx, entries.length)
  if (entries.some(([name]) => name === '')) {
    throw new ApiError('invalid_request_body', "'' is no key: a key of metadata has at least one character.", {
      cites: ['A-342'],
    })
  }
  ctx.cite('A-355')
  for (const [name, given] of entries) {
    const old = world.metadata.by('entry', place.target_id, place.alias, name).first()
    if (old !== undefined) world.metadata.update(old.id, { value: given })
    else world.metadata.create({ ...place, key: name, value: given })
  }
}

/** Bounds the number of keys: each is a record, and a body of a megabyte could hold 80,000. */
function requireFewKeys({ world }: Context, current: number): void {
  const name = 'metadata_keys_per_request'
  const max = findLimit(world, name)
  if (current <= max) return
  throw new ApiError('request_too_large', `A request sets at most ${max} keys of metadata; this one sets ${current}.`, {
    limit: { name, max, current },
    cites: ['A-181'],
  })
}

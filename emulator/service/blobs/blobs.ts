import type { StatementId } from '../../engine/coverage/statements.ts'
import { ApiError } from '../../contract/api-error.ts'
import { blobRecord, type Blob } from '../../engine/world/tables/blobs.ts'
import type { TargetRecord } from '../access/roles.ts'
import { recordView } from '../../engine/kernel/unit/assumed.ts'

/** Blob in answers: as it is stored (A-21). Its name in documents differs from the browsers' `Blob`. */
export const blobView = recordView('BlobRecord', blobRecord.entries, ['id', 'alias', 'visibility'], ['A-21'])

/** Refuses writes to a blob, and below it, while it is being created or deleted. */
export function requireReady({ alias, condition }: Blob, cites: readonly StatementId[] = ['A-54']): void {
  if (condition === 'ready') return
  throw new ApiError(
    'blob_not_ready',
    `Blob '${alias}' is being ${condition === 'creating' ? 'created' : 'deleted'}.`,
    { cites },
  )
}

/** Refuses to add or remove members, keys and credentials of a blob while it is being created or deleted. */
export function requireReadyTarget(target: TargetRecord): void {
  if (target.kind === 'blob') requireReady(target.record)
}

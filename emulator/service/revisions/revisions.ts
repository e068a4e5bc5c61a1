import type * as v from 'valibot'
import type { StatementId } from '../../engine/coverage/statements.ts'
import { callerRole, hiddenBy, inScope, isSeen } from '../access/roles.ts'
import { forbidden, requireRole } from '../access/rules.ts'
import { ApiError } from '../../contract/api-error.ts'
import { rowsOfRunning } from '../operations/operations.ts'
import { assumed, assumedSet, recordView } from '../../engine/kernel/unit/assumed.ts'
import type { Context } from '../../engine/kernel/unit/context.ts'
import type { Blob } from '../../engine/world/tables/blobs.ts'
import type { Role } from '../../engine/world/tables/fields.ts'
import { revisionRecord, type Revision } from '../../engine/world/tables/revisions.ts'

/** Revision with the blob that it belongs to. */
interface RevisionOfBlob {
  readonly revision: Revision
  readonly blob: Blob
}

const { note: _note, phase, status, failed_operation: cause, number, ...fields } = revisionRecord.entries
const shown = {
  ...fields,
  number: assumed(number, 'A-23', 'A-103'),
  phase: assumedSet(phase, 'A-23'),
  status: assumedSet(status, 'A-23'),
  failed_operation: assumedSet(cause, 'A-23'),
}

/** Revision in answers. */
export const revisionView = recordView('Revision', shown, ['id', 'phase', 'status', 'failed_operation'], ['A-23'])

type RevisionView = v.InferOutput<typeof revisionView>

/** Clauses by condition, written out: a page would otherwise compose a name for each of its revisions. */
const phases = { draft: 'revision.phase-draft', commit: 'revision.phase-commit' } as const
const statuses = { ready: 'revision.status-ready', failed: 'revision.status-failed' } as const

export function viewRevision(ctx: Context, { note: _hidden, ...revision }: Revision): RevisionView {
  const { status, phase, failed_operation: cause } = revision
  ctx.cite('service.revision-belongs-to-blob', phases[phase])
  if (status === 'pending') ctx.cite(...rowsOfRunning(ctx.world, revision.id))
  else ctx.cite(statuses[status])
  if (cause !== null) ctx.cite('revision.failed-operation-three-values')
  return revision
}

/** Clauses that refusals show beside their assumptions; only reset has such clauses. */
export interface RevisionClauses {
  readonly unknown?: readonly StatementId[]
  readonly unreachable?: readonly StatementId[]
  readonly notVisible?: readonly StatementId[]
  readonly noRole?: readonly StatementId[]
}

/**
 * Finds a revision and its blob. Where the user could not reach the blob with any key, the revision looks as if it did
 * not exist: an id tells a stranger nothing.
 */
export function findRevision(
  ctx: Context,
  id: string,
  { unknown = [], unreachable = [] }: RevisionClauses = {},
): RevisionOfBlob {
  const { world, caller } = ctx
  const revision = world.revisions.get(id)
  const blob = revision && world.blobs.get(revision.blob_id)
  const reachable = blob !== undefined && isSeen(world, caller, { kind: 'blob', record: blob })
  if (reachable) return { revision: revision!, blob }
  const cites = blob === undefined ? unknown : unreachable
  throw new ApiError('revision_not_found', `There is no revision '${id}', or its blob cannot be reached.`, {
    cites:
      cites.length > 0
        ? cites
        : blob === undefined
          ? ['A-7']
          : ['A-7', hiddenBy(caller, { kind: 'blob', record: blob })],
  })
}

/** Refuses a blob outside the scope of the key, without naming it, and one on which the caller lacks the role (403). */
export function requireRevisionRole(
  ctx: Context,
  { blob }: RevisionOfBlob,
  needed: Role,
  { notVisible = [], noRole = [] }: RevisionClauses = {},
): void {
  const target = { kind: 'blob', record: blob } as const
  if (!inScope(ctx.caller, target))
    throw forbidden(
      'The blob of this revision is not visible to this key.',
      ...(notVisible.length > 0 ? notVisible : (['A-11'] as const)),
    )
  requireRole(ctx, target, needed, ...noRole)
}

/** Role of the caller on a blob; null where the scope of its key or its user's memberships do not reach it. */
export function roleOnBlob(ctx: Context, blob: Blob): Role | null {
  return callerRole(ctx.world, ctx.caller, { kind: 'blob', record: blob })
}

/** Requires read access to the blob of a revision; for a draft, write access. */
export function requireReadable(ctx: Context, found: RevisionOfBlob): void {
  const { id, phase } = found.revision
  if (phase !== 'draft') return requireRevisionRole(ctx, found, 'read')
  requireRevisionRole(ctx, found, 'write', { noRole: ['A-351', ...rowsOfRunning(ctx.world, id)] })
}

/** Refuses commit, deletion and another model for a revision with a running operation. */
export function requireSettled({ world }: Context, { id, status }: Revision): void {
  if (status !== 'pending') return
  throw new ApiError('operation_in_progress', `An operation on revision '${id}' is still running.`, {
    cites: ['A-395', ...rowsOfRunning(world, id)],
  })
}

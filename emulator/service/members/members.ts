import type { TargetRecord } from '../access/roles.ts'
import type { Context } from '../../engine/kernel/unit/context.ts'
import type { RowSource } from '../../engine/kernel/pages.ts'
import type { Range } from '../../engine/world/range.ts'
import type { BaseRecord, Row } from '../../engine/world/row.ts'
import { memberRecord, type Member } from '../../engine/world/tables/members.ts'
import type { World } from '../../engine/world/world.ts'
import { recordView } from '../../engine/kernel/unit/assumed.ts'

/** Member in answers: as it is stored. */
export const memberView = recordView('Member', memberRecord.entries, ['id'], ['A-18'])

export function findMembers(world: World, { record }: TargetRecord): Range<Member> {
  return world.members.by('target', record.id)
}

/** Source of the records that memberships lead to, in order of membership and each once. */
export function throughMemberships<R extends BaseRecord>(
  members: Range<Member>,
  follow: (member: Member) => Row<R> | undefined,
): RowSource<R> {
  function* each(rows: Iterable<Row<Member>>): Generator<Row<R>, void, undefined> {
    const seen = new Set<string>()
    for (const { record: member, seq } of rows) {
      const row = follow(member)
      if (row === undefined || seen.has(row.record.id)) continue
      seen.add(row.record.id)
      yield new FollowedRow(row, seq)
    }
  }
  return { oldest: (after) => each(members.oldest(after)), newest: (before) => each(members.newest(before)) }
}

/** Row of a record in the place of its membership. Its bytes are measured only when a listing counts them. */
class FollowedRow<R extends BaseRecord> implements Row<R> {
  readonly record: R
  readonly seq: number
  readonly #row: Row<R>

  constructor(row: Row<R>, seq: number) {
    this.record = row.record
    this.seq = seq
    this.#row = row
  }

  get bytes(): number {
    return this.#row.bytes
  }
}

/** Counts organizations that a user is a member of, for the limit `orgs_per_user`. */
export function countOrgs(ctx: Context, userId: string): number {
  return ctx.world.members.by('holder', userId, 'org').count()
}

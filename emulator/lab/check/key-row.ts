import { describeGrants } from '../permissions/grant.ts'
import { findPermissions } from '../permissions/permissions.ts'
import { traceProgram } from '../permissions/trace-program.ts'
import type { CheckRow } from './check-row.ts'

/** The least key with which a client does the same: a line, and no mistake. */
export const keyRow: CheckRow = {
  name: 'permissions',
  counts: 'call',
  share: { client: 1 },
  async ask({ around, live, start, timeLimit, ...client }) {
    const run = await traceProgram(client, start, { ...around, timeLimit, onCall: () => {} })
    live.begin(run.calls.length, 'permissions')
    const { run: least } = findPermissions(run.calls, undefined, () => live.tried())
    const { needed, set } = least
    const keys = set.length > 0 ? describeGrants(set, 'and') : describeGrants(needed, 'or')
    return {
      findings: [],
      tried: run.calls.length,
      left: 0,
      remarks: keys === '' ? [] : [`the least key that it needs: ${keys}`],
    }
  },
}

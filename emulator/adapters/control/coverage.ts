import * as api from '../../host/control-api/coverage.ts'
import { assumptions } from '../../contract/assumptions.ts'
import { clauses } from '../../contract/clauses.ts'
import { contractStamp } from '../../contract/stamp.ts'
import { hostOf } from '../../host/instance-of.ts'
import { handle } from './handler.ts'

export const listClauses = handle(api.listClauses, ({ emulator }) => {
  const { observed } = hostOf(emulator)
  const rows = assumptions.map((row) => {
    const { on, differs } = observed.get(row.id) ?? {}
    return on === undefined ? row : { ...row, observed: { on, differs: [...(differs ?? [])] } }
  })
  return { contract: contractStamp(), clauses, assumptions: rows }
})

export const getCoverage = handle(api.getCoverage, ({ emulator, site, query }) =>
  query.scope === 'all' ? site.coverage() : emulator.coverage(),
)

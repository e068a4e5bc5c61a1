import { clauses } from '../../contract/clauses.ts'
import { contractStamp, formatStamp } from '../../contract/stamp.ts'
import { compareVersions } from '../../contract/version.ts'
import { plural } from '../checking/plural.ts'
import type { CoverageReport } from './coverage.ts'

/**
 * Remarks on a report of another contract: its release, statements that are unknown here, and clauses that changed
 * since.
 */
export function coverageRemarks({ contract, unknown = [], ...report }: CoverageReport): string[] {
  const own = contractStamp()
  const lines: string[] = []
  if (contract.digest !== own.digest) lines.push(`counted by ${formatStamp(contract)}; this is ${formatStamp(own)}`)
  if (unknown.length > 0) {
    const ids = unknown.map(({ id }) => id).join(', ')
    lines.push(`${plural(unknown.length, 'statement')} unknown to contract ${own.version}, and not counted: ${ids}`)
  }
  const counted = [...report.clauses.items, ...report.client.items]
  const exercised = new Set(counted.filter(({ count }) => count > 0).map(({ id }) => id))
  const changed = clauses.filter(
    ({ id, since }) => since !== undefined && exercised.has(id) && compareVersions(since, contract.version) > 0,
  )
  if (changed.length > 0) {
    const ids = changed.map(({ id, effect }) => (effect === undefined ? id : `${id} (${effect})`)).join(', ')
    lines.push(`${plural(changed.length, 'exercised clause')} changed since contract ${contract.version}: ${ids}`)
  }
  return lines
}

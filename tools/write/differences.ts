import { assumptions } from '../../emulator/contract/assumptions.ts'
import { clauses } from '../../emulator/contract/clauses.ts'
import { between } from './between.ts'

/** `docs/differences-from-the-real-service.md` with the tables of the contract. */
export function withTables(page: string): string {
  return between(between(page, 'clauses', countClauses()), 'assumptions', assumptionTable())
}

function countClauses(): string {
  return `${clauses.length} clauses, each below its section of [the specification](specification.md). \`npx svc-emulator clauses\` prints them.`
}

function assumptionTable(): string {
  const rows = assumptions.map(
    ({ id, title, says, was }) => `| ${[id, ...was].map(anchor).join('')}${id} | ${cell(title)} | ${cell(says)} |`,
  )
  return [`${assumptions.length} assumptions:`, '', '| id | about | decision |', '| --- | --- | --- |', ...rows].join(
    '\n',
  )
}

function anchor(id: string): string {
  return `<a id="${id.toLowerCase()}"></a>`
}

/** A bar ends a cell, even within code. */
function cell(text: string): string {
  return text
    .replaceAll('|', '\\|')
    .replaceAll('\n', ' ')
    .replaceAll(/<(?=[a-z])(?![^`]*`)/g, '&lt;')
}

import { assumptions } from '../../emulator/contract/assumptions.ts'
import { clauses } from '../../emulator/contract/clauses.ts'
import { between } from './between.ts'

/** `docs/differences-from-the-real-service.md` with the tables of the contract. */
export function withTables(page: string): string {
  return between(between(page, 'clauses', clauseTable()), 'assumptions', assumptionTable())
}

function clauseTable(): string {
  const rows = [...bySection()].map(
    ([section, members]) => `| ${section} | ${members.length} | \`${members[0]?.id}\` |`,
  )
  return [
    `${clauses.length} clauses:`,
    '',
    '| part of the specification | clauses | for example |',
    '| --- | --: | --- |',
    ...rows,
  ].join('\n')
}

function bySection(): Map<string, (typeof clauses)[number][]> {
  const sections = new Map<string, (typeof clauses)[number][]>()
  for (const clause of clauses) {
    const members = sections.get(clause.section) ?? []
    members.push(clause)
    sections.set(clause.section, members)
  }
  return sections
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

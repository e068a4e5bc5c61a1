import { clauses, type ClauseId } from '../../emulator/contract/clauses.ts'
import { playAddress } from '../release/facts.ts'
import { code, table } from './reference/markdown.ts'
import { scenariosByClause } from './scenarios-by-clause.ts'
import { shownBy } from './shown-by.ts'

/** `docs/clauses.md`: every clause, with a link into the playground, or the shipped scenario that shows it. */
export async function clausePage(): Promise<string> {
  const { clauses: links } = await shownBy()
  const scenarios = await scenariosByClause()
  const show = (id: ClauseId): string => tryIt(links.get(id)) || scenarioLink(scenarios.get(id))
  return `# Clauses

<!-- Written by npm run write from the contract: do not edit. -->

Each testable statement of the [specification](specification.md) has an id. Where one request to the starter world shows a statement, **Try it** opens the
[playground](inspector.md#without-a-server) with that request: one that changes nothing is sent at once, any other waits for its button. The statements
behind the answer stand below it. ${links.size} of ${clauses.length} clauses have such a request. The others need several, other data or the
command line: beside them stands the shipped scenario that shows them, which \`npx svc-emulator replay NAME\` plays. Where the specification is
silent, the emulator [assumes](differences-from-the-real-service.md).

${[...bySection()].map(([section, members]) => `## ${section}\n\n${clauseTable(members, show)}`).join('\n\n')}
`
}

type Clause = (typeof clauses)[number]

function bySection(): Map<string, Clause[]> {
  const sections = new Map<string, Clause[]>()
  for (const clause of clauses) sections.set(clause.section, [...(sections.get(clause.section) ?? []), clause])
  return sections
}

function clauseTable(members: readonly Clause[], show: (id: ClauseId) => string): string {
  const rows = members.map(({ id, statement }) => [code(id), statement, show(id)])
  // Addresses of the page name a statement by its id. The anchor is added to the cell, which escapes elements.
  return table(['clause', 'statement', 'shown by'], rows).replaceAll(/^\| `([^`]+)`/gm, '| <a id="$1"></a>`$1`')
}

/** A link into the playground; empty if there is no request. */
export function tryIt(link: string | undefined): string {
  return link === undefined ? '' : `[Try it](${playAddress()}${link})`
}

function scenarioLink(name: string | undefined): string {
  return name === undefined ? '' : `[${name}](../scenarios/${name}.yaml)`
}

import { clauses, type ClauseId } from '../../emulator/contract/clauses.ts'
import { playAddress } from '../release/facts.ts'
import { code, table } from './reference/markdown.ts'
import { scenariosByClause } from './scenarios-by-clause.ts'
import { shownBy } from './shown-by.ts'

const intro = `<!-- The text of the specification is law. What is folded below its sections is written by npm run write. -->`

/**
 * `docs/specification.md`: the law, and folded below each of its sections the clauses in it, with a link into the
 * playground, or the shipped scenario that shows them.
 */
export async function withClauses(page: string): Promise<string> {
  const { clauses: links } = await shownBy()
  const scenarios = await scenariosByClause()
  const show = (id: ClauseId): string => tryIt(links.get(id)) || scenarioLink(scenarios.get(id))
  const left = bySection()
  const sections = splitSections(withoutClauses(page)).map(({ path, text }) => {
    const members = left.get(path)
    if (members === undefined) return text
    left.delete(path)
    return `${text.trimEnd()}\n\n${folded(members, show)}\n\n`
  })
  if (left.size > 0) throw new Error(`the specification has no section ${[...left.keys()].join(', ')}`)
  return `${intro}\n\n${sections.join('').trimEnd()}\n`
}

/** The law alone. */
export function withoutClauses(page: string): string {
  return page.replace(`${intro}\n\n`, '').replaceAll(/\n<details>\n<summary>[^]*?<\/details>\n/g, '')
}

type Clause = (typeof clauses)[number]

function bySection(): Map<string, Clause[]> {
  const sections = new Map<string, Clause[]>()
  for (const clause of clauses) sections.set(clause.section, [...(sections.get(clause.section) ?? []), clause])
  return sections
}

/** Parts of the page, each from one heading to the next, with its path as clauses name it: `Endpoints / Pagination`. */
function splitSections(page: string): { path: string; text: string }[] {
  const headings: string[] = []
  return page.split(/^(?=#{1,4} )/m).map((text) => {
    const [, marks = '', title = ''] = /^(#+) (.*)/.exec(text) ?? []
    headings.splice(Math.max(0, marks.length - 2))
    if (marks.length > 1) headings.push(title.replaceAll('`', '').replace(/ [(<].*$/, ''))
    return { path: headings.join(' / '), text }
  })
}

function folded(members: readonly Clause[], show: (id: ClauseId) => string): string {
  const rows = members.map(({ id, statement }) => [code(id), statement, show(id)])
  // Addresses of the page name a statement by its id. The anchor is added to the cell, which escapes elements.
  const clauseTable = table(['clause', 'statement', 'shown by'], rows).replaceAll(
    /^\| `([^`]+)`/gm,
    '| <a id="$1"></a>`$1`',
  )
  return `<details>\n<summary>${members.length === 1 ? '1 clause' : `${members.length} clauses`}, and what shows them</summary>\n\n${clauseTable}\n\n</details>`
}

/** A link into the playground; empty if there is no request. */
export function tryIt(link: string | undefined): string {
  return link === undefined ? '' : `[Try it](${playAddress()}${link})`
}

function scenarioLink(name: string | undefined): string {
  return name === undefined ? '' : `[${name}](../scenarios/${name}.yaml)`
}

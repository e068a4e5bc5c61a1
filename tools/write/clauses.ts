import { clauses, type ClauseId } from '../../emulator/contract/clauses.ts'
import { plural } from '../../emulator/engine/checking/plural.ts'
import { playAddress } from '../release/facts.ts'
import { code, prose } from './reference/markdown.ts'
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
  const linkFor = (id: ClauseId): string => {
    const [link, scenario] = [links.get(id), scenarios.get(id)]
    if (link !== undefined) return playAddress() + link
    if (scenario === undefined) throw new Error(`nothing shows ${id}`)
    return `../scenarios/${scenario}.yaml`
  }
  const left = bySection()
  const sections = splitSections(withoutClauses(page)).map(({ path, text }) => {
    const members = left.get(path)
    if (members === undefined) return text
    left.delete(path)
    return `${text.trimEnd()}\n\n${folded(members, linkFor)}\n\n`
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

function folded(members: readonly Clause[], linkFor: (id: ClauseId) => string): string {
  const summary = `${plural(members.length, 'clause')}; an id opens what shows it`
  return `<details>\n<summary>${summary}</summary>\n\n${members.map((each) => clauseLine(each, linkFor)).join('\n')}\n\n</details>`
}

/** Addresses of the page name a statement by its id. */
function clauseLine({ id, statement }: Clause, linkFor: (id: ClauseId) => string): string {
  return `- <a id="${id}"></a>[${code(id)}](${linkFor(id)}) ${prose(statement)}`
}

/** A scenario as YAML that people read: small values on one line, a line of its own for what is large. */
import { Document, isCollection, isMap, visit } from 'yaml'
import type { Scenario } from '../schema.ts'

const WIDEST = 100

/** `comments` stand above everything, each on lines of its own. */
export function yamlText(scenario: Scenario, comments: readonly string[]): string {
  const document = new Document(scenario, { version: '1.2', aliasDuplicateObjects: false })
  visit(document, {
    Collection(_key, node, ancestors) {
      const depth = ancestors.filter((each) => isCollection(each)).length
      if (depth === 0 || (isMap(node) && depth === 2 && ancestors.some((each) => isCollection(each) && !isMap(each)))) return undefined
      if (JSON.stringify(node.toJS(document)).length > WIDEST || depth === 1) return undefined
      node.flow = true
      return visit.SKIP
    },
  })
  const head = comments.flatMap((comment) => comment.split('\n')).map((line) => `#${line === '' ? '' : ` ${line}`}\n`).join('')
  return head + document.toString({ lineWidth: 140, flowCollectionPadding: true })
}

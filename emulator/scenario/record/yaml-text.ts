/** Formats a scenario as readable YAML: small values on one line, large ones on several. */
import { Document, isCollection, isMap, visit } from 'yaml'
import { hasHidden, withoutHidden } from '../../engine/checking/printable.ts'
import type { Step } from '../schema-steps.ts'
import type { Scenario } from '../schema.ts'

/** A scenario whose steps may be generated while they are read. */
export type ScenarioToWrite = Omit<Scenario, 'steps'> & { readonly steps?: Iterable<Step> | undefined }

const WIDEST = 100

/**
 * Longest JSON of a step that is formatted. A longer step stays JSON, which is valid YAML and ten times faster to
 * write.
 */
const MAX_READ = 16 * 1024

/** The scenario as YAML, below `comments`. */
export function yamlText(scenario: ScenarioToWrite, comments: readonly string[]): string {
  return [...yamlPieces(scenario, comments)].join('')
}

/** Yields the text of `yamlText` step by step. */
export function* yamlPieces(scenario: ScenarioToWrite, comments: readonly string[]): Generator<string, void> {
  yield comments
    .flatMap((comment) => comment.split('\n'))
    .map((line) => `#${line === '' ? '' : ` ${withoutHidden(line)}`}\n`)
    .join('')
  const { steps = [], ...head } = scenario
  let isFirst = true
  for (const step of steps) {
    if (isFirst) yield `${documentText(head)}${STEPS}`
    isFirst = false
    const json = JSON.stringify(step)
    yield json.length > MAX_READ ? `  - ${withoutHidden(json)}\n` : documentText({ steps: [step] }).slice(STEPS.length)
  }
  if (isFirst) yield documentText({ ...scenario, ...(scenario.steps !== undefined && { steps: [] }) })
}

const STEPS = 'steps:\n'

function documentText(value: object): string {
  // `compat` quotes strings that other YAML parsers read as other types: `<<`, `no`, `1:30`.
  const document = new Document(value, { version: '1.2', compat: 'yaml-1.1', aliasDuplicateObjects: false })
  visit(document, {
    Scalar(_key, node) {
      if (typeof node.value === 'string' && hasHidden(node.value)) node.type = 'QUOTE_DOUBLE'
    },
  })
  visit(document, {
    Collection(_key, node, ancestors) {
      const depth = ancestors.filter((each) => isCollection(each)).length
      if (depth === 0 || (isMap(node) && depth === 2 && ancestors.some((each) => isCollection(each) && !isMap(each))))
        return undefined
      if (JSON.stringify(node.toJS(document)).length > WIDEST || depth === 1) return undefined
      node.flow = true
      return visit.SKIP
    },
  })
  return withoutHidden(document.toString({ lineWidth: 140, flowCollectionPadding: true }))
}

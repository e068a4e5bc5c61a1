/** A scenario as YAML that people read: small values on one line, a line of its own for what is large. */
import { Document, isCollection, isMap, visit } from 'yaml'
import type { Step } from '../../engine/matching/schema-steps.ts'
import type { Scenario } from '../schema.ts'

/** A scenario whose steps may be made as they are read. */
export type ScenarioToWrite = Omit<Scenario, 'steps'> & { readonly steps?: Iterable<Step> | undefined }

const WIDEST = 100

/** A step whose JSON is longer is for no reader; as JSON, which is YAML, it costs a tenth. */
const MAX_READ = 16 * 1024

/** `comments` stand above everything, each on lines of its own. */
export function yamlText(scenario: ScenarioToWrite, comments: readonly string[]): string {
  return [...yamlPieces(scenario, comments)].join('')
}

/** `yamlText` step by step. */
export function* yamlPieces(scenario: ScenarioToWrite, comments: readonly string[]): Generator<string, void> {
  yield comments
    .flatMap((comment) => comment.split('\n'))
    .map((line) => `#${line === '' ? '' : ` ${line}`}\n`)
    .join('')
  const { steps = [], ...head } = scenario
  let isFirst = true
  for (const step of steps) {
    if (isFirst) yield `${documentText(head)}${STEPS}`
    isFirst = false
    const json = JSON.stringify(step)
    yield json.length > MAX_READ ? `  - ${json}\n` : documentText({ steps: [step] }).slice(STEPS.length)
  }
  if (isFirst) yield documentText({ ...scenario, ...(scenario.steps !== undefined && { steps: [] }) })
}

const STEPS = 'steps:\n'

function documentText(value: object): string {
  // `compat` quotes what other readers of YAML take for something else: `<<`, `no`, `1:30`.
  const document = new Document(value, { version: '1.2', compat: 'yaml-1.1', aliasDuplicateObjects: false })
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
  return document.toString({ lineWidth: 140, flowCollectionPadding: true })
}

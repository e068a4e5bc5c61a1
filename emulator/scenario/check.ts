/** Everything that can be known to be wrong about a scenario or fixture without running it. Runs in a browser. */
import * as v from 'valibot'
import { boundedParse } from '../engine/checking/bounded-parse.ts'
import { nearest } from '../engine/checking/near-miss.ts'
import { problemsFrom } from '../engine/checking/issues.ts'
import { ProblemList } from '../engine/checking/problem-list.ts'
import { valueText, type Problem } from '../engine/checking/problems.ts'
import { isObject } from '../engine/checking/is-object.ts'
import { findMeans } from '../engine/triggers/compiled.ts'
import { impossible } from '../engine/triggers/impossible.ts'
import { nameProblems, type KnownUnit } from '../engine/matching/check-names.ts'
import { releaseProblems, stepProblems, stepNameProblems } from './check-steps.ts'
import { generateProblems } from '../engine/world/generate-problems.ts'
import { tableNames } from '../engine/matching/schema-common.ts'
import { stepSchema } from './schema-steps.ts'
import { triggerSchema, type Trigger } from '../engine/triggers/schema.ts'
import { fixtureSchema, worldSchema, type Fixture, type WorldSection } from '../engine/matching/schema-world.ts'
import { FORMAT } from '../engine/matching/format.ts'
import { scenarioSchema, type Scenario } from './schema.ts'
import { eachVariable } from '../engine/matching/variables.ts'
import { ownCommand } from '../engine/checking/own-command.ts'

type CheckedScenario<T> = { value: T; problems: [] } | { value: undefined; problems: Problem[] }

/** A scenario, or all that is wrong with it. `units` are the endpoints and commands that there are. */
export function checkScenario(document: unknown, units?: readonly KnownUnit[]): CheckedScenario<Scenario> {
  const wrongKind = kindProblem(document, 'scenario')
  if (wrongKind) return { value: undefined, problems: [wrongKind] }
  const result = boundedParse(scenarioSchema, document)
  if (!result.success && result.partly) return { value: undefined, problems: problemsFrom(result, scenarioSchema) }
  // Not the output: it holds the defaults of settings, which must not hide those of fixtures.
  const scenario = result.success ? (document as Scenario) : readable(document as Record<string, unknown>)
  const problems = result.success ? [] : problemsFrom(result, scenarioSchema)
  problems.push(...checks.flatMap((find) => find(scenario, units)))
  return problems.length ? { value: undefined, problems } : { value: scenario, problems: [] }
}

type Check = (scenario: Scenario, units: readonly KnownUnit[] | undefined) => Problem[]

/** Checks beyond the schema. */
const checks: readonly Check[] = [
  ({ world = {} }) => generators(world).map((problem) => prefixed(problem, ['world'])),
  ({ triggers }) => variablesOutsideSteps(triggers),
  ({ triggers = [] }) => triggerProblems(triggers, impossible),
  ({ steps = [] }) => stepProblems(steps),
  ({ steps = [], triggers = [] }) => releaseProblems(steps, findMeans(asEntries(triggers)).gates),
  ({ triggers = [] }, units) => (units ? triggerProblems(triggers, (trigger) => nameProblems(trigger, units)) : []),
  ({ steps = [] }, units) => (units ? stepNameProblems(steps, units) : []),
]

function asEntries(triggers: readonly Trigger[]) {
  return triggers.map((trigger, index) => ({ id: `trigger-${index + 1}`, trigger: { ...trigger } }))
}

function variablesOutsideSteps(triggers: Scenario['triggers']): Problem[] {
  const found = new ProblemList()
  eachVariable(triggers, ['triggers'], (_, path) => {
    found.add({ kind: 'value', path, message: 'variables belong to steps; a trigger cannot use them' })
    return !found.full
  })
  if (found.full) found.stop()
  return found.toArray()
}

function triggerProblems(triggers: readonly Trigger[], find: (trigger: Trigger) => Problem[]): Problem[] {
  const found = new ProblemList()
  found.addFrom(triggers, (trigger, index) => find(trigger).map((problem) => prefixed(problem, ['triggers', index])))
  return found.toArray()
}

/** The well-formed steps and triggers of a malformed scenario, so that they are checked, too. */
function readable({ world, triggers, steps }: Record<string, unknown>): Scenario {
  const listed = (list: unknown): unknown[] => (Array.isArray(list) ? list : [])
  return {
    scenario: FORMAT,
    name: 'unreadable',
    about: 'unreadable',
    ...(v.is(worldSchema, world) && { world }),
    triggers: listed(triggers).map((trigger) =>
      v.is(triggerSchema, trigger) ? trigger : { when: { command: '*' }, do: { drop: true } },
    ),
    // A step that cannot be read still saves what later ones use.
    steps: listed(steps).map((step) => (v.is(stepSchema, step) ? step : { http: 'OPTIONS /', ...readSaves(step) })),
  }
}

function readSaves(step: unknown): { save?: Record<string, string> } {
  const save = isObject(step) ? step['save'] : undefined
  return isObject(save) ? { save: Object.fromEntries(Object.keys(save).map((name) => [name, 'body'])) } : {}
}

/** A fixture, or all that is wrong with it. */
export function checkFixture(document: unknown): CheckedScenario<Fixture> {
  const wrongKind = kindProblem(document, 'fixture')
  if (wrongKind) return { value: undefined, problems: [wrongKind] }
  const result = boundedParse(fixtureSchema, document)
  if (!result.success) return { value: undefined, problems: problemsFrom(result, fixtureSchema) }
  const fixture = document as Fixture
  const problems = generators(fixture)
  return problems.length ? { value: undefined, problems } : { value: fixture, problems: [] }
}

export const versionFields = ['bundle', 'scenario', 'fixture', 'facts'] as const

export type DocumentKind = (typeof versionFields)[number]

/** Kinds of documents, as messages name them. */
export const kindNames: Readonly<Record<DocumentKind, string>> = {
  bundle: 'bundle',
  scenario: 'scenario',
  fixture: 'fixture',
  facts: 'facts file',
}

/** Kind of a document, by its version field. A document with only records is a fixture. */
export function findKind(document: unknown): DocumentKind | undefined {
  if (!isObject(document)) return undefined
  return (
    versionFields.find((kind) => Object.hasOwn(document, kind)) ??
    (Object.hasOwn(document, 'records') ? 'fixture' : undefined)
  )
}

/** A document with none of them is not one that misses its version. A `name` is in many files, such as package.json. */
const knownFields: ReadonlySet<string> = new Set([
  'about',
  'clauses',
  'contract',
  'world',
  'triggers',
  'chaos',
  'keys',
  'as',
  'steps',
  'includes',
  'records',
  'generate',
  'settings',
])

function hasKnownField(document: object): boolean {
  const names = Object.keys(document)
  return (
    names.some((name) => knownFields.has(name)) || versionFields.some((field) => nearest(field, names) !== undefined)
  )
}

function kindProblem(document: unknown, wanted: 'scenario' | 'fixture'): Problem | undefined {
  if (!isObject(document))
    return {
      kind: 'type',
      path: [],
      message: `expected a ${wanted}, got ${document === null ? 'nothing' : valueText(document)}`,
    }
  const version = document[wanted]
  if ('svc_emulator_state' in document)
    return {
      kind: 'type',
      path: ['svc_emulator_state'],
      message: `this is an exported state, expected a ${wanted}: ${ownCommand} start --from takes it`,
    }
  const kind = findKind(document)
  if (version === undefined && kind && kind !== wanted)
    return { kind: 'type', path: [kind], message: `this is a ${kindNames[kind]}, expected a ${wanted}` }
  if (version === undefined && kind === undefined && !hasKnownField(document)) {
    return { kind: 'type', path: [], message: `not a ${wanted} file: \`${wanted}: ${FORMAT}\` is missing` }
  }
  if (version === undefined) return undefined
  if (version === FORMAT) return undefined
  const readers =
    typeof version === 'number' && Number.isInteger(version) && version > FORMAT
      ? `: format ${version} is read by svc-emulator ${version}.0 and later, this release reads format ${FORMAT}`
      : `, expected ${FORMAT}`
  return {
    kind: 'value',
    path: [wanted],
    message: `unknown version of the ${wanted} format ${valueText(version)}${readers}`,
  }
}

function generators(section: Pick<WorldSection, 'generate'>): Problem[] {
  return tableNames.flatMap((table) => {
    const given = section.generate?.[table]
    if (given === undefined) return []
    if (!Array.isArray(given)) return generateProblems(given).map((problem) => prefixed(problem, ['generate', table]))
    return given.flatMap((block, index) =>
      generateProblems(block).map((problem) => prefixed(problem, ['generate', table, index])),
    )
  })
}

function prefixed(problem: Problem, path: readonly (string | number)[]): Problem {
  return { ...problem, path: [...path, ...problem.path] }
}

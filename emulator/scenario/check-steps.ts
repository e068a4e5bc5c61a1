/** Checks of steps beyond the schema: variables before they are saved, paths that lead nowhere, matchers and names. */
import { ProblemList } from '../engine/checking/problem-list.ts'
import { withNearMiss, type Path, type Problem } from '../engine/checking/problems.ts'
import { matcherProblems } from '../engine/matching/matcher-problems.ts'
import type { Step, CallStep, HttpStep } from './schema-steps.ts'
import { builtIn, eachVariable, parsePath } from '../engine/matching/variables.ts'
import { isObject } from '../engine/checking/is-object.ts'
import { isMatcher, formatJson, slippedWords } from '../engine/matching/expect.ts'
import { matchedFieldProblems } from './matched-fields.ts'
import { knownNames, type KnownUnit } from '../engine/matching/check-names.ts'

/** Problems of the steps, with paths from the scenario. Stops when enough problems are found. */
export function stepProblems(steps: readonly Step[]): Problem[] {
  const saved = new Map<string, number>()
  const found = new ProblemList()
  for (const [index, step] of steps.entries()) {
    if (found.full) break
    const path: Path = ['steps', index]
    variableProblems(found, step, path, saved, steps)
    savePaths(found, step, path)
    found.addEach(
      [
        ...expectProblems(step, path),
        ...exclusive(step, path),
        ...besideProblems(step, path),
        ...awaitProblems(step, path, steps.slice(0, index)),
      ],
      (problem) => problem,
    )
    if ('save' in step) for (const name of Object.keys(step.save ?? {})) saved.set(name, index)
  }
  if (found.full) found.stop()
  return found.toArray()
}

function variableProblems(
  found: ProblemList,
  step: Step,
  path: Path,
  saved: ReadonlyMap<string, number>,
  steps: readonly Step[],
): void {
  const { save: _save, ...rest } = step as Step & { save?: unknown }
  eachVariable(rest, path, (name, at) => {
    if (saved.has(name) || builtIn.includes(name as 'api_url')) return true
    if (!found.full) found.add(unsaved(name, at, saved, steps))
    return !found.full
  })
}

function unsaved(name: string, path: Path, saved: ReadonlyMap<string, number>, steps: readonly Step[]): Problem {
  const later = steps.findIndex((other) => 'save' in other && Object.hasOwn(other.save ?? {}, name))
  if (later >= 0)
    return { kind: 'reference', path, message: `the variable '${name}' is saved only by step ${later + 1}` }
  const message = `no step saves the variable '${name}'`
  return withNearMiss({ kind: 'reference', path, message }, name, [...saved.keys(), ...builtIn])
}

const roots = {
  http: ['status', 'headers', 'body', 'text', 'bytes', 'envelope', 'error'],
  call: ['status', 'result', 'error', 'code', 'message', 'limit'],
  run: ['exit', 'stdout', 'stderr', 'files'],
} as const

function savePaths(found: ProblemList, step: Step, path: Path): void {
  if (!('save' in step)) return
  const kind = 'http' in step ? 'http' : 'call' in step ? 'call' : 'run'
  for (const [name, text] of Object.entries(step.save ?? {})) {
    if (found.full) return
    const problem = savePathProblem(kind, text, [...path, 'save', name])
    if (problem !== undefined) found.add(problem)
  }
}

function savePathProblem(kind: keyof typeof roots, text: string, path: Path): Problem | undefined {
  const [root] = parsePath(text) ?? []
  if (root === undefined)
    return { kind: 'value', path, message: `expected a path such as \`${roots[kind][2]}.id\`, got '${text}'` }
  const known: readonly string[] = roots[kind]
  if (known.includes(String(root))) return undefined
  const message = `the outcome of this step has no '${root}' (it has ${known.join(', ')})`
  return withNearMiss({ kind: 'reference', path, message }, String(root), known)
}

/** Fields of `expect` that hold no matchers but fixed forms of their own. */
const fixed = new Set([
  'table',
  'outcome',
  'answers',
  'strays',
  'after',
  'lines',
  'contains',
  'lacks',
  'matches',
  'empty',
  'mode',
])

/** Fields whose value is one number or word. */
const plain = new Set(['status', 'error', 'code', 'exit', 'signal', 'count'])

/** Fields that hold such fields again. */
const nesting = new Set(['stdout', 'stderr', 'files', 'close', 'requests', 'any_of', 'records', 'beside'])

function expectProblems(step: Step, path: Path): Problem[] {
  if (!('expect' in step) || step.expect === undefined) return []
  return listMatchers(step.expect, [...path, 'expect'])
}

function listMatchers(expected: object, path: Path): Problem[] {
  return Object.entries(expected).flatMap(([key, value]) => {
    const at = [...path, key]
    if (key === 'lines') return matcherProblems(value, at)
    if (key === 'match') return [...matcherProblems(value, at), ...matchedFieldProblems(expected, at)]
    if (plain.has(key) && isOwn(path)) return plainProblems(value, at)
    if (fixed.has(key)) return key === 'matches' ? matcherProblems({ matches: value as unknown }, path) : []
    const nested = nesting.has(key) || path.at(-1) === 'files'
    if (Array.isArray(value) && nested)
      return value.flatMap((each: object, index) => listMatchers(each, [...at, index]))
    return nested && typeof value === 'object' && value !== null
      ? listMatchers(value as object, at)
      : matcherProblems(value, at)
  })
}

/** True for fields of `expect` itself, of one of its `any_of`, or of a count. */
function isOwn(path: Path): boolean {
  const last = path.at(-1)
  return last === 'expect' || last === 'requests' || typeof last === 'number'
}

/** Problems of programs that run beside another one. */
function besideProblems(step: Step, path: Path): Problem[] {
  if (!('run' in step)) return []
  const { beside, order, expect = {} } = step
  if (beside === undefined) {
    const given = [...(order === undefined ? [] : ['order']), ...(expect.beside === undefined ? [] : ['expect.beside'])]
    const message = 'only with `beside`: one program has no order'
    return given.map((name) => ({ kind: 'unknown', path: [...path, ...name.split('.')], message }))
  }
  if (order === undefined)
    return [{ kind: 'missing', path, message: '`beside` needs the order of the calls, such as `order: 1-2-2-1`' }]
  const wrong = order.split('-').find((number) => Number(number) > beside.length + 1)
  if (wrong === undefined) return []
  const message = `expected numbers from 1 to ${beside.length + 1}, got ${wrong}`
  return [{ kind: 'value', path: [...path, 'order'], message }]
}

/** Problems of a step that awaits another one. */
function awaitProblems(step: Step, path: Path, before: readonly Step[]): Problem[] {
  if (!('await' in step)) return []
  const named = before.filter(({ name }) => name === step.await)
  if (named.some((each) => 'wait' in each && each.wait === false)) return []
  const at = [...path, 'await']
  if (named.length > 0)
    return [
      {
        kind: 'reference',
        path: at,
        message: `the step '${step.await}' is waited for already: it has no \`wait: false\``,
      },
    ]
  const names = before.flatMap((each) => ('wait' in each && each.name !== undefined ? [each.name] : []))
  const message = `no earlier step with \`wait: false\` has the name '${step.await}'`
  return [withNearMiss({ kind: 'reference', path: at, message }, step.await, names)]
}

/** Problems of steps that release what no trigger holds. */
export function releaseProblems(steps: readonly Step[], gates: readonly string[]): Problem[] {
  return steps.flatMap((step, index): Problem[] => {
    if (!('release' in step) || gates.includes(step.release)) return []
    const path: Path = ['steps', index, 'release']
    const message = `no trigger holds at '${step.release}' (\`do: { hold: ${step.release} }\`)`
    return [withNearMiss({ kind: 'reference', path, message }, step.release, gates)]
  })
}

function exclusive(step: Step, path: Path): Problem[] {
  if ('wait' in step && step.wait === false && (step.save || step.repeat)) {
    const key = step.save ? 'save' : 'repeat'
    return [{ kind: 'unknown', path: [...path, key], message: 'not together with `wait: false`' }]
  }
  if ('http' in step) {
    const bodies = ['body', 'text', 'base64'].filter((key) => key in step)
    return bodies.slice(1).map((key) => ({
      kind: 'unknown',
      path: [...path, key],
      message: `a request has one body: '${bodies[0]}' is given already`,
    }))
  }
  if ('call' in step && step.notify && (step.save || step.expect || step.via === 'http' || step.wait === false)) {
    const key = step.save ? 'save' : step.expect ? 'expect' : step.via === 'http' ? 'via' : 'wait'
    return [{ kind: 'unknown', path: [...path, key], message: 'not together with `notify`: nothing comes back' }]
  }
  if ('run' in step && step.expect?.any_of !== undefined) {
    return Object.keys(step.expect)
      .filter((key) => key !== 'any_of')
      .map((key) => ({
        kind: 'unknown',
        path: [...path, 'expect', key],
        message: 'not together with `any_of`: write it into each of them',
      }))
  }
  if (!('call' in step) || !step.expect) return []
  const own = step.via === 'http' ? ['code', 'answers', 'strays', 'close', 'after'] : ['status']
  return own
    .filter((key) => key in (step.expect ?? {}))
    .map((key) => ({
      kind: 'unknown',
      path: [...path, 'expect', key],
      message: `only ${step.via === 'http' ? 'a socket' : '`via: http`'} has one`,
    }))
}

/** Problems of an expected value that has to be plain or a matcher: any other object could match nothing. */
function plainProblems(expected: unknown, path: Path): Problem[] {
  const found = matcherProblems(expected, path)
  if (!isObject(expected) || isMatcher(expected) || (slippedWords(expected) && found.length > 0)) return found
  return [{ kind: 'value', path, message: `expected a value or a matcher, got ${formatJson(expected)}` }]
}

/** Checks endpoints and commands that steps name against those of the API. Checking stops when the list is full. */
export function stepNameProblems(steps: readonly Step[], units: readonly KnownUnit[]): Problem[] {
  const names = knownNames(units)
  const found = new ProblemList()
  found.addFrom(steps, (step, index) => {
    const path: Path = ['steps', index]
    if ('http' in step && !expectsUnknown(step)) return names.endpoint(step.http, [...path, 'http'])
    return 'call' in step && !expectsUnknown(step) ? names.command(step.call, [...path, 'call']) : []
  })
  return found.toArray()
}

/** True if a step expects that its endpoint or command is unknown. */
function expectsUnknown(step: HttpStep | CallStep): boolean {
  const { error, status } = step.expect ?? {}
  const code = 'call' in step ? step.expect?.code : undefined
  return (
    error === 'endpoint_not_found' ||
    error === 'method_not_allowed' ||
    status === 404 ||
    status === 405 ||
    code === -32601 ||
    ('http' in step && step.http.startsWith('OPTIONS ')) ||
    ('http' in step && step.http.startsWith('HEAD '))
  )
}

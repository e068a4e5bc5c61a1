import { errors } from '../../contract/errors.ts'
import { alternatives, type StatementVariant } from '../../contract/variants.ts'
import { shortened } from '../../contract/shortened.ts'
import { hasSameAnswers } from '../engine/call-names.ts'
import { worldDifferences } from '../engine/canonical.ts'
import type { Seen, TestResults } from '../engine/subject.ts'
import { findMasks, isEqual, masked } from '../engine/output.ts'
import type { End } from '../engine/client.ts'
import type { ClientDifference } from './report.ts'

const failures: Readonly<Record<Exclude<End, 'succeeded'>, string>> = {
  failed: 'fails',
  hung: 'does not end',
  crashed: 'crashes',
  storm: 'makes too many calls',
}

/** Effect of a mutant or an alternative on a client, and whether the client met it. */
interface Effect {
  readonly shown: boolean
  readonly difference: ClientDifference | undefined
}

/** Judges a run with a mutant or an alternative, beside the one without it. */
export function findEffect(change: StatementVariant, first: Seen, run: Seen, masks: ReadonlySet<string>): Effect {
  const shown = isShown(change, first, run)
  // A world that differs behind equal answers is the doing of the service, and not of the client.
  return { shown, difference: findDifference(first, run, masks, shown) }
}

/**
 * Finds the effect of an alternative on a client that succeeds without it: on its end, the world it leaves, or its
 * output.
 *
 * @param masks paths of the output that differ between equal runs
 * @param comparesWorlds false where the worlds do not count
 */
export function findDifference(
  first: Seen,
  run: Seen,
  masks: ReadonlySet<string>,
  comparesWorlds = true,
): ClientDifference | undefined {
  const { end, said, tests } = run
  if (end !== 'succeeded' && tests !== undefined) return describeTests(said, tests)
  if (end !== 'succeeded') return { effect: 'failure', what: `${failures[end]}: ${firstLine(said)}` }
  const [world] = comparesWorlds && first.world && run.world ? worldDifferences(first.world, run.world) : []
  if (world !== undefined)
    return { effect: 'silent', what: `succeeds, and leaves another world: ${shortened(world, MAX_SHOWN)}` }
  const [expected, actual] = [masked(first.output, masks), masked(run.output, masks)]
  if (isEqual(expected, actual)) return undefined
  const what = describeDifference(expected, actual)
  return isEqual(withoutCodes(expected), withoutCodes(actual))
    ? { effect: 'wording', what: `succeeds, and shows another code: ${what}` }
    : { effect: 'silent', what: `succeeds, and its output differs: ${what}` }
}

/**
 * Checks that a mutant or an alternative changed an answer of a run. Where it is a setting or a stored value, every
 * answer that rests on its assumption is noted, and the answers tell, if they are known.
 */
function isShown({ id, by }: StatementVariant, first: Seen, run: Seen): boolean {
  if (!run.altered().has(id)) return false
  if (!behindAnswers.has(by.mutator) || first.calls === undefined || run.calls === undefined) return true
  return !hasSameAnswers(first.calls, run.calls)
}

/** Kinds of changes that a client meets only if an answer shows them. */
const behindAnswers: ReadonlySet<StatementVariant['by']['mutator']> = new Set(['settings', 'corrupt-write'])

function describeTests(said: string, { failures, failedFiles = [] }: TestResults): ClientDifference {
  const named = failures.filter(({ name }) => name !== '')
  const [why = ''] = (named[0]?.message ?? said).split('\n', 1)
  const tests = [...new Set(named.length > 0 ? named.map(({ name }) => name) : failedFiles)]
  return { effect: 'failure', what: `fails: ${shortened(why, MAX_SHOWN)}`, tests }
}

const MAX_SHOWN = 160

/** Error codes that some world answers. */
const codes: ReadonlySet<string> = new Set([
  ...Object.keys(errors),
  ...alternatives.flatMap(({ by }) =>
    by.mutator === 'answer' ? by.edits.flatMap((edit) => (edit.op === 'replace' ? [String(edit.to)] : [])) : [],
  ),
])

function withoutCodes(output: unknown): unknown {
  const text = JSON.stringify(output)?.replace(/[a-z]+(?:_[a-z]+)*/g, (word) => (codes.has(word) ? '<code>' : word))
  return text === undefined ? undefined : JSON.parse(text)
}

function describeDifference(expected: unknown, actual: unknown): string {
  const [path = '', ...more] = findMasks(expected, actual)
  const place = path === '' ? '' : `${path.replace(/^\//, '')}: `
  const others = more.length === 0 ? '' : ` (and ${more.length} more)`
  return `${place}expected ${shown(at(expected, path))}, got ${shown(at(actual, path))}${others}`
}

/** Value at a path of `findMasks`. */
function at(output: unknown, path: string): unknown {
  const steps = path
    .replace(/ \(order\)$/, '')
    .split('/')
    .slice(1)
  return steps.reduce((value, name) => (value as Record<string, unknown> | undefined)?.[name], output)
}

function shown(value: unknown): string {
  return value === undefined ? 'nothing' : shortened(JSON.stringify(value) ?? 'nothing', MAX_SHOWN)
}

/** The most useful line of an error: the last one with the name of an error, or the first if a stack trace follows. */
function firstLine(said: string): string {
  const lines = said.split('\n').filter((line) => line.trim() !== '')
  const error = lines.find((line) => /\b\w*(?:Error|Exception)\b.*:/.test(line)) ?? lines[0] ?? 'it says nothing'
  return shortened(error.trim(), MAX_SHOWN)
}

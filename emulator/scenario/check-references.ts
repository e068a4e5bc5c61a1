/** Secrets and records that steps name, against the world they start in. */
import type { Emulator } from '../host/emulator.ts'
import { withNearMiss, type Path, type Problem } from '../engine/checking/problems.ts'
import { isObject } from '../engine/checking/is-object.ts'
import { tableNames, type Change } from '../engine/matching/schema-common.ts'
import { describes, secretsIn, unknownNames } from './keys.ts'
import type { NamedKeys } from '../engine/matching/schema-keys.ts'
import type { Scenario } from './schema.ts'
import type { Caller, Step } from './schema-steps.ts'
import { changedFieldProblems } from '../engine/triggers/changed-fields.ts'
import { hostOf } from '../host/instance-of.ts'

/**
 * Problems of references to missing records in steps. Records that a trigger or an earlier step may make are left to
 * the replay, and so are wrong secrets in steps that expect a refusal.
 */
export function referenceProblems(scenario: Scenario, emulator: Emulator): Problem[] {
  const steps = scenario.steps ?? []
  const keys = scenario.keys ?? {}
  const secrets = [
    ...Object.keys(keys),
    ...emulator.world.api_keys.list().map(({ key }) => key),
    ...emulator.world.tokens.list().map(({ token }) => token),
  ]
  const earlier = new Earlier()
  earlier.add(scenario.triggers)
  const problems = [...keyProblems(keys, emulator), ...callerProblems(scenario.as, ['as'], secrets)]
  for (const [index, step] of steps.entries()) {
    const path: Path = ['steps', index]
    if ('as' in step && !expectsRefusal(step) && !earlier.mayHaveMade(secretIn(step.as)))
      problems.push(...callerProblems(step.as, [...path, 'as'], secrets))
    if ('change' in step) problems.push(...changeProblems(step.change, [...path, 'change'], emulator, earlier))
    earlier.add({ ...step, as: undefined })
    earlier.ranProgram ||= 'run' in step
  }
  return problems
}

/**
 * Words in triggers and earlier steps. The name of a record that they make is among these, unless a program chooses it.
 */
class Earlier {
  ranProgram = false
  readonly #words = new Set<string>()

  add(value: unknown): void {
    if (typeof value === 'string') for (const word of [value, ...value.split(/[^\w.-]+/)]) this.#words.add(word)
    else if (typeof value === 'object' && value !== null) for (const inner of Object.values(value)) this.add(inner)
  }

  mayHaveMade(name: string | undefined): boolean {
    return name !== undefined && this.#words.has(name)
  }
}

/** Problems of named keys. A key with an owner must exist; one without can be given for the replay. */
function keyProblems(keys: NamedKeys, emulator: Emulator): Problem[] {
  const missing = unknownNames(keys, secretsIn(hostOf(emulator).world, keys)).filter((name) =>
    describes(keys[name] ?? {}),
  )
  return missing.map((name) => ({
    kind: 'reference',
    path: ['keys', name],
    message: `this world has no such ${keys[name]?.kind === 'token' ? 'token' : 'API key'}`,
  }))
}

function callerProblems(caller: Caller | undefined, path: Path, secrets: readonly string[]): Problem[] {
  const secret = secretIn(caller)
  if (secret === undefined || secret.includes('${') || secrets.includes(secret)) return []
  const message = `no key or token of this world is '${secret}'`
  const problem = withNearMiss({ kind: 'reference', path, message }, secret, secrets)
  return [problem.nearMiss === undefined ? { ...problem, message: `${message}${knownText(secret, secrets)}` } : problem]
}

/** Lists those secrets that hold the word, such as the alias of a user, or else all. */
function knownText(word: string, secrets: readonly string[]): string {
  const related = secrets.filter((secret) => secret.includes(word))
  const known = related.length > 0 ? related : secrets
  return known.length === 0 ? '' : ` (known: ${known.slice(0, MAX_KNOWN).join(', ')})`
}

const MAX_KNOWN = 5

function secretIn(caller: Caller | undefined): string | undefined {
  if (caller === undefined || caller === 'none') return undefined
  return typeof caller === 'string' ? caller : 'bearer' in caller ? caller.bearer : caller.api_key
}

/** True if a step with a wrong secret may pass, because it expects a failure, or nothing that excludes one. */
function expectsRefusal(step: Step): boolean {
  if ('run' in step) return true
  const expected: Readonly<Record<string, unknown>> = ('expect' in step ? step.expect : undefined) ?? {}
  if (['error', 'code', 'message', 'limit', 'outcome'].some((field) => field in expected)) return true
  const { status, body } = expected
  if (status !== undefined) return typeof status !== 'number' || status >= 400
  return isObject(body) && ('error' in body || ('status' in body && body['status'] !== 'success'))
}

function changeProblems(given: Change | Change[], path: Path, emulator: Emulator, earlier: Earlier): Problem[] {
  if (Array.isArray(given))
    return given.flatMap((change, index) => {
      const problems = changeProblems(change, [...path, index], emulator, earlier)
      earlier.add(change)
      return problems
    })
  const wrongFields = changedFieldProblems(given, path)
  if (wrongFields.length > 0 || !('update' in given || 'delete' in given)) return wrongFields
  const kind = 'update' in given ? 'update' : 'delete'
  const tables = ('update' in given ? given.update : given.delete) as Partial<
    Record<string, string | string[] | object>
  >
  return tableNames.flatMap((table) =>
    referencesIn(tables[table], [...path, kind, table]).flatMap(({ reference, at }): Problem[] => {
      if (reference.includes('${') || earlier.ranProgram || earlier.mayHaveMade(reference)) return []
      if (emulator.world.table(table)?.get(reference) !== undefined) return []
      const aliases = (emulator.world.table(table)?.list() ?? []).flatMap(
        (record) => (record as { alias?: string }).alias ?? [],
      )
      const message = `there is no record '${reference}' in '${table}'`
      return [withNearMiss({ kind: 'reference', path: at, message }, reference, aliases)]
    }),
  )
}

function referencesIn(value: string | string[] | object | undefined, path: Path): { reference: string; at: Path }[] {
  if (value === undefined) return []
  if (typeof value === 'string') return [{ reference: value, at: path }]
  if (Array.isArray(value)) return value.map((reference: string, index) => ({ reference, at: [...path, index] }))
  return Object.keys(value).map((reference) => ({ reference, at: [...path, reference] }))
}

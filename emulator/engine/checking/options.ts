/** Options of calls from JavaScript, where no compiler looked at them. */
import { EmulatorError } from './emulator-error.ts'
import { nearest } from './near-miss.ts'
import { choiceText, valueText, type Path, type Problem } from './problems.ts'
import { isObject } from './is-object.ts'

/** What an option may be, and how a message calls that. */
export interface OptionKind {
  readonly expected: string
  /** Whether a call cannot do without it. */
  readonly required?: boolean
  fits(value: unknown): boolean
}

/** Of each option of a call. */
export type OptionKinds<O> = { readonly [K in keyof Required<O>]: OptionKind }

/**
 * Throws `EmulatorError` with everything that is wrong with the options of `call`: those it does not have, and those of another kind. One
 * that is undefined is not given. `path`: where they stand among those of the call.
 * `elsewhere`: where an option is given that the call does not have.
 */
export function checkOptions<O extends object>(
  call: string,
  options: O,
  kinds: OptionKinds<O>,
  path: Path = [],
  elsewhere: (name: string) => string | undefined = () => undefined,
): void {
  if (!isObject(options)) throw new EmulatorError(`${call}: expected an object of options, got ${valueText(options)}`)
  const given: Readonly<Record<string, unknown>> = options
  const known: Readonly<Record<string, OptionKind>> = kinds
  const problems: Problem[] = []
  for (const name in known) {
    const { required = false, expected } = known[name]!
    if (required && given[name] === undefined)
      problems.push({ kind: 'missing', path: [...path, name], message: `missing, expected ${expected}`, expected })
  }
  for (const name in given) {
    const kind = Object.hasOwn(known, name) ? known[name] : undefined
    const value = given[name]
    if (kind === undefined)
      problems.push({ ...unknownOption(call, name, Object.keys(known), elsewhere(name)), path: [...path, name] })
    else if (value !== undefined && !kind.fits(value)) {
      problems.push({
        kind: 'type',
        path: [...path, name],
        message: `expected ${kind.expected}, got ${valueText(value)}`,
        expected: kind.expected,
      })
    }
  }
  if (problems.length > 0) throw new EmulatorError(problems)
}

function unknownOption(
  call: string,
  name: string,
  known: readonly string[],
  elsewhere: string | undefined,
): Omit<Problem, 'path'> {
  if (elsewhere !== undefined) return { kind: 'unknown', message: `${call} has no such option: ${elsewhere}` }
  const nearMiss = nearest(name, known)
  if (nearMiss !== undefined) return { kind: 'unknown', message: `${call} has no such option`, nearMiss }
  return { kind: 'unknown', message: `${call} has no such option (known: ${known.join(', ')})` }
}

export function required(kind: OptionKind): OptionKind {
  return { ...kind, required: true }
}

/** For what is checked by anyone who reads it. */
export const anything: OptionKind = { expected: 'anything', fits: () => true }
export const aBoolean: OptionKind = { expected: 'true or false', fits: (value) => typeof value === 'boolean' }
export const aText: OptionKind = { expected: 'a text', fits: (value) => typeof value === 'string' && value !== '' }
export const aFunction: OptionKind = { expected: 'a function', fits: (value) => typeof value === 'function' }
export const aList: OptionKind = { expected: 'a list', fits: Array.isArray }
export const anObject: OptionKind = { expected: 'an object', fits: isObject }
export const aPositiveInteger: OptionKind = {
  expected: 'a positive integer',
  fits: (value) => Number.isSafeInteger(value) && (value as number) > 0,
}
export const anInteger: OptionKind = { expected: 'an integer', fits: Number.isSafeInteger }

export function oneOf(...choices: readonly unknown[]): OptionKind {
  return { expected: choiceText(choices), fits: (value) => choices.includes(value) }
}

/** A URL with its scheme, one of these. */
export function urlOf(...schemes: readonly string[]): OptionKind {
  const expected = `a URL that starts with ${choiceText(schemes.map((scheme) => `${scheme}://`))}`
  return { expected, fits: (value) => typeof value === 'string' && schemes.includes(schemeOf(value) ?? '') }
}

function schemeOf(text: string): string | undefined {
  try {
    return new URL(text).protocol.slice(0, -1)
  } catch {
    return undefined
  }
}

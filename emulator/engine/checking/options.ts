/** Validates options of JavaScript callers, which no compiler has checked. */
import { EmulatorError } from './emulator-error.ts'
import { nearest } from './near-miss.ts'
import { choiceText, valueText, type Path, type Problem } from './problems.ts'
import { isObject } from './is-object.ts'

/** Expected kind of an option, with its name in messages. */
export interface OptionKind {
  readonly expected: string
  /** True if the option must be given. */
  readonly required?: boolean
  fits(value: unknown): boolean
}

/** Kinds of all options of a call. */
export type OptionKinds<O> = { readonly [K in keyof Required<O>]: OptionKind }

/**
 * Throws `EmulatorError` with all problems of a call's options: unknown names and wrong kinds. Undefined counts as not
 * given. `path` is the position of the options within those of the call. `elsewhere` tells for an unknown option where
 * it belongs.
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

/** Accepts any value; its reader validates it. */
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

export function aChoice(...choices: readonly unknown[]): OptionKind {
  return { expected: choiceText(choices), fits: (value) => choices.includes(value) }
}

/** A URL with one of these schemes. */
export function aUrl(...schemes: readonly string[]): OptionKind {
  const expected = `a URL that starts with ${choiceText(schemes.map((scheme) => `${scheme}://`))}`
  return { expected, fits: (value) => typeof value === 'string' && schemes.includes(parseScheme(value) ?? '') }
}

function parseScheme(text: string): string | undefined {
  try {
    return new URL(text).protocol.slice(0, -1)
  } catch {
    return undefined
  }
}

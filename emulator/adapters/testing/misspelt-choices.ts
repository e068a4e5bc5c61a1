import { EmulatorError } from '../../engine/checking/emulator-error.ts'
import { slipDistance } from '../../engine/checking/near-miss.ts'

const choices = [
  'scenario',
  'emulatorOptions',
  'emulatorUrl',
  'emulatorToken',
  'transport',
  'apiUrl',
  'failOnEscape',
] as const

type Choice = (typeof choices)[number]

/** Words that differ from `Word` in one place, not the first, or by the last one: `scenaro`, `scenarrio`. */
type Near<Word extends string, Before extends string = ''> = Word extends `${infer First}${infer Rest}`
  ? Rest extends ''
    ? Before
    : (Before extends '' ? never : `${Before}${string}${Rest}`) | Near<Rest, `${Before}${First}`>
  : never

type Misspelt<Key> = Key extends Choice
  ? never
  : Key extends string
    ? Key extends Near<Choice>
      ? Key
      : Lowercase<Key> extends Lowercase<Choice>
        ? Key
        : never
    : never

/** A `test` whose `extend` does not take a misspelt choice: what it then returns cannot be called. */
export interface RefusesMisspelt {
  extend<T extends object>(
    fixtures: T & ([Misspelt<keyof T>] extends [never] ? never : unknown),
  ): NoSuchChoice<Misspelt<keyof T>>
}

/** Stands in messages of the compiler. */
interface NoSuchChoice<Name> {
  readonly misspelt: Name
}

/** Slips of more letters are names of the user's own. */
const MAX_SLIP = 2

/**
 * Throws `EmulatorError` for a misspelt choice, which vitest would read as a new fixture. A name that starts with that
 * of a choice counts as misspelt (`scenarios`).
 */
export function refuseMisspelt(given: readonly unknown[]): void {
  const [first] = given
  for (const name of typeof first === 'string' ? [first] : Object.keys(first ?? {})) {
    const meant = choices.find((choice) => (slipDistance(name, choice) ?? Infinity) <= MAX_SLIP)
    if (meant !== undefined && meant !== name && !name.startsWith(meant))
      throw new EmulatorError(`test.extend: there is no choice '${name}', did you mean '${meant}'?`)
  }
}

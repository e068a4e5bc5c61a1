import { EmulatorError } from '../../engine/checking/emulator-error.ts'
import { slipDistance } from '../../engine/checking/near-miss.ts'

/** Choices of the `test` of vitest. */
const vitestChoices = [
  'scenario',
  'emulatorOptions',
  'emulatorUrl',
  'emulatorToken',
  'transport',
  'apiUrl',
  'failOnEscape',
  'failureNotes',
] as const

/** Choices of the `test` of Playwright. */
const playwrightChoices = [
  'scenario',
  'emulatorOptions',
  'emulatorUrl',
  'emulatorToken',
  'emulatorTrace',
  'failureNotes',
] as const

/** Options of an emulator that are often written as choices of Playwright, which takes any name. */
const options = ['fixtures', 'seed', 'settings', 'facts']

type ChoiceName = (typeof vitestChoices)[number]

/** Words that differ from `Word` in one place, not the first, or by the last one: `scenaro`, `scenarrio`. */
type Near<Word extends string, Before extends string = ''> = Word extends `${infer First}${infer Rest}`
  ? Rest extends ''
    ? Before
    : (Before extends '' ? never : `${Before}${string}${Rest}`) | Near<Rest, `${Before}${First}`>
  : never

type Misspelt<Key> = Key extends ChoiceName
  ? never
  : Key extends string
    ? Key extends Near<ChoiceName>
      ? Key
      : Lowercase<Key> extends Lowercase<ChoiceName>
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
 * of a choice counts as the user's own (`scenarios`).
 */
export function refuseMisspelt(given: readonly unknown[]): void {
  const [first] = given
  for (const name of typeof first === 'string' ? [first] : Object.keys(first ?? {}))
    refuseNear(name, vitestChoices, 'test.extend')
}

/** Throws `EmulatorError` for a misspelt choice in the `use` of a configuration of Playwright, which takes any name. */
export function refuseMisspeltUse(given: object, where: string): void {
  for (const name of Object.keys(given)) refuseNear(name, playwrightChoices, where)
}

/** Throws `EmulatorError` for an option of `emulatorOptions` beside it, unless it is a fixture of the `own` ones. */
export function refuseOptionAsChoice(given: object, where: string, own: ReadonlySet<string>): void {
  const name = Object.keys(given).find((each) => options.includes(each) && !own.has(each))
  if (name !== undefined)
    throw new EmulatorError(`${where}: there is no choice '${name}', did you mean \`emulatorOptions: { ${name} }\`?`)
}

function refuseNear(name: string, choices: readonly string[], where: string): void {
  const meant = choices.find((choice) => (slipDistance(name, choice) ?? Infinity) <= MAX_SLIP)
  if (meant !== undefined && meant !== name && !name.startsWith(meant))
    throw new EmulatorError(`${where}: there is no choice '${name}', did you mean '${meant}'?`)
}

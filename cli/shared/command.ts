import type { ClientError } from './client-error.ts'
import type { Io } from './io.ts'

/** A flag. One that has neither `value` nor `choices` is a switch. */
export interface Flag {
  readonly about: string
  /** Placeholder of the value in messages and in the reference. */
  readonly value?: string
  /** The values that it may have; any other is a usage error. */
  readonly choices?: readonly string[]
  /** The value without the flag. */
  readonly default?: string
  /** Short form: `-o`. */
  readonly short?: string
  /** It may be given again: the values add up to one list, parted by commas. */
  readonly many?: true
  /** Completion offers the names that the program knows, or these words. */
  readonly offers?: true | readonly string[]
  /** Reads the text of the value. `flag` is the name, for messages. Throws `ClientError` for a value that cannot be. */
  readonly parse?: (text: string, flag: string) => unknown
}

/** Variables of the environment by name. */
export type Environment = Readonly<Record<string, string | undefined>>

interface Positional {
  readonly name: string
  readonly about: string
  /** May be left out; only the last ones may. */
  readonly optional?: boolean
  /** Takes all words that are left; only the last one may. */
  readonly rest?: boolean
  /** The words that it may be; any other is a usage error. */
  readonly choices?: readonly string[]
  /** Completion offers the names that the program knows, beside files. */
  readonly offers?: true
}

export type Flags = Readonly<Record<string, Flag>>

/**
 * The texts of the flags of `F`: a string, or one of its choices, where the flag takes a value; a boolean for a switch.
 */
export type FlagValues<F extends Flags> = { readonly [Name in keyof F]: FlagValue<F[Name]> }

type FlagValue<F extends Flag> = F extends { readonly choices: readonly (infer Choice)[] }
  ? Choice | Missing<F>
  : F extends { readonly value: string }
    ? string | Missing<F>
    : boolean

/** Values of the flags of `F` as their parsers give them, under names in camel case: `timeLimit` for `--time-limit`. */
export type FlagSettings<F extends Flags> = {
  readonly [Name in keyof F & string as CamelCase<Name>]: FlagSetting<F[Name]>
}

type FlagSetting<F extends Flag> = F extends { readonly parse: (...given: never) => infer Value }
  ? Awaited<Value> | Missing<F>
  : FlagValue<F>

type CamelCase<Name extends string> = Name extends `${infer First}-${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : Name

type Missing<F extends Flag> = F extends { readonly default: string } ? never : undefined

export interface Invocation<F extends Flags> {
  /** Texts of the line, by the names of the flags. */
  readonly flags: FlagValues<F>
  /** Values of the flags. */
  readonly settings: FlagSettings<F>
  readonly positionals: readonly string[]
  /** The words after `--`, for a command that runs another program. */
  readonly program: readonly string[]
}

/** Answer of a command: lines for people, and the payload for `--json` (to which `schema_version` is added). */
export interface CommandOutcome {
  readonly lines: readonly string[]
  readonly payload: Readonly<Record<string, unknown>>
}

/** A command as data: its name, flags, description, and function. */
export interface Command<F extends Flags = Flags> {
  /** The words that name it, e.g. `['profile', 'ls']`. */
  readonly path: readonly string[]
  readonly about: string
  readonly flags: F
  readonly positionals?: readonly Positional[]
  /** Takes the command line of another program after `--`. */
  readonly takesProgram?: boolean
  /** Command lines with their descriptions. */
  readonly examples: readonly (readonly [line: string, about: string])[]
  /** Shown at the end of `--help`. */
  readonly notes?: string
  run(invocation: Invocation<F>, io: Io): Promise<CommandOutcome | undefined>
}

/** Keeps the flag names and kinds, so that `run` sees them typed. */
export function command<const F extends Flags>(definition: Command<F>): Command {
  return definition as unknown as Command
}

/** A binary: its name and its commands. */
export interface Program {
  readonly name: string
  readonly about: string
  readonly commands: readonly Command[]
  /**
   * Descriptions of commands by title, for the first page of help. Without it, help lists the `about` of each command.
   */
  readonly groups?: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** Shown at the end of `--help`. */
  readonly notes?: string
  /** True if the program has `--json`, with errors on stdout in this form. */
  readonly json: boolean
  /**
   * Flags, and the first argument, may come from variables that begin like this: `SVC_EMULATOR_` for
   * `SVC_EMULATOR_STATE_EVERY`.
   */
  readonly envPrefix?: string
  /** Names that completion offers: of shipped scenarios, of stored profiles. */
  readonly offers?: (io: Io) => Promise<readonly string[]>
  /** The command of a line that names none. */
  readonly fallback?: string
  /** Writes a failure as `<name>: <text>`, without a code: for a tool whose users act on the text. */
  readonly plainErrors?: boolean
  /**
   * Refuses a flag with an empty value, such as `--host "$UNSET"`. Else each command decides (an empty key is
   * `INPUT_REQUIRED`).
   */
  readonly refusesEmpty?: boolean
  /** Flags that a command had, with the way that is left. */
  readonly gone?: Readonly<Record<string, string>>
  /** Quotes an unknown command in messages, because no word can be a secret. */
  readonly repeatsWords?: boolean
  /** The error, or its text, for a failure that is not a `ClientError` but that a user can act on. */
  readonly explain?: (error: unknown) => ClientError | string | undefined
}

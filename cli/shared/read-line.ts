import { parseArgs } from 'node:util'
import type { Flags } from './command.ts'

/** A flag as it stands on the line. */
export interface GivenFlag {
  /** A single dash is an unknown flag; `-h` and `-v` alone are not listed here. */
  readonly dashes: '-' | '--'
  /** Without a value that is glued to it by an equals sign. */
  readonly name: string
}

/** The parts of a command line. */
export interface Line {
  /** Everything that is no flag and no value of one, and everything after `--`. */
  readonly words: readonly string[]
  readonly flags: readonly GivenFlag[]
  readonly switches: ReadonlySet<string>
  readonly values: ReadonlyMap<string, string>
  /** The first value that is missing, superfluous or given twice. */
  readonly problem: string | undefined
}

/** Every program has them. */
const standingShorts: Readonly<Record<string, string>> = { h: 'help', v: 'version' }

/**
 * Takes a command line apart with the parser of Node. The one of yargs costs a third of the start-up time of `node` itself; yargs
 * lays out the help, where nobody waits for a machine.
 */
export function readLine(argv: readonly string[], known: Flags): Line {
  const options = Object.fromEntries(
    Object.entries(known).map(([name, { value, short }]) => [
      name,
      { type: value === undefined ? ('boolean' as const) : ('string' as const), ...(short !== undefined && { short }) },
    ]),
  )
  const { tokens } = parseArgs({ args: [...argv], options, strict: false, allowPositionals: true, tokens: true })
  const line = {
    words: [] as string[],
    flags: [] as GivenFlag[],
    switches: new Set<string>(),
    values: new Map<string, string>(),
  }
  let problem: string | undefined
  // A group such as `-abc` is one word of the line and several tokens.
  let last = -1
  for (const token of tokens) {
    if (token.kind === 'positional') line.words.push(token.value)
    if (token.kind !== 'option' || token.index === last) continue
    last = token.index
    const [name = ''] = (argv[token.index] ?? '').replace(/^--?/, '').split('=')
    const dashes = argv[token.index]?.startsWith('--') ? '--' : '-'
    // `-oFILE` and `-o FILE` are the long flag with its value.
    const isShort = dashes === '-' && known[token.name]?.short === token.rawName.slice(1)
    const standing = dashes === '-' ? standingShorts[name] : undefined
    if (standing !== undefined) line.switches.add(standing)
    else line.flags.push(isShort ? { dashes: '--', name: token.name } : { dashes, name })
    if (isShort) problem ??= take(line, token.name, token, known)
    else if (dashes === '--' && Object.hasOwn(known, name)) problem ??= take(line, name, token, known)
  }
  return { ...line, problem }
}

interface Given {
  readonly value?: string | undefined
  readonly inlineValue?: boolean | undefined
}

/** Notes the value of a flag; answers what is wrong with it. */
function take(
  line: { switches: Set<string>; values: Map<string, string> },
  name: string,
  { value, inlineValue }: Given,
  known: Flags,
): string | undefined {
  const placeholder = known[name]?.value
  if (placeholder === undefined) {
    line.switches.add(name)
    return inlineValue ? `--${name} takes no value` : undefined
  }
  const before = line.values.get(name)
  if (before !== undefined && known[name]?.many === undefined) return `--${name} is given more than once`
  const missing = value === undefined || (!inlineValue && /^-[^0-9]/.test(value))
  line.values.set(name, missing ? '' : before === undefined ? value : `${before},${value}`)
  return missing
    ? `--${name} needs a value: --${name} <${placeholder}> (write --${name}=<value> for one that starts with a dash)`
    : undefined
}

import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { splitWords } from '../../scenario/run/words.ts'

/** A command line that vitest can be kept up for; or why it cannot, where it is one of vitest. Undefined for any other command. */
type VitestLine =
  | { readonly words: readonly string[]; readonly env: Readonly<Record<string, string>> }
  | { readonly why: string }

const isVitestFile = (word: string | undefined): boolean =>
  word !== undefined && ['vitest', 'vitest.mjs', 'vitest.cmd'].includes(basename(word))

/** Words that stand before `vitest` and run it as it is. */
const runners = [['npx'], ['pnpm', 'exec'], ['pnpm'], ['yarn', 'exec'], ['yarn', 'run'], ['yarn'], ['bunx'], ['node']]

const otherCommands = ['watch', 'dev', 'bench', 'list', 'init', 'related', 'complete']

/** Flags of vitest that choose tests or keep them running in a way that single runs of files cannot follow. */
const OTHER_FLAGS =
  /^--(?:watch|ui|browser|shard|standalone|changed|related|merge-?[rR]eports|inspect|typecheck|list-?[tT]ags|help|version|no-isolate|isolate)\b|^-[wvh]$|^--$|:\d+$/

/** Finds the words of vitest in a command line, or in the script of package.json that it names. */
export function vitestLine(words: readonly string[], folder: string): VitestLine | undefined {
  const script = namedScript(words)
  if (script !== undefined) return scriptLine(script, folder)
  const own = ownWords(words)
  return own && checked(own, {})
}

/** The words behind `vitest`. */
function ownWords(words: readonly string[]): readonly string[] | undefined {
  for (const start of [[], ...runners])
    if (start.every((word, n) => words[n] === word) && isVitestFile(words[start.length]))
      return words.slice(start.length + 1)
  return undefined
}

function checked(words: readonly string[], env: Readonly<Record<string, string>>): VitestLine {
  const [command = ''] = words
  const odd = otherCommands.includes(command) ? command : words.find((word) => OTHER_FLAGS.test(word))
  return odd === undefined ? { words, env } : { why: `'${odd}' needs a start of its own` }
}

interface Script {
  readonly name: string
  readonly more: readonly string[]
}

/** The script that `npm test`, `npm run x` and their like name. */
function namedScript(words: readonly string[]): Script | undefined {
  const [manager = '', ...rest] = words
  if (!['npm', 'pnpm', 'yarn'].includes(manager)) return undefined
  const [command = '', ...others] = rest
  const isRun = ['run', 'run-script'].includes(command)
  const name = isRun ? others.shift() : ['test', 't', 'tst'].includes(command) ? 'test' : undefined
  if (name === undefined) return undefined
  return { name, more: others[0] === '--' ? others.slice(1) : others }
}

function scriptLine({ name, more }: Script, folder: string): VitestLine | undefined {
  const scripts = readScripts(folder)
  const line = scripts[name]
  if (line === undefined || !/\bvitest\b/.test(line)) return undefined
  const around = [`pre${name}`, `post${name}`].find((other) => scripts[other] !== undefined)
  if (around !== undefined) return { why: `package.json has a script '${around}' beside '${name}'` }
  if (/[&|;<>$`*?()\n]/.test(line))
    return { why: `the script '${name}' of package.json is more than one call of vitest` }
  const words = splitWords(line)
  const first = words.findIndex((word) => !/^\w+=/.test(word))
  const own = ownWords(words.slice(first))
  if (own === undefined) return { why: `the script '${name}' of package.json is more than one call of vitest` }
  const env = words
    .slice(0, first)
    .map((word): [string, string] => [word.slice(0, word.indexOf('=')), word.slice(word.indexOf('=') + 1)])
  return checked([...own, ...more], Object.fromEntries(env))
}

function readScripts(folder: string): Readonly<Record<string, string>> {
  const file = join(folder, 'package.json')
  if (!existsSync(file)) return {}
  try {
    return (JSON.parse(readFileSync(file, 'utf8')) as { scripts?: Record<string, string> }).scripts ?? {}
  } catch {
    return {}
  }
}

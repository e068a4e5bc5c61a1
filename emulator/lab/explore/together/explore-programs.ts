import type { StartOptions } from '../../../host/create-world.ts'
import { baseEmulator } from '../../engine/base-emulator.ts'
import type { Client } from '../../engine/client.ts'
import { withProgram, type ClientProgram, type Surroundings } from '../../subjects/with-program.ts'
import { joinMembers } from './options.ts'
import type { TogetherReport } from './report.ts'
import { exploreTogether, type TogetherSettings } from './together.ts'

/** Copies of a program, and programs beside them. */
export interface Programs {
  readonly client: ClientProgram
  readonly copies: number | undefined
  /** Command lines; words `NAME=value` before the command are variables. */
  readonly beside: readonly (readonly string[])[]
}

/** Explores programs at once in one world. Rejects as `exploreTogether`. */
export async function explorePrograms(
  { client, copies, beside }: Programs,
  start: Pick<StartOptions, 'scenario' | 'fixtures' | 'seed'>,
  settings: TogetherSettings,
  around: Surroundings,
): Promise<TogetherReport> {
  const base = baseEmulator(start)
  const join = (first: Client, companions: readonly Client[], left: Programs['beside']): Promise<TogetherReport> => {
    const [next, ...rest] = left
    if (next === undefined) return exploreTogether(joinMembers(first, copies, companions), base, settings)
    const { program, env } = readVariables(next)
    const key = env['SVC_API_KEY'] ?? client.key
    return withProgram(base, { ...client, program, key }, { ...around, env: { ...around.env, ...env } }, (subject) =>
      join(first, [...companions, { ...subject, name: program.join(' ') }], rest),
    )
  }
  return withProgram(base, client, around, (subject) => join(subject, [], beside))
}

/** Splits `NAME=value` words from the command after them. */
function readVariables(words: readonly string[]): {
  program: readonly string[]
  env: Readonly<Record<string, string>>
} {
  const first = words.findIndex((word) => !/^[A-Za-z_]\w*=/.test(word))
  const own = words.slice(0, first < 0 ? words.length : first)
  const env = Object.fromEntries(
    own.map((word) => [word.slice(0, word.indexOf('=')), word.slice(word.indexOf('=') + 1)]),
  )
  return { program: words.slice(own.length), env }
}

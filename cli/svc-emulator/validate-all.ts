import { plural } from '../../emulator/engine/checking/plural.ts'
import { printable, printableLines } from '../../emulator/engine/checking/printable.ts'
import { describe, describeAll, type Problem } from '../../emulator/engine/checking/problems.ts'
import { EmulatorError } from '../../emulator/engine/checking/emulator-error.ts'
import { readFacts } from '../../emulator/scenario/facts-file.ts'
import { findNeeds, type Need } from '../../emulator/scenario/needs.ts'
import { validate } from '../../emulator/scenario/validate.ts'
import { ClientError } from '../shared/client-error.ts'
import type { CommandOutcome } from '../shared/command.ts'
import { canRedraw } from '../shared/color.ts'
import type { Io } from '../shared/io.ts'
import { findSources } from './sources.ts'

/** Validates files. Problems go to stdout, in the format of `grep -n` and compilers, the verdict to stderr. */
export async function validateAll(given: readonly string[], io: Io): Promise<CommandOutcome> {
  const { found: sources, others } = findSources(given, ['scenario', 'fixture', 'bundle', 'facts'])
  let wrong = 0
  const needing: string[] = []
  for (const source of sources) {
    const { problems, warnings, needs } = await checkOne(source, io)
    for (const warning of warnings) io.stdout.write(`${printableLines(`warning: ${describe(warning)}`)}\n`)
    if (needs.length > 0) needing.push(`${printable(source)} needs an emulator (${needs.join(', ')})`)
    if (problems === '') continue
    wrong++
    io.stdout.write(`${printableLines(problems)}\n`)
  }
  const files = plural(sources.length, 'file')
  if (wrong > 0) throw new ClientError('INPUT_INVALID', `${wrong} of ${files} ${wrong === 1 ? 'is' : 'are'} wrong`)
  const beside =
    others === 0 ? '' : ` (${plural(others, 'other')} in these folders: no scenario, fixture, bundle or facts file)`
  return { lines: [`${files} checked, nothing wrong${beside}`, ...needing], payload: {} }
}

/** True where a file was refused because it holds facts, and no scenario. */
function isFactsFile(problems: readonly Problem[]): boolean {
  const [problem] = problems
  return problems.length === 1 && problem?.kind === 'type' && problem.path[0] === 'facts'
}

interface ValidatedFile {
  readonly problems: string
  readonly warnings: readonly Problem[]
  readonly needs: readonly Need[]
}

async function checkOne(source: string, io: Io): Promise<ValidatedFile> {
  const isLive = canRedraw(io.stderr, io.env)
  const progress = isLive
    ? (loaded: number) => void io.stderr.write(`\r\u001B[K${printable(source)}: ${loaded} records`)
    : undefined
  try {
    const { problems, loaded } = await validate(source, { progress })
    if (isFactsFile(problems))
      return { problems: describeAll((await readFacts(source)).problems), warnings: [], needs: [] }
    const needs = loaded?.file === undefined ? [] : findNeeds(loaded.scenario)
    return { problems: describeAll(problems), warnings: loaded?.warnings ?? [], needs }
  } catch (error) {
    if (error instanceof EmulatorError) return { problems: error.message, warnings: [], needs: [] }
    throw error
  } finally {
    if (isLive) io.stderr.write('\r\u001B[K')
  }
}

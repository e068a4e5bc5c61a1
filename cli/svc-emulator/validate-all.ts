import { printable, printableLines } from '../../emulator/engine/checking/printable.ts'
import { describeAll } from '../../emulator/engine/checking/problems.ts'
import { EmulatorError } from '../../emulator/engine/checking/emulator-error.ts'
import { validate } from '../../emulator/scenario/validate.ts'
import { ClientError } from '../shared/client-error.ts'
import type { Outcome } from '../shared/command.ts'
import type { Io } from '../shared/io.ts'
import { sourcesOf } from './sources.ts'

/** Problems go to stdout, as `grep -n` and compilers write them; the verdict to stderr. */
export async function validateAll(given: readonly string[], io: Io): Promise<Outcome> {
  const { found: sources, others } = sourcesOf(given, ['scenario', 'fixture', 'bundle'])
  let wrong = 0
  for (const source of sources) {
    const text = await problemsOf(source, io)
    if (text === '') continue
    wrong++
    io.stdout.write(`${printableLines(text)}\n`)
  }
  const files = `${sources.length} ${sources.length === 1 ? 'file' : 'files'}`
  if (wrong > 0) throw new ClientError('INPUT_INVALID', `${wrong} of ${files} ${wrong === 1 ? 'is' : 'are'} wrong`)
  const beside =
    others === 0 ? '' : ` (${others} other${others === 1 ? '' : 's'} in these folders: no scenario, fixture or bundle)`
  return { lines: [`${files} checked, nothing wrong${beside}`], payload: {} }
}

async function problemsOf(source: string, io: Io): Promise<string> {
  const { isTTY = false } = io.stderr as { isTTY?: boolean }
  const progress = isTTY
    ? (loaded: number) => void io.stderr.write(`\r\u001B[K${printable(source)}: ${loaded} records`)
    : undefined
  try {
    return describeAll((await validate(source, { progress })).problems)
  } catch (error) {
    if (error instanceof EmulatorError) return error.message
    throw error
  } finally {
    if (isTTY) io.stderr.write('\r\u001B[K')
  }
}

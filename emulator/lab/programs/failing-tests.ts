import { mkdir, rm } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { EmulatorError } from '../../engine/checking/emulator-error.ts'
import { runProgram, type Spawned } from '../../scenario/run/spawned.ts'
import { makeTemporaryFolder } from '../../scenario/temporary-folder.ts'
import { vitestLine } from './kept-vitest/command-line.ts'
import { Session, SessionFailed } from './kept-vitest/session.ts'
import { lastLine } from './last-line.ts'
import { findRunner } from './runners/find-runner.ts'
import type { TestFailure } from './runners/runner.ts'
import { readTapFailures } from './tap-failures.ts'
import type { Environment } from '../subjects/addresses.ts'

/** A command that runs tests, and can be asked again and again which of them fail. */
export interface FailingTests {
  /** The tests that fail; undefined where all pass. */
  run(timeLimitMs: number): Promise<readonly TestFailure[] | undefined>
  /** Leaves nothing behind. */
  close(): Promise<void>
}

interface Command {
  readonly program: readonly string[]
  readonly env: Environment
  readonly stop: AbortSignal
}

/** Keeps vitest up between runs where that is possible; starts any other command for each. */
export async function openFailingTests(command: Command): Promise<FailingTests> {
  const folder = await makeTemporaryFolder('svc-shrink-')
  try {
    return (await keepTests(command, folder)) ?? startTests(command, folder)
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw error
  }
}

async function keepTests({ program, env, stop }: Command, folder: string): Promise<FailingTests | undefined> {
  const line = vitestLine(program, process.cwd())
  if (line === undefined || 'why' in line) return undefined
  const met = join(folder, 'met')
  await mkdir(met)
  const session = new Session({
    words: line.words,
    env: { ...env, ...line.env },
    cwd: process.cwd(),
    variesOtherwise: false,
    folder,
    met,
  })
  const end = (): void => session.close()
  stop.addEventListener('abort', end)
  const close = async (): Promise<void> => {
    stop.removeEventListener('abort', end)
    session.close()
    await rm(folder, { recursive: true, force: true })
  }
  try {
    const files = await session.open()
    if (files.length === 0) throw new EmulatorError(`'${program.join(' ')}' finds no test file`)
    return { run: (timeLimitMs) => runKept(session, files, timeLimitMs), close }
  } catch (error) {
    session.close()
    if (error instanceof SessionFailed) return undefined
    throw error
  }
}

async function runKept(
  session: Session,
  files: readonly string[],
  timeLimitMs: number,
): Promise<readonly TestFailure[] | undefined> {
  const { end } = await session.run({ whole: [] }, files, timeLimitMs).catch(() => ({ end: { kind: 'lost' as const } }))
  if (end.kind !== 'ran') return [end.kind === 'hung' ? hanging : outside('the run of tests ended by itself')]
  const failed = end.files.flatMap(({ path, failures }) =>
    failures.map(({ test, message }) => ({
      name: [relative('.', path), ...(test === undefined ? [] : [test])].join(' > '),
      message,
    })),
  )
  const all = [...failed, ...end.unhandled.map(outside)]
  return all.length === 0 ? undefined : all
}

const outside = (message: string): TestFailure => ({ name: '', message })

const hanging = outside('the tests do not end')

function startTests({ program, env, stop }: Command, folder: string): FailingTests {
  const runner = findRunner(program)
  let runs = 0
  return {
    async run(timeLimitMs) {
      const own = join(folder, `run-${++runs}`)
      await mkdir(own)
      const { words, env: more } = withReport(program, own)
      const ended = await runProgram({
        words,
        env: { ...env, ...runner.env, ...more },
        cwd: process.cwd(),
        stdin: '',
        timeout: timeLimitMs,
        terminal: undefined,
        killAfter: undefined,
        signal: stop,
      })
      const failures = ended.exit === 0 ? undefined : describeEnd(ended, (await runner.readFailures?.(own)) ?? [])
      await rm(own, { recursive: true, force: true })
      return failures
    },
    close: () => rm(folder, { recursive: true, force: true }),
  }
}

/** The command with a report that its failures can be read from. */
function withReport(words: readonly string[], folder: string) {
  const runner = findRunner(words)
  const isTap = runner.name === 'node:test' && !words.some((word) => word.startsWith('--test-reporter'))
  if (!isTap) return { env: {}, ...(runner.reporting?.(words, folder) ?? { words }) }
  const [node = '', ...rest] = words
  return { words: [node, '--test-reporter=tap', ...rest], env: {} }
}

function describeEnd(
  { timedOut, exit, stdout, stderr }: Spawned,
  read: readonly TestFailure[],
): readonly TestFailure[] {
  if (timedOut) return [hanging]
  const failed = read.length > 0 ? read : readTapFailures(stdout).map(outside)
  return failed.length > 0 ? failed : [outside(`exit code ${exit}`), outside(lastLine(stderr) || lastLine(stdout))]
}

/** Names and messages of failures, one after the other. */
export function listTexts(failures: readonly TestFailure[] | undefined): readonly string[] | undefined {
  return failures?.flatMap(({ name, message }) => [name, message].filter((text) => text !== ''))
}

import { existsSync } from 'node:fs'
import { basename, dirname, extname, join, relative, resolve } from 'node:path'
import type { WorldSection } from '../../../emulator/engine/matching/schema-world.ts'
import { vitestLine } from '../../../emulator/lab/runners/vitest-line.ts'
import { findRunner } from '../../../emulator/lab/runners/find-runner.ts'
import { ClientError } from '../../shared/client-error.ts'
import { pytestText, vitestText, type WorldTest } from './test-text.ts'

/** A test file to write, with the command that runs it alone. */
export interface TestFile {
  /** Path relative to the current folder. */
  readonly path: string
  readonly text: string
  /** Name of the test, with its groups. */
  readonly test: string
  readonly words: readonly string[]
  /** World of all other emulators when the file is tried: the smallest that the runner starts with. */
  readonly around: WorldSection
}

/** A runner of tests that a file can be written for. */
interface Framework {
  readonly command: RegExp
  /** Words of its command line, where a script of package.json has them. */
  readonly words: readonly string[]
  /** Flags with a value that say how any of its tests are run, not which. */
  readonly kept: RegExp
  readonly around: WorldSection
  describe(failing: FailingTest, output: string): Described
}

type Described = Omit<TestFile, 'words' | 'around'>

interface FailingTest extends Pick<WorldTest, 'message' | 'size'> {
  /** As in a report: its file or module, then its groups and its name. */
  readonly name: string
}

const frameworks: Readonly<Record<string, Framework>> = {
  vitest: {
    command: /^vitest(?:\.mjs|\.cmd)?$/,
    words: ['npx', 'vitest', 'run'],
    kept: /^(?:-c|--config|-r|--root|--project)$/,
    around: { fixtures: [] },
    describe: describeVitest,
  },
  pytest: {
    command: /^(?:pytest|py\.test)(?:\.exe)?$/,
    words: ['pytest'],
    kept: /^(?:-c|-p|-o|--rootdir|--svc-(?!scenario)\w+)$/,
    // Its server does not start without an admin key.
    around: {
      fixtures: [],
      records: { users: [{ alias: 'ada' }], api_keys: [{ role: 'admin', target: 'user', target_id: 'ada' }] },
    },
    describe: describePytest,
  },
}

/** The error for a test that is not written, or not kept; the scenario is. */
export function noTest(why: string): ClientError {
  return new ClientError('UNEXPECTED', `no test is written: ${why}`)
}

/** Name of the runner of a command line. */
export function findFramework(program: readonly string[]): string {
  return vitestLine(program, process.cwd()) === undefined ? findRunner(program).name : 'vitest'
}

/** The file that runs a failing test alone. Throws `ClientError` where there is no place for it. */
export function describeTestFile(program: readonly string[], failing: FailingTest, output: string): TestFile {
  const framework = frameworks[findFramework(program)]!
  const file = framework.describe(failing, output)
  return { ...file, words: findWords(framework, program, file.path), around: framework.around }
}

function describeVitest({ name, message, size }: FailingTest, output: string): Described {
  const [own = '', ...names] = name.split(' > ')
  const test = names.join(' > ')
  if (test === '' || !existsSync(own)) throw noTest(`'${name}' is no test of a file`)
  const [folder, world] = [dirname(output), basename(output)]
  const path = join(folder, `${basename(world, extname(world))}${basename(own).replace(/^[^.]*/, '')}`)
  requireOther(path, own)
  const found = relative(folder, own).replaceAll('\\', '/')
  const from = found.startsWith('.') ? found : `./${found}`
  return { path, test, text: vitestText({ from, test, world, message, size }) }
}

function describePytest({ name, message, size }: FailingTest, output: string): Described {
  const [place = '', ...names] = name.split(' > ')
  const parts = place.split('.')
  const count = parts.findLastIndex((_, n) => existsSync(`${parts.slice(0, n + 1).join('/')}.py`)) + 1
  if (count === 0) throw noTest(`no file of the current folder has the module ${place}`)
  const own = `${join(...parts.slice(0, count))}.py`
  const [folder, world] = [dirname(output), basename(output)]
  if (resolve(folder) !== resolve(dirname(own)))
    throw noTest(`it has to stand beside ${own}: expected -o ${join(dirname(own), world)}`)
  const stem = basename(world, extname(world)).replaceAll(/\W/g, '_')
  const path = join(folder, own.endsWith('_test.py') ? `${stem}_test.py` : `test_${stem}.py`)
  requireOther(path, own)
  const from = `${existsSync(join(folder, '__init__.py')) ? '.' : ''}${parts[count - 1]}`
  const test = [...parts.slice(count), names.join(' > ')].join('::')
  return { path, test, text: pytestText({ from, test, world, message, size }) }
}

function requireOther(path: string, own: string): void {
  if (resolve(path) === resolve(own))
    throw noTest(`it would replace ${own}, which has the test: expected another name behind -o`)
}

function findWords({ command, words, kept }: Framework, program: readonly string[], path: string): string[] {
  const place = program.findIndex((word) => command.test(basename(word)))
  const head = place < 0 ? words : [...program.slice(0, place + 1), ...words.slice(-1).filter((word) => word === 'run')]
  const flags = program.flatMap((word, n) => {
    if (n <= place || !kept.test(word.split('=', 1)[0]!)) return []
    return word.includes('=') ? [word] : program.slice(n, n + 2)
  })
  return [...head, path, ...flags]
}

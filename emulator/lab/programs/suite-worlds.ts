import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { FROM_VARIABLE, STARTS_VARIABLE, type NotedStart } from '../../host/chosen-start.ts'
import { makeTemporaryFolder } from '../../scenario/temporary-folder.ts'
import { listTexts, openFailingTests, type FailingTests } from './failing-tests.ts'
import type { Environment } from '../subjects/addresses.ts'

interface Command {
  readonly program: readonly string[]
  readonly env: Environment
  readonly stop: AbortSignal
}

/** The run of a suite as it is. */
export interface FirstTests {
  /** Undefined where all tests pass. */
  readonly failure: readonly string[] | undefined
  /** Starts of the emulators in its processes, each once, in the order in which they began. */
  readonly starts: readonly NotedStart[]
}

/** A suite whose emulators are made to begin with another world. */
export class SuiteWorlds {
  readonly #command: Command
  readonly #folder: string
  #tests: FailingTests | undefined

  private constructor(command: Command, folder: string) {
    this.#command = command
    this.#folder = folder
  }

  static async create(command: Command): Promise<SuiteWorlds> {
    return new SuiteWorlds(command, await makeTemporaryFolder('svc-shrink-'))
  }

  /** Runs the suite as it is. */
  async runFirst(timeLimitMs: number): Promise<FirstTests> {
    const failure = await this.#run(null, timeLimitMs)
    return { failure, starts: await readStarts(join(this.#folder, 'starts')) }
  }

  /** Runs the suite with emulators that all begin with this scenario. */
  runFrom(scenario: object, timeLimitMs: number): Promise<readonly string[] | undefined> {
    return this.#run(scenario, timeLimitMs)
  }

  /** Opens the tests once: a start of vitest takes as long as several runs. */
  async #run(start: object | null, timeLimitMs: number): Promise<readonly string[] | undefined> {
    const [file, starts] = [join(this.#folder, 'from.json'), join(this.#folder, 'starts')]
    await mkdir(starts, { recursive: true })
    await writeFile(file, JSON.stringify(start))
    this.#tests ??= await openFailingTests(this.#with({ [FROM_VARIABLE]: file, [STARTS_VARIABLE]: starts }))
    return listTexts(await this.#tests.run(timeLimitMs))
  }

  /** Leaves nothing behind. */
  async close(): Promise<void> {
    await this.#tests?.close()
    await rm(this.#folder, { recursive: true, force: true })
  }

  #with(env: Environment): Command {
    return { ...this.#command, env: { ...this.#command.env, ...env } }
  }
}

async function readStarts(folder: string): Promise<NotedStart[]> {
  const lines: string[] = []
  for (const name of (await readdir(folder)).toSorted())
    lines.push(...(await readFile(join(folder, name), 'utf8')).split('\n').filter((line) => line.endsWith('}')))
  return [...new Set(lines)].map((line) => JSON.parse(line) as NotedStart)
}

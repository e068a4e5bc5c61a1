import type { ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { programEnvironment } from '../../scenario/run/program-environment.ts'
import { endAll, startProgram } from '../../scenario/run/processes.ts'
import { wait } from '../engine/real-time.ts'
import type { DriverAnswer, DriverOrder, LoadedModules } from './vitest-messages.ts'

/** Program of the package, beside the file that this code is bundled into. */
const driver = (): string => fileURLToPath(new URL('./lab/vitest-driver.js', import.meta.url))

/** End of the lines that a process printed, for a message. */
const MAX_PRINTED = 4_000

interface SessionOptions {
  /** Words behind `vitest` of the command line. */
  readonly words: readonly string[]
  readonly env: NodeJS.ProcessEnv
  /** Pool of vitest in place of the project's: `threads` take half the time of processes. */
  readonly pool?: 'threads' | undefined
}

/** How a run ended: `hung` did not end in time, of `lost` the process ended. */
export type SessionRun =
  | Extract<DriverAnswer, { kind: 'ran' }>
  | { readonly kind: 'hung' }
  | { readonly kind: 'lost'; readonly why: string }

/** The reason why a session could not be opened. */
export class SessionFailed extends Error {}

/** One vitest that stays up, in a process of its own, which is ended and started again when a run hangs. */
export class VitestSession {
  readonly #options: SessionOptions
  #child: ChildProcess | undefined
  #opening: Promise<readonly string[]> | undefined
  #printed = ''
  #isClosed = false

  constructor(options: SessionOptions) {
    this.#options = options
  }

  /** Opens it, and gives the absolute paths of its test files. Rejects with `SessionFailed`. */
  open(): Promise<readonly string[]> {
    return (this.#opening ??= this.#open())
  }

  async #open(): Promise<readonly string[]> {
    if (this.#isClosed) throw new SessionFailed('it was ended')
    const { words, env, pool } = this.#options
    const child = startProgram(
      process.execPath,
      [driver(), JSON.stringify(words), ...(pool === undefined ? [] : [pool])],
      {
        cwd: process.cwd(),
        stdio: ['pipe', 'pipe', 'pipe', 'ipc'],
        env: programEnvironment(env, { TEST: 'true', VITEST: 'true', NODE_ENV: env['NODE_ENV'] ?? 'test' }),
      },
    )
    this.#child = child
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => {
        this.#printed = `${this.#printed}${text}`.slice(-MAX_PRINTED)
      })
    const answer = await this.#ask({ kind: 'open' })
    if (answer?.kind === 'opened') return answer.files
    this.close()
    throw new SessionFailed(answer?.kind === 'failed' ? answer.why : this.#printed.trim() || 'it ended')
  }

  /** Runs test files. */
  async run(files: readonly string[], timeMs: number): Promise<SessionRun> {
    try {
      await this.open()
    } catch (error) {
      return { kind: 'lost', why: (error as Error).message }
    }
    const timer = new AbortController()
    const late = wait(timeMs, timer.signal).then(() => 'late' as const)
    const answer = await Promise.race([this.#ask({ kind: 'run', files }), late])
    timer.abort()
    if (answer !== 'late' && answer?.kind === 'ran') return answer
    this.#kill()
    this.#opening = undefined
    if (answer === 'late') return { kind: 'hung' }
    return { kind: 'lost', why: answer?.kind === 'failed' ? answer.why : 'the run of tests ended by itself' }
  }

  /** The modules of its test files, once they ran; undefined where they are not known. */
  async findModules(): Promise<LoadedModules | undefined> {
    const answer = await this.#ask({ kind: 'modules' })
    return answer?.kind === 'modules' ? answer.modules : undefined
  }

  /** Undefined when the process ends. */
  #ask(order: DriverOrder): Promise<DriverAnswer | undefined> {
    const child = this.#child
    if (child === undefined || this.#isClosed) return Promise.resolve(undefined)
    return new Promise((resolve) => {
      const end = (answer?: unknown): void => {
        child.off('message', end).off('exit', ended).off('error', ended)
        resolve(answer as DriverAnswer | undefined)
      }
      const ended = (): void => end()
      child.on('message', end).on('exit', ended).on('error', ended)
      child.send(order, (error) => error && end())
    })
  }

  /** Ends it and all that it started. */
  close(): void {
    this.#isClosed = true
    this.#kill()
  }

  #kill(): void {
    if (this.#child !== undefined) endAll(this.#child, 'SIGKILL')
    this.#child = undefined
  }
}

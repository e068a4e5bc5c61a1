import { fork, type ChildProcess } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { NOTHING_BROKEN } from '../../../contract/mutation.ts'
import { MET_VARIABLE } from '../../../engine/coverage/meetings.ts'
import { endAll, grouped } from '../../../scenario/run/processes.ts'
import { VARIANT_VARIABLES } from '../variant-variables.ts'
import type { DriverAnswer, DriverOrder } from './driver-messages.ts'
import { PLAN_VARIABLE, type OutcomeLine, type Plan } from './plan.ts'

/** Programs of the package, beside the file that this code is bundled into. */
const program = (name: string): string => fileURLToPath(new URL(`./mutate/${name}.js`, import.meta.url))

/** Real milliseconds between two looks at how tries end. */
const LOOK_MS = 100

/** End of the lines that a process printed, for a message. */
const MAX_PRINTED = 4_000

export interface SessionOptions {
  /** Words behind `vitest` of the command line. */
  readonly words: readonly string[]
  readonly env: NodeJS.ProcessEnv
  readonly cwd: string
  /** Alternatives are tried, not mutants alone. */
  readonly variesOtherwise: boolean
  /** Where it keeps its files. */
  readonly folder: string
  /** Where processes of the project note what they met. */
  readonly met: string
}

/** A run, with the lines that its workers wrote. */
export interface SessionRun {
  readonly end: Extract<DriverAnswer, { kind: 'ran' }> | { readonly kind: 'hung' } | { readonly kind: 'lost' }
  readonly lines: readonly OutcomeLine[]
}

/** Listener to a run. */
export interface RunEvents {
  /** A test file has ended. */
  fileEnded?(): void
  /** A worker wrote a line. */
  line?(line: OutcomeLine): void
}

/** The reason why a session could not be opened. */
export class SessionFailed extends Error {}

/** One vitest that stays up, in a process of its own, which is ended and started again when a run hangs. */
export class Session {
  readonly #options: SessionOptions
  #child: ChildProcess | undefined
  #opening: Promise<readonly string[]> | undefined
  #printed = ''
  #runs = 0
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
    const { words, env, cwd, folder, met, variesOtherwise } = this.#options
    const child = fork(program('driver'), [JSON.stringify(words), program('setup')], {
      cwd,
      ...grouped(),
      silent: true,
      execArgv: [],
      env: {
        ...env,
        TEST: 'true',
        VITEST: 'true',
        NODE_ENV: env['NODE_ENV'] ?? 'test',
        [MET_VARIABLE]: met,
        [PLAN_VARIABLE]: join(folder, 'plan.json'),
        [VARIANT_VARIABLES.broken]: NOTHING_BROKEN,
        ...(variesOtherwise && { [VARIANT_VARIABLES.otherwise]: NOTHING_BROKEN }),
      },
    })
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

  /**
   * Runs test files.
   *
   * @param silentMs real milliseconds without a line of a worker after which the run hangs
   */
  async run(
    plan: Omit<Plan, 'outcomes' | 'notes'> & { readonly notes?: string },
    files: readonly string[],
    silentMs: number,
    events: RunEvents = {},
  ): Promise<SessionRun> {
    await this.open()
    const { folder } = this.#options
    const outcomes = join(folder, `outcomes-${++this.#runs}.jsonl`)
    const whole: Plan = { notes: join(folder, 'notes.jsonl'), ...plan, outcomes }
    writeFileSync(join(folder, 'plan.json'), JSON.stringify(whole))
    const watch = watchLines(outcomes, silentMs, events)
    const answer = await Promise.race([this.#ask({ kind: 'run', files }, events), watch.silent])
    watch.stop()
    const lines = readLines(outcomes)
    if (answer !== 'silent' && answer?.kind === 'ran') return { end: answer, lines }
    this.#restart()
    return { end: { kind: answer === 'silent' ? 'hung' : 'lost' }, lines }
  }

  /** Undefined when the process ends. */
  #ask(order: DriverOrder, events: RunEvents = {}): Promise<DriverAnswer | undefined> {
    const child = this.#child
    if (child === undefined || this.#isClosed) return Promise.resolve(undefined)
    return new Promise((resolve) => {
      const end = (answer?: DriverAnswer): void => {
        child.off('message', hear).off('exit', ended).off('error', ended)
        resolve(answer)
      }
      const hear = (message: unknown): void => {
        const answer = message as DriverAnswer
        if (answer.kind === 'fileEnded') events.fileEnded?.()
        else end(answer)
      }
      const ended = (): void => end()
      child.on('message', hear).on('exit', ended).on('error', ended)
      child.send(order, (error) => error && end())
    })
  }

  #restart(): void {
    this.#kill()
    this.#opening = undefined
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

/** Tells lines as they are written to a file. Resolves `silent` when none has come for so long. */
function watchLines(file: string, silentMs: number, events: RunEvents): { silent: Promise<'silent'>; stop(): void } {
  let stop = (): void => {}
  const silent = new Promise<'silent'>((resolve) => {
    let told = 0
    let since = performance.now()
    const timer = setInterval(() => {
      const lines = readLines(file)
      if (lines.length > told) since = performance.now()
      for (const line of lines.slice(told)) events.line?.(line)
      told = lines.length
      if (performance.now() - since > silentMs) resolve('silent')
    }, LOOK_MS)
    stop = () => clearInterval(timer)
  })
  return { silent, stop }
}

function readLines(file: string): OutcomeLine[] {
  if (!existsSync(file)) return []
  const lines = readFileSync(file, 'utf8').split('\n')
  // A process that was ended can have left half a line.
  return lines.slice(0, -1).map((line) => JSON.parse(line) as OutcomeLine)
}

/** Runs a program to its end and keeps what it printed. */
import type { ChildProcess, ChildProcessWithoutNullStreams } from 'node:child_process'
import { EmulatorError } from '../../engine/checking/emulator-error.ts'
import type { RunStep } from '../schema-steps.ts'
import { waitMs } from '../steps/wait-ms.ts'
import { endAll, sendSignal, startFailure, startProgram } from './processes.ts'
import { quoted } from './words.ts'

/** Real milliseconds for which programs that a program left behind may go on to print. */
const LEAVE_MS = 1_000

/** Characters of a stream: a program that prints without end would fill the memory. */
const MAX_PRINTED = 64 * 1024 * 1024

export interface Spawned {
  /** Id of the process; undefined if none was started. */
  pid: number | undefined
  exit: number | null
  signal: string | null
  stdout: string
  stderr: string
  timedOut: boolean
}

export interface SpawnOptions {
  words: readonly string[]
  env: Readonly<Record<string, string | undefined>>
  timeout: number
  /** Default: the folder of this process. */
  cwd?: string | undefined
  /** Default: an empty one. */
  stdin?: string | undefined
  terminal?: RunStep['terminal']
  killAfter?: RunStep['kill_after']
  /** Ends it, and whatever it has started. */
  signal?: AbortSignal
  /** Called with output as it arrives. */
  onPrint?: (text: string) => void
}

/** Rejects with `EmulatorError` when the program cannot be started. */
export function runProgram(options: SpawnOptions): Promise<Spawned> {
  const [file = '', ...words] = options.terminal ? onTerminal(options.words) : options.words
  const child = startProgram(file, words, { cwd: options.cwd, env: { ...options.env }, stdio: 'pipe' })
  const result: Spawned = {
    pid: child.pid,
    exit: null,
    signal: null,
    stdout: '',
    stderr: '',
    timedOut: false,
  }
  const dialogue = new Dialogue(child, options)
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      result.timedOut = true
      endAll(child, 'SIGKILL')
    }, options.timeout)
    const stop = (): void => endAll(child, 'SIGKILL')
    if (options.signal?.aborted) stop()
    options.signal?.addEventListener('abort', stop)
    const stopLeaving = leaveAfterExit(child)
    keepPrinted(child, result, (text) => dialogue.heard(text), options.onPrint)
    // A program may end without reading what it was sent.
    child.stdin.on('error', () => {})
    child.once('error', (error) => {
      clearTimeout(timer)
      reject(new EmulatorError(startFailure(file, error)))
    })
    child.once('close', (exit, signal) => {
      clearTimeout(timer)
      stopLeaving()
      options.signal?.removeEventListener('abort', stop)
      dialogue.over()
      endAll(child, 'SIGKILL')
      if (options.terminal || process.platform === 'win32') joinLineEnds(result)
      resolve(Object.assign(result, { exit, signal }))
    })
    if (!options.terminal) child.stdin.end(options.stdin ?? '')
  })
}

/** Keeps the output of a program up to a limit. */
function keepPrinted(
  child: ChildProcessWithoutNullStreams,
  result: Spawned,
  heard: (all: string) => void,
  onPrint: SpawnOptions['onPrint'],
): void {
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream].setEncoding('utf8').on('data', (text: string) => {
      onPrint?.(text)
      if (result[stream].length > MAX_PRINTED) return
      heard((result[stream] += text))
      if (result[stream].length <= MAX_PRINTED) return
      endAll(child, 'SIGKILL')
      result.stderr += `\nsvc-emulator ended it: it printed more than ${MAX_PRINTED / 1024 / 1024} MiB on ${stream}\n`
    })
  }
}

/**
 * Waits a little while for output that a program left open, as processes that it left behind may hold it for ever.
 * Stops waiting when it is called.
 */
function leaveAfterExit(child: ChildProcessWithoutNullStreams): () => void {
  let timer: NodeJS.Timeout | undefined
  child.once('exit', () => {
    timer = setTimeout(() => {
      endAll(child, 'SIGKILL')
      child.stdout.destroy()
      child.stderr.destroy()
    }, LEAVE_MS)
  })
  return () => clearTimeout(timer)
}

/** Terminals and many programs for Windows end lines with CR and LF. */
function joinLineEnds(result: Spawned): void {
  for (const stream of ['stdout', 'stderr'] as const) result[stream] = result[stream].replaceAll('\r\n', '\n')
}

/** Runs a command line on a pseudo-terminal of util-linux's `script`, whose stdin is the keyboard. */
export function onTerminal(words: readonly string[], platform = process.platform): string[] {
  if (platform === 'win32')
    throw new EmulatorError(
      'a step with `terminal` needs a pseudo-terminal, which svc-emulator does not have on Windows',
    )
  // A shell that stays above the program would answer Ctrl-C with an exit code of its own.
  const line = `exec ${words.map(quoted).join(' ')}`
  return platform === 'darwin'
    ? ['script', '-q', '/dev/null', ...words]
    : ['script', '--quiet', '--return', '--flush', '--command', line, '/dev/null']
}

/** Answers prompts in order, and stops the program when it is time. */
class Dialogue {
  readonly #child: ChildProcess
  readonly #left: { expect: string; send: string }[]
  readonly #killAfter: RunStep['kill_after']
  #answered = 0
  #timer: NodeJS.Timeout | undefined
  #stopping = false

  constructor(child: ChildProcess, { terminal, killAfter }: SpawnOptions) {
    this.#child = child
    this.#left = [...(terminal ?? [])]
    this.#killAfter = killAfter
    if (killAfter && killAfter.line === undefined) this.#stopSoon()
    this.#answer('')
  }

  /** Called with the whole output of one stream so far. */
  heard(text: string): void {
    if (this.#killAfter?.line !== undefined && text.includes(this.#killAfter.line)) this.#stopSoon()
    this.#answer(text)
  }

  #answer(text: string): void {
    for (let next = this.#left[0]; next; next = this.#left[0]) {
      const place = text.indexOf(next.expect, this.#answered)
      if (place === -1) return
      this.#answered = place + next.expect.length
      this.#left.shift()
      this.#child.stdin?.write(next.send)
    }
  }

  over(): void {
    clearTimeout(this.#timer)
  }

  #stopSoon(): void {
    if (this.#stopping) return
    this.#stopping = true
    const { delay = 0, signal = 'SIGTERM' } = this.#killAfter ?? {}
    this.#timer = setTimeout(() => sendSignal(this.#child, signal), waitMs(delay, 0))
  }
}

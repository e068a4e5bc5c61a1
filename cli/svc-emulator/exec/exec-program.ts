import { constants } from 'node:os'
import { isatty } from 'node:tty'
import type { Emulator } from '../../../emulator/host/emulator.ts'
import { keyFor } from '../../../emulator/lab/engine/base-emulator.ts'
import { programEnvironment } from '../../../emulator/scenario/run/program-environment.ts'
import { endAll, groupEnd, sendSignal, startFailure, startProgram } from '../../../emulator/scenario/run/processes.ts'
import { ProgramFailed } from '../../shared/client-error.ts'
import type { Io } from '../../shared/io.ts'
import { addressVariables, fillAddresses, type Addresses } from '../../../emulator/lab/subjects/addresses.ts'
import { serveWhile } from '../serve.ts'
import { type ServeSettings, readStart } from '../start-options.ts'
import { onSignal } from '../until-signal.ts'
import { FROM_VARIABLE } from '../../../emulator/host/chosen-start.ts'
import { LabFolder } from '../../../emulator/lab/runners/lab-folder.ts'
import { selfContained } from '../../../emulator/scenario/bundle.ts'
import type { LoadedScenario } from '../../../emulator/scenario/loaded-scenario.ts'
import { makeTemporaryFolder } from '../../../emulator/scenario/temporary-folder.ts'

interface ExecSettings extends ServeSettings {
  readonly program: readonly string[]
  /** Secret of the key for the program. */
  readonly key: string | undefined
  /** API URL of a mock server to audit, in place of an emulator that serves. */
  readonly audit: string | undefined
  readonly strict: boolean
}

/** Serves while a program runs. Throws `ProgramFailed` with its exit code, if that is not 0. */
export async function execProgram(settings: ExecSettings, io: Io): Promise<void> {
  const stop = new AbortController()
  const release = onSignal((signal) => stop.abort(signal))
  const stopped = new Promise<void>((resolve) => stop.signal.addEventListener('abort', () => resolve()))
  try {
    const exit = await withOverlay(settings, async (overlay) => {
      const start = (addresses: Addresses, access: Readonly<Record<string, string | undefined>> = {}) =>
        run(settings.program, addresses, programEnvironment(io.env, { ...access, ...overlay }), stop.signal, io.stderr)
      const { audit } = settings
      if (audit !== undefined) {
        const { auditMock } = await import('./audit-mock.ts')
        return auditMock({ ...settings, audit }, io, start)
      }
      return serveWhile(settings, withoutStdout(io), stopped, async (server, { authority }) => {
        const { url: api_url, realtimeUrl: realtime_url, emulator, controlToken } = server
        const addresses = { api_url, realtime_url, api_key: chooseKey(emulator, settings) }
        return start(addresses, accessVariables(authority, controlToken))
      })
    })
    if (exit !== 0) throw new ProgramFailed(exit ?? exitCode(stop.signal.reason as NodeJS.Signals))
  } finally {
    release()
  }
}

/** The key for the program. A world that was made small may have no admin key: tests with emulators of their own ask with theirs. */
function chooseKey(emulator: Emulator, { key, from }: ExecSettings): string {
  if (from === undefined || key !== undefined) return keyFor(emulator, key)
  const keys = emulator.world.api_keys.list()
  return (keys.find(({ role }) => role === 'admin') ?? keys[0])?.key ?? ''
}

/** Surroundings in which stdout is left to the program: log lines go to stderr. */
function withoutStdout(io: Io): Io {
  const { env, secrets, stopping, stderr } = io
  return {
    env,
    secrets,
    stopping,
    stderr,
    stdout: stderr,
    get stdin() {
      return io.stdin
    },
  }
}

/** Variables for programs: the certificate authority that Node should trust, and the control token. */
function accessVariables(authority: string | undefined, token: string | undefined): Readonly<Record<string, string>> {
  return {
    ...(authority !== undefined && { NODE_EXTRA_CA_CERTS: authority }),
    ...(token !== undefined && { SVC_EMULATOR_CONTROL_TOKEN: token }),
  }
}

/** Milliseconds that what a program has started may take to end after a signal. */
const LEAVE_MS = 5_000

/** Exit codes that shells give for a program that is not there, and for one that cannot be run. */
const NOT_FOUND = 127
const NOT_RUNNABLE = 126

/**
 * Runs a program with the streams of this process. Resolves to its exit code, or to that of a shell if it cannot be
 * started.
 */
function run(
  words: readonly string[],
  addresses: Addresses,
  env: Io['env'],
  stop: AbortSignal,
  stderr: Io['stderr'],
): Promise<number> {
  const [file = '', ...rest] = fillAddresses(words, addresses)
  // A process group of its own would lose the terminal: its prompts, job control and Ctrl-C.
  const atTerminal = isatty(0)
  const child = startProgram(file, rest, {
    stdio: 'inherit',
    env: { ...env, ...addressVariables(addresses) },
    detached: !atTerminal && process.platform !== 'win32',
  })
  const send = atTerminal ? sendSignal : endAll
  return new Promise((resolve) => {
    const tell = (): void => {
      const signal = stop.reason as NodeJS.Signals
      if (signal !== 'SIGINT' || !atTerminal) send(child, signal)
    }
    if (stop.aborted) tell()
    else stop.addEventListener('abort', tell)
    // A second signal ends this process at once.
    const end = (): void => send(child, 'SIGKILL')
    process.once('exit', end)
    child.once('error', (error: NodeJS.ErrnoException) => {
      stderr.write(`svc-emulator: ${startFailure(file, error)}\n`)
      resolve(error.code === 'ENOENT' ? NOT_FOUND : NOT_RUNNABLE)
    })
    child.once('exit', async (exit, signal) => {
      if (stop.aborted && !atTerminal) await groupEnd(child, LEAVE_MS)
      process.off('exit', end)
      resolve(exit ?? exitCode(signal!))
    })
  })
}

/** The exit code that shells use for a program that a signal ended. */
function exitCode(signal: NodeJS.Signals): number {
  return 128 + constants.signals[signal]
}

type ProgramVariables = Readonly<Record<string, string | undefined>>

/**
 * Runs work with the variables by which emulators in the processes of a command follow `--from`, `--broken` and
 * `--otherwise`, as the server does.
 */
async function withOverlay<Result>(
  { from, broken, otherwise }: Pick<ServeSettings, 'from' | 'broken' | 'otherwise'>,
  work: (variables: ProgramVariables) => Promise<Result>,
): Promise<Result> {
  if ((from ?? broken ?? otherwise) === undefined) return work({})
  const start = from === undefined ? undefined : await readStart(from)
  const lab = new LabFolder(await makeTemporaryFolder('svc-exec-'))
  try {
    await lab.give({
      notes: false,
      settings: {
        ...(broken !== undefined && { broken: [...broken] }),
        ...(otherwise !== undefined && { otherwise: [...otherwise] }),
      },
      ...(start !== undefined && { start: 'state' in start ? (start.state as object) : writeScenario(start.scenario) }),
    })
    return await work({ ...lab.variables, ...(from !== undefined && { [FROM_VARIABLE]: undefined }) })
  } finally {
    await lab.remove()
  }
}

function writeScenario(loaded: LoadedScenario): object {
  const { scenario, fixtures } = selfContained(loaded)
  return { ...scenario, world: { ...scenario.world, fixtures } }
}

/** Starts and ends programs, on POSIX systems and on Windows. */
import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import crossSpawn from 'cross-spawn'

/** Milliseconds between looks at a group that is to end. */
const LOOK_MS = 20

/**
 * Starts a program of a user; on Windows also one that is a script there, such as `npm` and `npx`. Unless `detached` is
 * false, it leads a group: `endAll` ends all of it, and so does the end of this process.
 */
export const startProgram: typeof spawn = ((file: string, words: readonly string[], options: SpawnOptions) => {
  const child = crossSpawn(file, words as string[], { ...grouped(), ...options })
  if (options.detached !== false && child.pid !== undefined) endWithThisProcess(child)
  return child
}) as typeof spawn

/** Groups that end with this process: no terminal and no parent ends them. */
const groups = new Set<ChildProcess>()

const endings = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

function endWithThisProcess(child: ChildProcess): void {
  if (groups.size === 0) {
    process.on('exit', endGroups)
    for (const signal of endings) process.on(signal, onEnding)
  }
  groups.add(child)
  child.once('close', () => {
    groups.delete(child)
    if (groups.size > 0) return
    process.off('exit', endGroups)
    for (const signal of endings) process.off(signal, onEnding)
  })
}

function endGroups(): void {
  for (const child of groups) endAll(child, 'SIGKILL')
}

/** Ends this process as the signal does without a listener, unless others listen and decide. */
function onEnding(signal: NodeJS.Signals): void {
  if (process.listenerCount(signal) > 1) return
  endGroups()
  process.off(signal, onEnding)
  process.kill(process.pid, signal)
}

/** The reason why a program could not be started, worded like a shell's message. */
export function startFailure(file: string, { code, message }: NodeJS.ErrnoException): string {
  const reason = code === 'ENOENT' ? 'not found' : code === 'EACCES' ? 'permission denied' : (code ?? message)
  const apart = code === 'ENOENT' && /\s/.test(file) ? '; its words are arguments of their own, without quotes' : ''
  return `'${file}' cannot be started: ${reason}${apart}`
}

/** Spawn options that let `endAll` find child processes. On Windows, a process group would open a window. */
function grouped(platform = process.platform): { detached: boolean; windowsHide: boolean } {
  return { detached: platform !== 'win32', windowsHide: true }
}

type StartedProcess = Pick<ChildProcess, 'pid' | 'exitCode' | 'signalCode'>

/** How this system ends processes. */
interface System {
  readonly platform: NodeJS.Platform
  readonly kill: (pid: number, signal: NodeJS.Signals | 0) => unknown
  readonly run: (file: string, words: string[]) => unknown
}

const thisSystem: System = {
  platform: process.platform,
  kill: (pid, signal) => process.kill(pid, signal),
  run: (file, words) => spawn(file, words, { stdio: 'ignore', windowsHide: true }).on('error', () => {}),
}

/**
 * Ends a program that leads a group, and its child processes. Windows does not know the children of an ended
 * program.
 */
export function endAll(
  { pid, exitCode, signalCode }: StartedProcess,
  signal: NodeJS.Signals,
  system = thisSystem,
): void {
  if (pid === undefined) return
  if (system.platform === 'win32') {
    if (exitCode === null && signalCode === null) system.run('taskkill', ['/pid', String(pid), '/t', '/f'])
    return
  }
  try {
    system.kill(-pid, signal)
  } catch {
    // All of the group have ended.
  }
}

/**
 * Waits until the programs of a group have ended. Those that are still there after some milliseconds are killed.
 */
export async function groupEnd(leader: StartedProcess, patienceMs: number, system = thisSystem): Promise<void> {
  for (let waited = 0; hasGroup(leader, system) && waited < patienceMs; waited += LOOK_MS) await wait(LOOK_MS)
  endAll(leader, 'SIGKILL', system)
}

function hasGroup({ pid }: StartedProcess, { platform, kill }: System): boolean {
  if (pid === undefined || platform === 'win32') return false
  try {
    kill(-pid, 0)
    return true
  } catch {
    return false
  }
}

/** Sends a signal to a program. Windows has no signals: there it ends at once, with its child processes. */
export function sendSignal(
  child: StartedProcess & Pick<ChildProcess, 'kill'>,
  signal: NodeJS.Signals,
  system = thisSystem,
): void {
  if (system.platform === 'win32') endAll(child, signal, system)
  else child.kill(signal)
}

/** Variables that make a folder the home of a program. */
export function homeVariables(home: string, platform = process.platform): Record<string, string> {
  return platform === 'win32' ? { HOME: home, USERPROFILE: home } : { HOME: home }
}

// Without them, programs for Windows find neither its libraries, nor scripts, nor a folder for temporary files.
const neededOnWindows = ['SystemRoot', 'ComSpec', 'PATHEXT', 'TEMP', 'TMP']

/** Variables that a program needs to start on this system. */
export function systemVariables(env: NodeJS.ProcessEnv, platform = process.platform): Record<string, string> {
  const names = ['PATH', ...(platform === 'win32' ? neededOnWindows : [])]
  return Object.fromEntries(
    names.map((name) => [name, env[name] ?? '']).filter(([name, value]) => name === 'PATH' || value),
  )
}

/** Starts and ends programs, on POSIX systems and on Windows. */
import { spawn, type ChildProcess } from 'node:child_process'
import crossSpawn from 'cross-spawn'

/** Starts a program; on Windows also one that is a script there, such as `npm` and `npx`. */
export const startProgram: typeof spawn = crossSpawn as typeof spawn

/** The reason why a program could not be started, worded like a shell's message. */
export function startFailure(file: string, { code, message }: NodeJS.ErrnoException): string {
  const reason = code === 'ENOENT' ? 'not found' : code === 'EACCES' ? 'permission denied' : (code ?? message)
  const apart = code === 'ENOENT' && /\s/.test(file) ? '; its words are arguments of their own, without quotes' : ''
  return `'${file}' cannot be started: ${reason}${apart}`
}

/** Spawn options that let `endAll` find child processes. On Windows, a process group would open a window. */
export function grouped(platform = process.platform): { detached: boolean; windowsHide: boolean } {
  return { detached: platform !== 'win32', windowsHide: true }
}

type Program = Pick<ChildProcess, 'pid' | 'exitCode' | 'signalCode'>

/** How this system ends processes. */
interface System {
  readonly platform: NodeJS.Platform
  readonly kill: (pid: number, signal: NodeJS.Signals) => unknown
  readonly run: (file: string, words: string[]) => unknown
}

const thisSystem: System = {
  platform: process.platform,
  kill: (pid, signal) => process.kill(pid, signal),
  run: (file, words) => spawn(file, words, { stdio: 'ignore', windowsHide: true }).on('error', () => {}),
}

/**
 * Ends a program that was started as `grouped`, and its child processes. Windows does not know the children of an ended
 * program.
 */
export function endAll({ pid, exitCode, signalCode }: Program, signal: NodeJS.Signals, system = thisSystem): void {
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

/** Sends a signal to a program. Windows has no signals: there it ends at once, with its child processes. */
export function sendSignal(
  child: Program & Pick<ChildProcess, 'kill'>,
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

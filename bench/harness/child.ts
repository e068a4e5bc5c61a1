import { spawn, type ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'

/** A process under measurement that told where it listens. */
export interface Child {
  readonly pid: number
  /** The JSON line that the process printed when it was ready. */
  readonly ready: { readonly port: number; readonly [key: string]: unknown }
  /** CPU time used so far, in milliseconds (user and system). */
  cpu(): number
  /** Peak resident memory in bytes. */
  memory(): number
  stop(): Promise<void>
}

const running = new Set<ChildProcess>()
// A benchmark that fails leaves nothing running.
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

/** Starts `node script ...args` and waits for its line `{"port": …}`. */
export async function startChild(script: URL, args: readonly string[] = [], node = process.execPath): Promise<Child> {
  const child = spawn(node, [script.pathname, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  const pid = child.pid!
  running.add(child)
  child.once('exit', () => running.delete(child))
  return { pid, ready: await readyLine(child), cpu: () => cpuOf(pid), memory: () => memoryOf(pid), stop: () => stop(child) }
}

async function readyLine(child: ChildProcess): Promise<Child['ready']> {
  for await (const line of createInterface({ input: child.stdout! })) {
    if (line.startsWith('{')) {
      child.stdout!.resume()
      return JSON.parse(line) as Child['ready']
    }
  }
  throw new Error('the process under measurement ended before it was ready')
}

/** Clock ticks of /proc are hundredths of a second. */
function cpuOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10
}

function memoryOf(pid: number): number {
  return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) * 1024
}

function stop(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once('exit', () => resolve())
    child.kill('SIGKILL')
  })
}

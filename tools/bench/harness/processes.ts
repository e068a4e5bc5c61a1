import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'

export interface Ended {
  readonly milliseconds: number
  /** CPU time of the process and all that it started, in milliseconds, where the system tells (Linux); 0 elsewhere. */
  readonly cpu: number
  readonly output: string
}

/** Settings of this machine for every Node would be measured on both sides, and hide a ratio. */
export const bareEnvironment = { PATH: process.env['PATH'], HOME: tmpdir() }

/** Runs a program to its end; any exit code but 0 ends the benchmark. Only one at a time, or their CPU times would mix. */
export function toEnd(
  program: string,
  args: readonly string[],
  options: { readonly cwd?: string; readonly env?: NodeJS.ProcessEnv } = {},
): Promise<Ended> {
  const before = childrenCpu()
  const started = performance.now()
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { env: bareEnvironment, ...options, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    let errors = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      errors += text
    })
    child.once('error', reject)
    child.once('close', (code) => {
      const milliseconds = performance.now() - started
      if (code === 0) resolve({ milliseconds, cpu: childrenCpu() - before, output })
      else
        reject(
          new Error(
            `${program} ${args.join(' ').slice(0, 300)} ended with ${code}: ${(output + errors).slice(-2_000)}`,
          ),
        )
    })
  })
}

/** CPU time of the processes that this one started and that have ended, in milliseconds, to the hundredth of a second. */
function childrenCpu(): number {
  if (process.platform !== 'linux') return 0
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]!.split(' ')
  return (Number(fields[13]) + Number(fields[14])) * 10
}

import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'

export const folder = resolve('tests/documents')

// A tool that hangs is ended: nothing here takes longer than some seconds.
export const LONGEST_MS = 120_000

/** Runs a tool of this folder; what it says when it fails is the failure. */
export function runTool(tool: string, ...args: string[]): Promise<string> {
  return runToolIn(folder, tool, ...args)
}

/** Runs a tool of this folder in another one. */
export async function runToolIn(cwd: string, tool: string, ...args: string[]): Promise<string> {
  const command = promisify(execFile)(resolve(folder, 'node_modules/.bin', tool), args, {
    cwd,
    timeout: LONGEST_MS,
    maxBuffer: 64 * 1024 * 1024,
  })
  const { stdout } = await command.catch(({ stdout, stderr }) =>
    Promise.reject(new Error(`${tool}: ${stdout}${stderr}`)),
  )
  return stdout
}

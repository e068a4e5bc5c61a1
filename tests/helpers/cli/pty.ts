import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Keys to type when a text appears on the terminal. `\r` is the return key, `\x03` Ctrl-C, `\x04` Ctrl-D. */
export type Typing = readonly (readonly [awaited: string, keys: string])[]

export interface Session {
  readonly exit: number | null
  /** Everything that the terminal showed: output and echoed input. */
  readonly screen: string
  readonly stdout: string
  readonly stderr: string
}

/**
 * Runs a command on a pseudo-terminal, made by `script` of util-linux. Stdout and stderr go to separate files, except
 * the one that `onScreen` names.
 */
export async function onTerminal(
  command: readonly string[],
  typing: Typing,
  env: Record<string, string>,
  onScreen: 'both' | 'stderr' | 'neither',
): Promise<Session> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-pty-'))
  const [out, err] = [join(folder, 'out'), join(folder, 'err')]
  const redirect = { both: '', stderr: `>${out}`, neither: `>${out} 2>${err}` }[onScreen]
  const line = `${command.map((word) => `'${word}'`).join(' ')} ${redirect}`
  const child = spawn('script', ['--quiet', '--return', '--command', line, '/dev/null'], {
    env: { PATH: process.env['PATH'] ?? '', TERM: 'dumb', ...env },
  })
  const read = (file: string): string => {
    try {
      return readFileSync(file, 'utf8')
    } catch {
      return ''
    }
  }
  let screen = ''
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (screen += chunk))
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
  let seen = 0
  for (const [awaited, keys] of typing) {
    const shown = (): string => screen + read(err)
    while (!shown().includes(awaited, seen)) {
      if (child.exitCode !== null) throw new Error(`the program ended before ${awaited}: ${shown()}`)
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
    seen = shown().indexOf(awaited, seen) + awaited.length
    child.stdin.write(keys)
  }
  return { exit: await ended, screen, stdout: read(out), stderr: read(err) }
}

import { spawn } from 'node:child_process'

const openers: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
}

/** Opens a page with the system's default program; calls `failed` if there is none. */
export function openBrowser(url: string, failed: () => void): void {
  const [program = 'xdg-open', ...args] = openers[process.platform] ?? ['xdg-open']
  const child = spawn(program, [...args, url], { stdio: 'ignore', detached: true })
  child.on('error', failed)
  child.unref()
}

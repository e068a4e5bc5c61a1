import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** A release as it is installed: its entries, and its command. */
export interface Release {
  /** Folder of the package. */
  readonly folder: string
  readonly library: typeof import('../../emulator/index.ts')
  readonly scenario: typeof import('../../emulator/scenario/index.ts')
  readonly server: typeof import('../../emulator/adapters/node/server.ts')
  readonly explore: typeof import('../../emulator/lab/index.ts')
}

export interface Ended {
  readonly exit: number
  readonly stdout: string
  readonly stderr: string
}

/** Imports the entries of a built package. Two folders are two releases: neither sees the modules of the other. */
export async function openRelease(folder: string): Promise<Release> {
  const load = (name: string) => import(/* @vite-ignore */ pathToFileURL(join(folder, 'dist', `${name}.js`)).href)
  const [library, scenario, server, explore] = await Promise.all(['index', 'scenario', 'server', 'explore'].map(load))
  return { folder, library, scenario, server, explore }
}

/** Runs the command of a release to its end. */
export function runCommand({ folder }: Pick<Release, 'folder'>, ...words: string[]): Promise<Ended> {
  const argv = [join(folder, 'dist/cli/svc-emulator.js'), ...words]
  return new Promise((resolve) => {
    execFile(process.execPath, argv, { maxBuffer: 1 << 26 }, (error, stdout, stderr) => {
      resolve({ exit: typeof error?.code === 'number' ? error.code : error ? -1 : 0, stdout, stderr })
    })
  })
}

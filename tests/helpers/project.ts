import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join, resolve } from 'node:path'
import { pack } from '../../tools/pack.mjs'

const root = resolve(import.meta.dirname, '../..')
const modules = join(root, 'node_modules')

/** Unpacks the packed package, for projects to install. */
export function unpack(): string {
  const folder = mkdtempSync(join(tmpdir(), 'svc-pack-'))
  execFileSync('tar', ['-xzf', pack(folder)], { cwd: folder })
  return join(folder, 'package')
}

/** A project with the packed package and these files. */
export function createProject(files: Readonly<Record<string, string>> = {}): Project {
  const unpacked = unpack()
  try {
    const project = new Project(unpacked)
    for (const [name, text] of Object.entries(files)) project.write(name, text)
    return project
  } finally {
    rmSync(dirname(unpacked), { recursive: true, force: true })
  }
}

export interface Ended {
  readonly exit: number | null
  /** stdout and stderr in order, as a terminal shows them. */
  readonly output: string
}

/** A user's project: an empty folder with the package, its peers and their commands installed. */
export class Project {
  readonly folder = mkdtempSync(join(tmpdir(), 'svc-project-'))
  readonly #running: ChildProcess[] = []

  constructor(unpacked: string) {
    const own = join(this.folder, 'node_modules', 'svc-emulator')
    cpSync(unpacked, own, { recursive: true })
    for (const name of installed()) this.#link(name)
    const { bin } = JSON.parse(readFileSync(join(own, 'package.json'), 'utf8')) as { bin: Record<string, string> }
    const bins = join(this.folder, 'node_modules', '.bin')
    mkdirSync(bins)
    for (const name of readdirSync(join(modules, '.bin'))) symlinkSync(join(modules, '.bin', name), join(bins, name))
    for (const [name, path] of Object.entries(bin)) {
      chmodSync(join(own, path), 0o755)
      rmSync(join(bins, name), { force: true })
      symlinkSync(join(own, path), join(bins, name))
    }
    this.write('.home/.keep', '')
    this.write('package.json', '{ "name": "reader", "private": true, "type": "module" }\n')
  }

  write(name: string, text: string): void {
    const path = join(this.folder, name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }

  /** Replaces a command that must not run here by lines of shell. */
  standIn(name: string, lines: string): void {
    this.write(`.stand-ins/${name}`, `#!/bin/sh\n${lines}\n`)
    chmodSync(join(this.folder, '.stand-ins', name), 0o755)
  }

  /** Runs lines of shell until they end, or one fails. */
  async run(lines: string, env: Readonly<Record<string, string>> = {}): Promise<Ended> {
    const child = this.#spawn(lines, env)
    let output = ''
    child.stdout?.setEncoding('utf8').on('data', (chunk: string) => (output += chunk))
    const exit = await new Promise<number | null>((done) => child.once('close', done))
    return { exit, output }
  }

  /** Starts lines of shell that run until they are stopped, and waits for `ready` in their output. */
  async start(lines: string, ready: RegExp): Promise<string> {
    const child = this.#spawn(lines)
    let output = ''
    return new Promise((done, failed) => {
      child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
        output += chunk
        if (ready.test(output)) done(output)
      })
      child.once('close', (exit) => failed(new Error(`it ended with exit code ${exit}:\n${output}`)))
    })
  }

  /** Stops the running lines. */
  async stop(): Promise<void> {
    for (const child of this.#running.splice(0)) {
      if (child.pid === undefined) continue
      if (child.exitCode !== null) {
        endLeftBehind(child.pid)
        continue
      }
      const ended = new Promise((done) => child.once('close', done))
      // Signals the process group: npx and a shell are between us and the server.
      process.kill(-child.pid, 'SIGTERM')
      await ended
    }
  }

  async remove(): Promise<void> {
    await this.stop()
    rmSync(this.folder, { recursive: true, force: true })
  }

  #spawn(lines: string, more: Readonly<Record<string, string>> = {}): ChildProcess {
    const path = [join(this.folder, '.stand-ins'), join(this.folder, 'node_modules', '.bin'), process.env['PATH']].join(
      delimiter,
    )
    const env = {
      PATH: path,
      HOME: join(this.folder, '.home'),
      CI: '1',
      NO_COLOR: '1',
      npm_config_offline: 'true',
      npm_config_loglevel: 'error',
      ...pythonPath(),
      ...more,
    }
    // One pipe for both streams keeps the order of lines.
    const child = spawn('bash', ['-c', `exec 2>&1; set -e -o pipefail\n${lines}`], {
      cwd: this.folder,
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
      detached: true,
    })
    this.#running.push(child)
    return child
  }

  #link(name: string): void {
    const to = join(this.folder, 'node_modules', name)
    mkdirSync(dirname(to), { recursive: true })
    symlinkSync(join(modules, name), to)
  }
}

function installed(): string[] {
  const names = readdirSync(modules).filter((name) => !name.startsWith('.') && name !== 'svc-emulator')
  return names
    .flatMap((name) =>
      name.startsWith('@') ? readdirSync(join(modules, name)).map((part) => `${name}/${part}`) : [name],
    )
    .filter((name) => existsSync(join(modules, name)))
}

/** Folders of Python packages outside its own installation. */
function pythonPath(): Record<string, string> {
  const path = process.env['PYTHONPATH']
  return path === undefined ? {} : { PYTHONPATH: path }
}

/** Ends what lines of shell have left running in the background. */
function endLeftBehind(group: number): void {
  try {
    process.kill(-group, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

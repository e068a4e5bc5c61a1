import { spawn, type ChildProcess } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { listFiles, readSources, type Sources } from '../mutants/edits.ts'
import { breakSources, type Breakage } from './breakages.ts'

/** Files that a server of the emulator is started from. */
const needed = ['emulator', 'fixtures', 'scenarios', 'package.json', 'tsconfig.json']

/** Starts a server of the copy; its work takes real time, and little of it. `SEED` is the seed of its world. */
const SERVE = `
import { startServer } from './emulator/adapters/node/server.ts'
const server = await startServer({
  port: 0,
  clock: 'real',
  seed: Number(process.env.SEED),
  settings: { operation_ms: 50, node_ms: 10 },
})
console.log(server.url)
// It ends with the process that started it.
process.stdin.on('end', () => process.exit()).resume()
`

/** A copy of the emulator whose source can be broken, and which is started as a server of its own. */
export class BrokenService {
  readonly #folder = mkdtempSync(join(realpathSync(tmpdir()), 'svc-breakages-'))
  readonly #sources: Sources = readSources()
  #server: ChildProcess | undefined

  constructor() {
    for (const file of listFiles(...needed)) {
      const to = join(this.#folder, file)
      mkdirSync(dirname(to), { recursive: true })
      cpSync(file, to)
    }
    writeFileSync(join(this.#folder, 'serve.ts'), SERVE)
    symlinkSync(resolve('node_modules'), join(this.#folder, 'node_modules'))
  }

  /** Starts the service with these breakages alone. Returns its URL. */
  async start(breakages: readonly Breakage[], seed = 42): Promise<string> {
    await this.stop()
    const changed = breakSources(breakages, this.#sources)
    for (const [file, text] of changed) writeFileSync(join(this.#folder, file), text)
    this.#server = spawn(process.execPath, ['--import', 'tsx', 'serve.ts'], {
      cwd: this.#folder,
      env: { ...process.env, SEED: String(seed) },
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    try {
      for await (const line of createInterface(this.#server.stdout!)) return line
      throw new Error(`the service did not start with ${breakages.map(({ name }) => name).join(', ')}`)
    } finally {
      for (const file of changed.keys()) writeFileSync(join(this.#folder, file), this.#sources.get(file)!)
    }
  }

  async stop(): Promise<void> {
    const server = this.#server
    if (server === undefined || server.exitCode !== null) return
    const ended = new Promise((resolve) => server.once('exit', resolve))
    server.kill()
    await ended
  }

  async remove(): Promise<void> {
    await this.stop()
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 3 })
  }
}

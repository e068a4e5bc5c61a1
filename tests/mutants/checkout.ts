import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { listFiles } from './edits.ts'

/** A copy of this checkout, uncommitted changes included, in which files can be changed. */
export class Checkout {
  readonly folder = mkdtempSync(join(realpathSync(tmpdir()), 'svc-mutants-'))

  constructor() {
    // The tests of this folder look for the text that an edit takes away.
    for (const file of listFiles().filter((each) => !each.startsWith('tests/mutants/'))) this.#copy(file)
    // Some tests ask git which files there are.
    for (const words of [
      ['init', '-q'],
      ['add', '-A'],
    ])
      execFileSync('git', words, { cwd: this.folder })
    this.#copy('dist')
    // Packages are linked one by one: the build writes its commands into `.bin`.
    this.#copy('node_modules/.bin')
    for (const name of readdirSync('node_modules').filter((each) => !each.startsWith('.')))
      symlinkSync(resolve('node_modules', name), join(this.folder, 'node_modules', name))
  }

  write(file: string, text: string): void {
    writeFileSync(join(this.folder, file), text)
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 3 })
  }

  #copy(path: string): void {
    const to = join(this.folder, path)
    mkdirSync(dirname(to), { recursive: true })
    cpSync(path, to, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true })
  }
}

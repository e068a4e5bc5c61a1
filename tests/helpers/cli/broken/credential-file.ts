import { chmodSync, existsSync, linkSync, readFileSync, renameSync, statSync, unlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The credential file of a client, and what it was before a run. */
export class CredentialFile {
  readonly #path: string
  readonly #before: { readonly bytes: Buffer; readonly mode: number; readonly link: string } | undefined

  constructor(path: string) {
    this.#path = path
    if (!isFile(path)) return
    const link = join(dirname(path), '.before-the-run')
    // A second name keeps the file itself, whatever takes its place.
    linkSync(path, link)
    this.#before = { bytes: readFileSync(path), mode: statSync(path).mode, link }
  }

  /** As it was. */
  restore(): void {
    if (this.#before !== undefined) this.#write(this.#before.bytes, this.#before.mode)
    else if (isFile(this.#path)) unlinkSync(this.#path)
  }

  edit(change: (text: string) => string): void {
    if (isFile(this.#path)) this.#write(change(readFileSync(this.#path, 'utf8')), statSync(this.#path).mode)
  }

  chmod(mode: number): void {
    if (isFile(this.#path)) chmodSync(this.#path, mode)
  }

  rename(name: string): void {
    if (isFile(this.#path)) renameSync(this.#path, join(dirname(this.#path), name))
  }

  /** What was written stands in the file that was there before. */
  intoTheOld(): void {
    if (this.#before === undefined || !isFile(this.#path)) return
    writeFileSync(this.#before.link, readFileSync(this.#path))
    renameSync(this.#before.link, this.#path)
  }

  /** Leaves nothing behind. */
  close(): void {
    if (this.#before !== undefined && existsSync(this.#before.link)) unlinkSync(this.#before.link)
  }

  #write(content: Buffer | string, mode: number): void {
    if (isFile(this.#path)) unlinkSync(this.#path)
    writeFileSync(this.#path, content)
    chmodSync(this.#path, mode)
  }
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true
}

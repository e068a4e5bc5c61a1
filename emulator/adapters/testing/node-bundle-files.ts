import { mkdir } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { nameOfRun } from '../../scenario/run-bundle.ts'
import { replaceFile } from '../node/replace-file.ts'
import { ownCommand } from '../../engine/checking/own-command.ts'

/** A failed test, with its bundle as JSON. */
interface FailedRun {
  readonly name: string
  readonly bundle: string
}

/** Writes a file per test and prints the command that shows it. Tests with equal names get separate files. */
export async function writeBundles(runs: readonly FailedRun[], folder: string): Promise<void> {
  if (runs.length === 0) return
  await mkdir(folder, { recursive: true })
  const taken = new Set<string>()
  for (const { name, bundle } of runs) {
    const base = nameOfRun(name)
    let free = base
    for (let number = 2; taken.has(free); number++) free = `${base}-${number}`
    taken.add(free)
    const file = join(folder, `${free}.bundle.json`)
    await replaceFile(file, `${bundle}\n`)
    printShow(name, file)
  }
}

/** Prints the command that shows a bundle. */
export function printShow(name: string, file: string): void {
  const path = relative('.', file)
  console.log(
    `\nsvc-emulator: step through '${name}':\n  ${ownCommand} show ${/^[\w./\\-]+$/.test(path) ? path : JSON.stringify(path)}`,
  )
}

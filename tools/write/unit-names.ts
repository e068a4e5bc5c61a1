import { catalog } from '../../emulator/service/catalog.ts'

/**
 * The text of `emulator/contract/unit-names.ts`: endpoints and commands as types, so that a misspelled one does not compile, for use below
 * the service. A union made from the units themselves would take the compiler longer than the rest of the program.
 */
export function unitNamesModule(): string {
  const endpoints = catalog.filter(({ kind }) => kind === 'endpoint').map(({ id }) => id)
  const commands = catalog.filter(({ kind }) => kind === 'command')
  const routes = [...endpoints, ...commands.map(({ method, path }) => `${method} ${path}`)]
  return `// Written by npm run write from the catalog: do not edit.

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

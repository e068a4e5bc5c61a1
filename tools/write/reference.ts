import { agentSection } from './reference/agents.ts'
import { commandSections } from './reference/commands.ts'
import { controlSection } from './reference/control.ts'
import { formatSections } from './reference/format.ts'
import { journalSection } from './reference/journal.ts'
import { code, table } from './reference/markdown.ts'
import { optionSections } from './reference/options.ts'
import { tableSections } from './reference/tables.ts'
import { tryIt } from './clauses.ts'
import { shownBy } from './shown-by.ts'
import { errors } from '../../emulator/contract/errors.ts'

/** `docs/reference.md`, from the schemas that programs and library check with. */
export async function reference(): Promise<string> {
  const { errors: links } = await shownBy()
  return `# Reference

<!-- Written by npm run write from the schemas: do not edit. -->

[Commands](#commands), [options of calls](#options-of-calls), [scenarios and fixtures](#scenarios-and-fixtures), [tables](#tables), [error codes](#error-codes),
[entries of the journal](#entries-of-the-journal), [control API](#control-api), [tools for agents](#tools-for-agents). With \`npx\` in a project that has the package; without it
where it is installed globally
([which is which](run-locally.md#install-it)). What the API does: [the API](api.md), [the specification](specification.md).

## Commands

${commandSections()}

## Options of calls

${optionSections()}

## Scenarios and fixtures

YAML or JSON; \`scenarios/scenario.schema.json\` of the package lets editors complete and check them.

${formatSections()}

## Tables

Records as the world stores them: for fixtures, \`emulator.world\`, triggers and the control API. A field that is left out is filled in, where it can be.

${tableSections()}

## Error codes

**Try it** opens the [playground](inspector.md#without-a-server) with a request that is refused with the code.

${table(
  ['code', 'HTTP status', 'try'],
  Object.entries(errors).map(([name, { status }]) => [code(name), String(status), tryIt(links.get(name))]),
)}

## Entries of the journal

As \`emulator.journal.entries()\` and the control API show them, without secrets. \`journal.timeline()\` and \`GET /journal\` also have changes that
no request made, with \`did\`, and work that fell due while the world is traced, with \`work\`: these have null for \`caller\`, \`request\`, \`response\` and \`error\`.

${journalSection()}

## Control API

JSON. A refusal is \`{"error", "message"}\` with an ordinary status. A world beside the main one has the same calls below
\`/w/<id>/__emulator\`. Where the server asks for its token, send it as \`x-emulator-token\`. Shapes of answers:
\`GET /__emulator/control.openapi.json\`.

${controlSection()}

## Tools for agents

Of \`svc-emulator mcp\` ([for an agent](for-agents.md)).

${agentSection()}
`
}

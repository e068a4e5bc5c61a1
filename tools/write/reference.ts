import { agentSection } from './reference/agents.ts'
import { commandSections } from './reference/commands.ts'
import { controlSection } from './reference/control.ts'
import { formatSections } from './reference/format.ts'
import { journalSection } from './reference/journal.ts'
import { code, table } from './reference/markdown.ts'
import { optionSections } from './reference/options.ts'
import { tableSections } from './reference/tables.ts'
import { playAddress } from '../release/facts.ts'
import { shownBy } from './shown-by.ts'
import { errors } from '../../emulator/contract/errors.ts'

/** Pages of the reference by their names in `docs`, from the schemas that programs and library check with. */
export const referencePages: Readonly<Record<string, () => Promise<string>>> = {
  commands: async () =>
    page(
      'Commands',
      `With \`npx\` in a project that has the package ([other ways](run-locally.md#install-it)).

${exitCodes}

${raised(commandSections())}

## Tools for agents

Of \`svc-emulator mcp\` ([for an agent](agents.md)).

${agentSection()}`,
    ),
  options: async () => page('Options of calls', `What functions of the package take.\n\n${raised(optionSections())}`),
  files: async () =>
    page(
      'Scenarios and fixtures',
      `YAML or JSON; \`scenarios/scenario.schema.json\` of the package lets editors complete and check them.

${raised(formatSections())}`,
    ),
  'tables-and-errors': tablesAndErrors,
  'control-api': async () =>
    page(
      'Control API',
      `JSON. A refusal is \`{"error", "message"}\` with an ordinary status. A world beside the main one has the same calls below
\`/w/<id>/__emulator\`. Where the server asks for its token, send it as \`x-emulator-token\`. Shapes of answers:
\`GET /__emulator/control.openapi.json\`.

${controlSection()}`,
    ),
}

const exitCodes = table(
  ['exit code', 'of `svc-emulator`'],
  [
    ['0', 'done, or the answer is yes'],
    ['1', 'the answer is no (a failed scenario, a finding, a wrong file under `validate`), or the result is lost'],
    [
      '2',
      'nothing was asked: a wrong command line, a file that is missing, unreadable or wrong, no server there, a port in use',
    ],
    ['130, 143', 'ended by Ctrl-C or SIGTERM'],
    ['any', '`exec` ends as its command does'],
  ],
)

async function tablesAndErrors(): Promise<string> {
  const { errors: links } = await shownBy()
  return page(
    'Tables and errors',
    `## Tables

Records as the world stores them: for fixtures, \`emulator.world\`, triggers and the control API. A field that is left out is filled in, where it can be.
\`id\` is unique. "of \`orgs\`, by \`org\`" names a record of \`orgs\`: documents may write \`org\` with its id or alias instead, and a record is deleted with the one that it names,
unless it says otherwise. No journal shows a secret.

${tableSections()}

## Error codes

A code that is a link opens the [playground](inspector.md#without-a-server) with a request that is refused with it.

${table(
  ['HTTP status', 'codes'],
  [...new Set(Object.values(errors).map(({ status }) => status))]
    .toSorted((one, other) => one - other)
    .map((status) => [
      String(status),
      Object.entries(errors)
        .filter(([, each]) => each.status === status)
        .map(([name]) => errorLink(name, links.get(name)))
        .join(', '),
    ]),
)}

## Entries of the journal

As \`emulator.journal.entries()\` and the control API show them, without secrets. \`journal.timeline()\` and \`GET /journal\` also have changes that
no request made, with \`did\`, and work that fell due while the world is traced, with \`work\`: these have null for \`caller\`, \`request\`, \`response\` and \`error\`.

${journalSection()}`,
  )
}

function errorLink(name: string, link: string | undefined): string {
  return link === undefined ? code(name) : `[${code(name)}](${playAddress()}${link})`
}

function page(title: string, text: string): string {
  const service = 'What the service does: [the API](api.md), [the specification](specification.md).'
  return `# ${title}\n\n<!-- Written by npm run write from the schemas: do not edit. -->\n\n${text}\n\n${service}\n`
}

/** Sections one level higher: they are the page. */
function raised(sections: string): string {
  return sections.replaceAll(/^#(?=##)/gm, '')
}

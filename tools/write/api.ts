import { assumptionTitle, isAssumptionId } from '../../emulator/contract/assumptions.ts'
import { plural } from '../../emulator/engine/checking/plural.ts'
import * as v from 'valibot'
import { errorFacts, errors, type ErrorCode } from '../../emulator/contract/errors.ts'
import type { Sample } from '../../emulator/engine/kernel/unit/sample.ts'
import type { Unit } from '../../emulator/engine/kernel/unit/definition.ts'
import type { Json } from '../../emulator/host/documents/json-schema.ts'
import type { Example } from '../../emulator/host/documents/example.ts'
import { settingsSchema } from '../../emulator/engine/world/settings.ts'
import { camel } from '../../emulator/host/documents/names.ts'
import { openApi } from '../../emulator/host/documents.ts'
import { examplesFor, sampleRequest } from '../../emulator/host/examples.ts'
import { catalog } from '../../emulator/service/catalog.ts'
import { answerLine, linkAssumption, pageLine, recordSections, takenLines } from './api-fields.ts'
import type { Answering, Pagination, Taking } from './api-fields.ts'
import { code, prose, table } from './reference/markdown.ts'

interface Operation extends Taking, Answering {
  readonly operationId: string
  readonly summary: string
  readonly tags: readonly [string]
  readonly 'x-assumed'?: readonly string[]
  readonly 'x-clauses': readonly string[]
  readonly 'x-assumptions': readonly string[]
  readonly 'x-pagination'?: Pagination
}

interface Document {
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Json>> }
}

/** Statuses, how the table names them, what they mean, and whether to try again. */
const meanings: readonly (readonly [statuses: readonly number[], named: string, means: string, again: string])[] = [
  [[400, 405, 413, 415], '400, 405, 413, 415', 'the request is wrong; `message` says where', 'no: change it'],
  [[401], '401', 'no credentials, or they are not valid any more', 'once, with new credentials'],
  [[403], '403', 'the key or the user may not, or a limit is reached', 'no'],
  [[404], '404', 'there is no such record, or the caller may not see it', 'no'],
  [[409], '409', 'the state of a record forbids it, such as a taken alias', 'no: read the record, and decide'],
  [[429], '429', 'too many requests', 'after the seconds of `Retry-After`'],
  [
    [500, 501],
    '500 and above, or no answer',
    'nobody knows whether it was done',
    'a read: yes, with growing pauses. A write: look first whether it was done',
  ],
]

/** `docs/api.md`: each endpoint and command with what it takes, an answer, refusals, and the statements that it rests on. */
export function apiPage(): string {
  const { tags: found, paths, components } = openApi(catalog) as unknown as Document
  const tags = found.toSorted((one, other) => Number(other.name === 'users') - Number(one.name === 'users'))
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ heading: `${method.toUpperCase()} ${path}`, operation })),
  )
  const shared = findShared(operations.map(({ operation }) => operation))
  const sections = tags.map(({ name, description }) =>
    [
      `## ${name}`,
      description,
      ...operations
        .filter(({ operation }) => operation.tags[0] === name)
        .map(({ heading, operation }) => operationSection(heading, operation, new Set(shared))),
    ].join('\n\n'),
  )
  return `# The API

<!-- Written by npm run write from the units: do not edit. -->

What the emulator serves below \`/v1\`: ${operations.length} operations. The examples are requests to the starter world with the answers that it really gives.

- **Credentials**: \`X-API-Key: svc-key-ada-admin\`, or \`Authorization: Bearer svc-token-ada\`. The server prints the keys of its world.
- **Requests**: parameters of the path are strings; \`?\` marks fields that may be left out.
- **Answers**: JSON with \`status\`, \`success\` or \`failure\`. A failure has \`error\`, a stable code, and \`message\`, prose for people; one about a limit also has \`limit\`, with its \`name\` and mostly \`max\`.
- **Commands** (\`workflow.…\`, \`scheduler.…\`) are taken over HTTP, as shown, and over the WebSocket \`/v1/realtime\` as JSON-RPC 2.0 with the same parameters.
- **Any request** may be refused with ${codes.filter(refusesAny).map(code).join(', ')}.
- **Statements**: the clauses of the [specification](specification.md) that an operation rests on, and its [assumptions](differences-from-the-real-service.md), such as A-17: the specification is silent there, and your service may decide otherwise. The OpenAPI document has all of them (\`x-clauses\`, \`x-assumptions\`); this page says once which many share.
- **Try it**: \`dist/play.html\` of the package has a form for each.
- **OpenAPI**: \`npx svc-emulator openapi\`, and \`/__emulator/openapi.json\` of a server.

${tags.map(({ name }) => `[${name}](#${name})`).join(', ')}, [records](#records)

${folded('More than a third of the operations rest on these', shared)}

## Pages

Each listing says its kind. [Write a client](write-a-client.md#pages) has the loops as code.

| kind | first call | next call | end |
| --- | --- | --- | --- |
| complete | as it is | none | everything is in the answer |
| unpaginated | as it is | none: there is no way to ask for more | the answer stops at roughly 1 MB, and nothing says so |
| opaque cursor | leave \`cursor\` out: a null one is refused; \`limit\` is the rows of a page (${pageRows()}) | send the \`cursor\` of the answer, unchanged | only at \`"cursor": null\`: a page may be short or empty before |
| record cursor | leave \`start_…_id\` out, and send no \`limit\` | send \`last_…_id\` of the answer as \`start_…_id\` | only at null. If that record was deleted, the call fails with 500: start over |

## Errors

${table(['status', 'codes', 'what it means', 'try again?'], errorRows())}

${sections.join('\n\n')}

${recordSections(components.schemas)}
`
}

/** Refusals that any operation may answer: those of any request, and the one of wrong credentials. */
function refusesAny(name: ErrorCode): boolean {
  return errorFacts(name).anyRequest === true || catalog.every((unit) => unit.errors.includes(name))
}

const codes = Object.keys(errors) as ErrorCode[]

function pageRows(): string {
  const { default_limit: byDefault, maximum_limit: maximum } = v.getDefaults(settingsSchema)
  return `${byDefault} by default, at most ${maximum}, ${linkAssumption('A-29')}`
}

/** Rows by status, with the codes that have it. */
function errorRows(): string[][] {
  const told = new Set(meanings.flatMap(([statuses]) => statuses))
  const untold = codes.filter((each) => !told.has(errorFacts(each).status))
  if (untold.length > 0) throw new Error(`no row of docs/api.md is about the status of ${untold.join(', ')}`)
  return meanings.map(([[first, ...others], named, means, again]) => [
    named,
    [
      ...codesWith(first!).map(code),
      ...others.flatMap((each) => codesWith(each).map((name) => `${code(name)} (${each})`)),
    ].join(', '),
    means,
    again,
  ])
}

function codesWith(status: number): ErrorCode[] {
  return codes.filter((each) => errorFacts(each).status === status)
}

const examples = examplesFor(catalog)
const unitNames = new Map(catalog.map((unit) => [camel(unit.name), unit]))

function operationSection(heading: string, operation: Operation, shared: ReadonlySet<string>): string {
  const unit = unitNames.get(operation.operationId)
  if (unit === undefined) throw new Error(`no unit is called ${operation.operationId}`)
  return [
    `### ${unit.kind === 'command' ? unit.id : heading}`,
    `${prose(operation.summary)}${operation['x-assumed'] === undefined ? '' : ' Not in the specification.'}`,
    takenLines(operation),
    answerLine(operation),
    ...(unit.sample === undefined ? [] : [exampleBlock(unit, unit.sample)]),
    pageLine(operation['x-pagination']),
    listCodes(unit.errors.filter((each) => !refusesAny(each))),
    ...listStatements(operation, shared),
  ]
    .filter((part) => part !== '')
    .join('\n\n')
}

function listCodes(codes: readonly ErrorCode[]): string {
  return codes.length === 0 ? '' : `Refused with ${codes.map(code).join(', ')}.`
}

/** Clauses and assumptions that few operations rest on, those of this one. */
function listStatements(
  { 'x-clauses': clauses, 'x-assumptions': rows }: Operation,
  shared: ReadonlySet<string>,
): string[] {
  const [ownClauses, ownRows] = [clauses, rows].map((ids) => ids.filter((id) => !shared.has(id)))
  return [
    ownClauses!.length === 0 ? '' : folded(`Rests on ${plural(ownClauses!.length, 'clause')}`, ownClauses!),
    ownRows!.length === 0 ? '' : `Assumed: ${ownRows!.map(linkStatement).join(', ')}.`,
  ]
}

function folded(summary: string, ids: readonly string[]): string {
  return `<details>\n<summary>${summary}</summary>\n\n${ids.map(linkStatement).join(', ')}\n\n</details>`
}

function linkStatement(id: string): string {
  return isAssumptionId(id) ? `${linkAssumption(id)} ${assumptionTitle(id)}` : `[${code(id)}](specification.md#${id})`
}

/** Clauses and assumptions that more than a third of the operations rest on, the most frequent first. */
function findShared(operations: readonly Operation[]): string[] {
  const counts = new Map<string, number>()
  for (const { 'x-clauses': clauses, 'x-assumptions': rows } of operations)
    for (const id of [...clauses, ...rows]) counts.set(id, (counts.get(id) ?? 0) + 1)
  const found = [...counts].filter(([, count]) => count * 3 > operations.length)
  return found.toSorted(([, one], [, other]) => other - one).map(([id]) => id)
}

/** A request and its answer, which `tests/docs` sends once more. */
function exampleBlock(unit: Unit, sample: Sample): string {
  const { method, url } = sampleRequest(unit, sample)
  const { status, answer } = examples.get(unit)!
  const { as = 'svc-key-ada-admin', body, file } = sample
  const inHeader = file !== undefined
  return [
    '```http',
    `${method} ${url}`,
    `X-API-Key: ${as}`,
    ...(inHeader ? ['Content-Type: application/octet-stream'] : []),
    ...(inHeader ? [`X-Request-Body: ${JSON.stringify(body ?? {})}`] : []),
    ...(inHeader ? ['', file] : body === undefined ? [] : ['', JSON.stringify(body, null, 2)]),
    '',
    `HTTP/1.1 ${status}`,
    ...(unit.transfer === 'download' ? showDownload(answer) : ['', JSON.stringify(answer, null, 2)]),
    '```',
  ].join('\n')
}

/** Headers and bytes of a download. */
function showDownload(answer: Example['answer']): string[] {
  const record = Object.values(answer).find((each) => typeof each === 'object') as { readonly bytes: number }
  return [
    'Content-Type: application/octet-stream',
    `X-Response-Body: ${JSON.stringify(answer)}`,
    '',
    `(${record.bytes} bytes)`,
  ]
}

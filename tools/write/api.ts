import { assumptionTitle, isAssumptionId } from '../../emulator/contract/assumptions.ts'
import { errorFacts, errors, type ErrorCode } from '../../emulator/contract/errors.ts'
import { plural } from '../../emulator/engine/checking/plural.ts'
import type { Sample } from '../../emulator/engine/kernel/unit/sample.ts'
import type { Unit } from '../../emulator/engine/kernel/unit/definition.ts'
import type { Json } from '../../emulator/host/documents/json-schema.ts'
import type { Example } from '../../emulator/host/documents/example.ts'
import { camel } from '../../emulator/host/documents/names.ts'
import { clausesForAll } from '../../emulator/host/documents/citations.ts'
import { openApi } from '../../emulator/host/documents.ts'
import { examplesFor, sampleRequest } from '../../emulator/host/examples.ts'
import { catalog } from '../../emulator/service/catalog.ts'
import { answerLine, linkAssumption, pageLine, recordSections, type Pagination } from './api-fields.ts'
import { code, prose, table } from './reference/markdown.ts'
import { formatType } from './reference/tables.ts'

interface Parameter {
  readonly name: string
  readonly in: string
  readonly required: boolean
  readonly schema: Json
}

interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly tags: readonly [string]
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content: { readonly 'application/json'?: { readonly schema: Json } } }
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema: Json }>> }>
  >
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

/** `docs/api.md`: each endpoint and command with what it takes, an answer, refusals, and the statements that it rests on. */
export function apiPage(): string {
  const { tags: found, paths, components } = openApi(catalog) as unknown as Document
  const tags = found.toSorted((one, other) => Number(other.name === 'users') - Number(one.name === 'users'))
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ heading: `${method.toUpperCase()} ${path}`, operation })),
  )
  const sections = tags.map(({ name, description }) =>
    [
      `## ${name}`,
      description,
      ...operations
        .filter(({ operation }) => operation.tags[0] === name)
        .map(({ heading, operation }) => operationSection(heading, operation)),
    ].join('\n\n'),
  )
  return `# The API

<!-- Written by npm run write from the units: do not edit. -->

What the emulator serves below \`/v1\`: ${operations.length} operations. The examples are requests to the starter world with the answers that it really gives.
A number such as A-17 is an [assumption](differences-from-the-real-service.md): the [specification](specification.md) is silent there, and your service may decide otherwise.

- **Credentials**: \`X-API-Key: svc-key-ada-admin\`, or \`Authorization: Bearer svc-token-ada\`. The server prints the keys of its world.
- **Answers**: JSON with \`status\`, \`success\` or \`failure\`. A failure has \`error\`, a stable code, and \`message\`, prose for people.
- **Commands** (\`workflow.…\`, \`scheduler.…\`) are taken over HTTP, as shown, and over the WebSocket \`/v1/realtime\` as JSON-RPC 2.0 with the same parameters.
- **Any request** may be refused with ${anyRequest()}.
- **Try it**: \`dist/play.html\` of the package has a form for each.
- **OpenAPI**: \`npx svc-emulator openapi\`, and \`/__emulator/openapi.json\` of a server.

${tags.map(({ name }) => `[${name}](#${name})`).join(', ')}, [records](#records)

## Pages

Each listing says its kind. [Write a client](write-a-client.md#pages) has the loops as code.

| kind | first call | next call | end |
| --- | --- | --- | --- |
| complete | as it is | none | everything is in the answer |
| unpaginated | as it is | none: there is no way to ask for more | the answer stops at roughly 1 MB, and nothing says so |
| opaque cursor | leave \`cursor\` out: a null one is refused | send the \`cursor\` of the answer, unchanged | only at \`"cursor": null\`: a page may be short or empty before |
| record cursor | leave \`start_…_id\` out, and send no \`limit\` | send \`last_…_id\` of the answer as \`start_…_id\` | only at null. If that record was deleted, the call fails with 500: start over |

## Errors

| status | what it means | try again? |
| --- | --- | --- |
| 400, 413, 415 | the request is wrong; \`message\` says where | no: change it |
| 401 | no credentials, or they are not valid any more | once, with new credentials |
| 403 | the key or the user may not, or a limit is reached (\`limit_exceeded\`) | no |
| 404 | there is no such record, or the caller may not see it | no |
| 409 | the state of a record forbids it, such as a taken alias | no: read the record, and decide |
| 429 | too many requests | after the seconds of \`Retry-After\` |
| 500 and above, or no answer | nobody knows whether it was done | a read: yes, with growing pauses. A write: look first whether it was done |

${sections.join('\n\n')}

${recordSections(components.schemas)}
`
}

function anyRequest(): string {
  const codes = Object.keys(errors) as ErrorCode[]
  return listCodes(codes.filter((each) => errorFacts(each).anyRequest === true))
}

function listCodes(codes: readonly ErrorCode[]): string {
  return codes.map((each) => `${code(each)} (${errorFacts(each).status})`).join(', ')
}

const examples = examplesFor(catalog)
const unitNames = new Map(catalog.map((unit) => [camel(unit.name), unit]))

function operationSection(heading: string, operation: Operation): string {
  const unit = unitNames.get(operation.operationId)
  if (unit === undefined) throw new Error(`no unit is called ${operation.operationId}`)
  const fields = listFields(operation)
  return [
    `### ${unit.kind === 'command' ? unit.id : heading}`,
    prose(operation.summary),
    ...(operation['x-assumed'] === undefined ? [] : ['The specification does not show this operation.']),
    ...(fields.length === 0 ? [] : [table(['takes', 'in', 'value'], fields)]),
    answerLine(operation),
    ...(unit.sample === undefined ? [] : [exampleBlock(unit, unit.sample)]),
    pageLine(operation['x-pagination']),
    ...(unit.errors.length === 0 ? [] : [`Refused with ${listCodes(unit.errors)}.`]),
    listClauses(operation['x-clauses'].filter((id) => !clausesForAll.has(id))),
    listRows(operation['x-assumptions']),
  ]
    .filter((part) => part !== '')
    .join('\n\n')
}

function listFields({ parameters = [], requestBody }: Operation): string[][] {
  const { properties = {}, required = [] } = (requestBody?.content['application/json']?.schema ?? {}) as {
    properties?: Readonly<Record<string, Json>>
    required?: readonly string[]
  }
  return [
    ...parameters.map((each) => fieldRow(each.name, each.in, each.required, each.schema)),
    ...Object.entries(properties).map(([name, schema]) => fieldRow(name, 'body', required.includes(name), schema)),
  ]
}

function fieldRow(name: string, place: string, isRequired: boolean, schema: Json): string[] {
  const ids = (schema['x-assumed'] ?? []) as readonly string[]
  return [
    code(`${name}${isRequired ? '' : '?'}`),
    place,
    [formatType(schema), ids.length === 0 ? '' : `(${ids.map(linkAssumption).join(', ')})`].join(' '),
  ]
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

function listClauses(ids: readonly string[]): string {
  if (ids.length === 0) return ''
  const links = ids.map((id) => `[${code(id)}](specification.md#${id})`)
  return `<details>\n<summary>Rests on ${plural(ids.length, 'clause')}</summary>\n\n${links.join(', ')}\n\n</details>`
}

function listRows(ids: readonly string[]): string {
  const rows = ids.filter(isAssumptionId).map((id) => `${linkAssumption(id)} ${assumptionTitle(id)}`)
  return rows.length === 0 ? '' : `Where the specification is silent: ${rows.join(', ')}.`
}

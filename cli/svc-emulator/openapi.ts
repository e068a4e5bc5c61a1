import { command } from '../shared/command.ts'

/** `svc-emulator openapi`: prints the OpenAPI document. */
export const openapi = command({
  path: ['openapi'],
  about:
    'Print the OpenAPI 3.1 document of the REST API, with the clauses, assumptions and example answers of every operation.',
  flags: {
    control: { about: 'Print the document of the control API instead' },
    url: { value: 'url', about: 'Base URL in the document (default http://127.0.0.1:4010/v1)' },
    yaml: { about: 'Write YAML' },
  },
  examples: [
    ['svc-emulator openapi > openapi.json', 'For a client generator'],
    ['svc-emulator openapi --yaml --url https://api.example.com/v1', 'As YAML, with the address of your own server'],
  ],
  async run({ flags }, io) {
    const { writeDocument, openApiDocument } = await import('./print-document.ts')
    await writeDocument(io, await openApiDocument(flags.control, flags.url), flags.yaml)
    return undefined
  },
})

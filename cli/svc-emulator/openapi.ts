import { command } from '../shared/command.ts'

/** `svc-emulator openapi`: the OpenAPI document. */
export const openapi = command({
  path: ['openapi'],
  about:
    'Print the OpenAPI 3.1 document of the REST API: every operation with its clauses, what only assumptions give, and real answers.',
  flags: {
    control: { about: 'The document of the control API instead' },
    url: { value: 'url', about: 'Base URL that the document names (default http://127.0.0.1:4010/v1)' },
    yaml: { about: 'Write YAML' },
  },
  examples: [
    ['svc-emulator openapi > openapi.json', 'For a generator of clients'],
    ['svc-emulator openapi --yaml --url https://api.example.com/v1', 'For people, with the address of your own server'],
  ],
  async run({ flags }, io) {
    const { writeDocument, openApiDocument } = await import('./print-document.ts')
    await writeDocument(io, await openApiDocument(flags.control, flags.url), flags.yaml)
    return undefined
  },
})

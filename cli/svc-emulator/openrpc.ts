import { command } from '../shared/command.ts'

/** `svc-emulator openrpc`: prints the OpenRPC document. */
export const openrpc = command({
  path: ['openrpc'],
  about: 'Print the OpenRPC document of the realtime API.',
  flags: {
    url: { value: 'url', about: 'URL in the document (default ws://127.0.0.1:4010/v1/realtime)' },
    yaml: { about: 'Write YAML' },
  },
  examples: [['svc-emulator openrpc > openrpc.json', 'For a client generator']],
  async run({ flags }, io) {
    const { writeDocument, openRpcDocument } = await import('./print-document.ts')
    await writeDocument(io, await openRpcDocument(flags.url), flags.yaml)
    return undefined
  },
})

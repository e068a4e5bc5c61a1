import { usageError } from '../shared/client-error.ts'
import { command } from '../shared/command.ts'
import { namesRunning } from './names-running.ts'
import { port } from './values.ts'

/** `svc-emulator show`: opens a bundle in the inspector. */
export const show = command({
  path: ['show'],
  about:
    'Open a bundle in the inspector, to step through a run: its requests, what each one changed, the tables at every point. With --starter, open the starter world, to try requests without a server.',
  positionals: [
    {
      name: 'bundle',
      about: 'Bundle file, from replay --bundle-on-failure, a failed test, or GET /__emulator/bundle',
      optional: true,
    },
  ],
  flags: {
    starter: { about: 'Show the starter world in place of a bundle: the emulator runs in the page' },
    output: {
      value: 'file',
      short: 'o',
      about: 'Write one HTML file that works without a server, instead of serving it',
    },
    port: {
      value: 'number',
      parse: port,
      about: 'Port to serve it on, on this machine only; 0 for any free one (default 0)',
    },
    'no-open': { about: 'Print the address without opening a browser' },
  },
  examples: [
    ['svc-emulator show failed/outage.bundle.json', 'In a browser, until Ctrl-C'],
    ['svc-emulator show failed/outage.bundle.json --output outage.html', 'A page to attach to a report or an issue'],
    ['svc-emulator show --starter -o play.html', 'A playground in one file'],
  ],
  notes:
    'The page of a bundle contains no secrets: stand-ins replace keys, tokens, passwords and values of credentials. Keys of the shipped fixtures stay.',
  async run({ settings, positionals: [bundle] }, io) {
    const { starter, output, port: at, noOpen } = settings
    if (starter && bundle !== undefined)
      throw usageError(`--starter shows the starter world and takes no bundle; it was given '${bundle}'`)
    if (!starter && bundle === undefined)
      throw usageError('show takes a bundle file, or --starter for the starter world')
    if (output !== undefined && (at !== undefined || noOpen))
      throw usageError('--output writes a file and serves nothing: it cannot be combined with --port or --no-open')
    if (output !== undefined && !/\.html?$/i.test(output))
      throw usageError(`--output takes a file that ends in .html; it was '${output}'`)
    if (bundle !== undefined && namesRunning(bundle)) {
      const { controlRoot } = await import('../../emulator/scenario/control-client/ask-running.ts')
      const control = controlRoot(bundle)
      throw usageError(
        `show takes a bundle file; a running emulator has its inspector at ${control}/, and its run as a bundle at ${control}/bundle`,
      )
    }
    const { showPage } = await import('./show/show-page.ts')
    await showPage({ bundle, output, port: at ?? 0, open: !noOpen }, io)
    return undefined
  },
})

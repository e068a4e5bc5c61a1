import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { code, table } from './markdown.ts'

const root = resolve(import.meta.dirname, '../../..')

/** Calls of the library, and the interfaces that their options are: the compiler holds each to what the call checks. */
const calls: readonly (readonly [
  call: string,
  entry: string,
  interfaces: readonly (readonly [file: string, name: string])[],
])[] = [
  [
    'createEmulator(options?)',
    'svc-emulator',
    [
      ['host/create-world.ts', 'StartOptions'],
      ['host/create-world.ts', 'LastingOptions'],
      ['host/emulator-options.ts', 'EmulatorOptions'],
    ],
  ],
  ['emulator.fork(options?)', 'svc-emulator', [['host/instance.ts', 'ForkOptions']]],
  ['options.journal', 'svc-emulator', [['engine/journal/journal-options.ts', 'JournalOptions']]],
  ['options.bounds', 'svc-emulator', [['engine/world/bounds.ts', 'Bounds']]],
  [
    'startServer(options?): those of createEmulator, and',
    'svc-emulator/server',
    [
      ['adapters/node/serve-emulator.ts', 'ListenOptions'],
      ['adapters/node/server.ts', 'ServerOptions'],
    ],
  ],
  [
    'createHandlers(emulator, options?)',
    'svc-emulator/msw',
    [
      ['adapters/msw/msw-place.ts', 'PlaceOptions'],
      ['adapters/msw/msw-place.ts', 'HandlerOptions'],
    ],
  ],
  ['loadScenario(source, options?)', 'svc-emulator/scenario', [['scenario/load.ts', 'LoadOptions']]],
  ['makeEnvironment(options)', 'svc-emulator/environment', [['scenario/environment/index.ts', 'EnvironmentOptions']]],
  [
    'explore(subject, options?): scenario, fixtures, seed and settings as above, and',
    'svc-emulator/explore',
    [
      ['lab/subjects/with-function.ts', 'FunctionOptions'],
      ['lab/explore/options.ts', 'ExploreOptions'],
    ],
  ],
  [
    'questions(subject, options?): scenario, fixtures, seed, settings and facts as above, and',
    'svc-emulator/explore',
    [
      ['lab/subjects/with-function.ts', 'FunctionOptions'],
      ['lab/questions/options.ts', 'QuestionsOptions'],
    ],
  ],
]

export function optionSections(): string {
  return calls
    .map(([call, entry, interfaces]) =>
      [
        `### ${code(call)}`,
        `From ${code(entry)}.`,
        table(
          ['option', 'type', 'means'],
          interfaces.flatMap(([file, name]) => listMembers(file, name)),
        ),
      ].join('\n\n'),
    )
    .join('\n\n')
}

/** Name, type and comment of each member of an interface, as the source has them. Throws where there is none. */
export function listMembers(file: string, name: string): string[][] {
  const source = readFileSync(join(root, 'emulator', file), 'utf8')
  const body = new RegExp(`^(?:export )?interface ${name}\\b[^{\\n]*\\{\\n(.*?)^\\}`, 'ms').exec(source)?.[1]
  if (body === undefined) throw new Error(`emulator/${file} has no interface ${name}`)
  const members = [...body.matchAll(/(?:^ {2}\/\*\*(.*?)\*\/\n)?^ {2}(?:readonly )?(\w+)(\?)?(?:: (.*?)|(\(.*?))$/gms)]
  if (members.length === 0) throw new Error(`interface ${name} of emulator/${file} has no members that can be read`)
  return members.map(([, comment = '', member = '', , type = '', method = '']) => [
    code(member),
    code(type + method),
    plain(comment),
  ])
}

function plain(comment: string): string {
  return comment.replaceAll(/^\s*\*\s?/gm, ' ').trim()
}

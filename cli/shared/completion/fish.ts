import { offerLines } from './offers.ts'
import { firstWords, type Completable, type CompletableCommand, type CompletableProgram } from './model.ts'

export function fishCompletion(programs: readonly CompletableProgram[]): string {
  const names = programs.map(({ name }) => name)
  return [
    `# Completion of ${names.join(', ')} for fish. In config.fish: svc-emulator completion fish | source`,
    ...programs.flatMap(linesOf),
    '',
  ].join('\n')
}

function linesOf(program: CompletableProgram): string[] {
  const base = `complete -c ${program.name}`
  const words = firstWords(program)
  const groups = [...words].filter(([, commands]) => commands.some(({ path }) => path.length > 1))
  return [
    `${base} -f`,
    ...[...words].map(
      ([word, commands]) => `${base} -n __fish_use_subcommand -a ${word} -d ${quoted(aboutOf(commands))}`,
    ),
    ...groups.flatMap(([word, commands]) =>
      commands.map(({ path, about }) => {
        const others = commands.map((command) => command.path[1]).join(' ')
        return `${base} -n ${quoted(`__fish_seen_subcommand_from ${word}; and not __fish_seen_subcommand_from ${others}`)} -a ${path[1]} -d ${quoted(about)}`
      }),
    ),
    ...program.commands.flatMap((command) => commandLines(base, command)),
    ...flagLines(`${base} -n __fish_use_subcommand`, program.bare),
  ]
}

function commandLines(base: string, command: CompletableCommand): string[] {
  const seen = `${base} -n ${quoted(command.path.map((word) => `__fish_seen_subcommand_from ${word}`).join('; and '))}`
  const { argument } = command
  return [
    ...flagLines(seen, command),
    ...(argument === undefined || offered(argument) === ''
      ? []
      : [`${seen}${offered(argument)} -d ${quoted(argument.about)}`]),
  ]
}

function flagLines(base: string, { flags }: CompletableCommand): string[] {
  return flags.map(
    (flag) =>
      `${base} -l ${flag.name}${flag.takesValue ? ` -r${offered(flag) || ' -f'}` : ''} -d ${quoted(flag.about)}`,
  )
}

function offered({ choices, files, offers }: Completable): string {
  if (offers !== undefined) return ` ${files ? '-F' : '-f'} -a ${quoted(`(${offerLines[offers]})`)}`
  return choices.length > 0 ? ` -f -a ${quoted(choices.join(' '))}` : files ? ' -F' : ''
}

function aboutOf(commands: readonly CompletableCommand[]): string {
  return commands.length === 1
    ? (commands[0]?.about ?? '')
    : commands.map(({ path }) => path.slice(1).join(' ')).join(', ')
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}

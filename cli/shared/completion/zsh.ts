import { offerLines } from './offers.ts'
import {
  firstWords,
  type Completable,
  type CompletableCommand,
  type CompletableFlag,
  type CompletableProgram,
} from './model.ts'

/** Works both evaluated in ~/.zshrc and as a file of `fpath`. */
export function zshCompletion(programs: readonly CompletableProgram[]): string {
  const names = programs.map(({ name }) => name)
  return [
    `#compdef ${names.join(' ')}`,
    `# Completion of ${names.join(', ')} for zsh. In ~/.zshrc, after compinit: eval "$(svc-emulator completion zsh)"`,
    ...programs.flatMap(functionOf),
    '_svc_all_completions() {',
    '  case "$service" in',
    ...names.map((name) => `    ${name}) ${functionName(name)} ;;`),
    '  esac',
    '}',
    // Named by its file where zsh loads it from fpath, and then called at once.
    'if [[ "$funcstack[1]" == _svc* ]]; then _svc_all_completions',
    `else compdef _svc_all_completions ${names.join(' ')}`,
    'fi',
    '',
  ].join('\n')
}

function functionName(name: string): string {
  return `_${name.replaceAll('-', '_')}_completion`
}

function functionOf(program: CompletableProgram): string[] {
  const words = firstWords(program)
  const groups = [...words].filter(([, commands]) => commands.some(({ path }) => path.length > 1))
  return [
    `${functionName(program.name)}() {`,
    '  local line="$words[2,CURRENT-1] "',
    '  case "$line" in',
    ...program.commands.flatMap(commandCase),
    ...groups.map(
      ([word, commands]) =>
        `    (${word}\\ *) ${described(commands.map(({ path, about }) => [path[1] ?? '', about]))} ;;`,
    ),
    `    (*) if [[ $PREFIX == -* || $CURRENT -gt 2 ]]; then _arguments${specs(program.bare)}`,
    `      else ${described([...words].map(([word, commands]) => [word, aboutOf(commands)]))}`,
    '      fi ;;',
    '  esac',
    '}',
  ]
}

function aboutOf(commands: readonly CompletableCommand[]): string {
  return commands.length === 1
    ? (commands[0]?.about ?? '')
    : commands.map(({ path }) => path.slice(1).join(' ')).join(', ')
}

function commandCase(command: CompletableCommand): string[] {
  const { length } = command.path
  return [
    `    (${command.path.join('\\ ')}\\ *) shift ${length} words; (( CURRENT -= ${length} )); _arguments${specs(command)} ;;`,
  ]
}

function specs({ flags, argument }: CompletableCommand): string {
  const all = [
    ...flags.map(flagSpec),
    ...(argument === undefined ? [] : [`*:${plain(argument.name)}:${action(argument)}`]),
  ]
  return all.map((spec) => ` ${quoted(spec)}`).join('')
}

function flagSpec(flag: CompletableFlag): string {
  const about = plain(flag.about).replaceAll(/[[\]]/g, '\\$&')
  return `--${flag.name}[${about}]${flag.takesValue ? `:${flag.name}:${action(flag)}` : ''}`
}

function action({ choices, files, offers }: Completable): string {
  if (offers !== undefined)
    return `{local -a names=(\${(f)"$(${offerLines[offers]})"}); compadd -a names${files ? '; _files' : ''}}`
  return choices.length > 0 ? `(${choices.join(' ')})` : files ? '_files' : ' '
}

function described(entries: readonly (readonly [word: string, about: string])[]): string {
  return `local -a commands=(${entries.map(([word, about]) => quoted(`${word}:${plain(about)}`)).join(' ')}); _describe command commands`
}

/** A colon ends a description. */
function plain(text: string): string {
  return text.replaceAll(':', '\\:')
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}

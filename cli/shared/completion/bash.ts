import { offerLines } from './offers.ts'
import { firstWords, type Completable, type CompletableCommand, type CompletableProgram } from './model.ts'

/** Works with the bash 3.2 of macOS: no `compopt`, no `mapfile`. */
export function bashCompletion(programs: readonly CompletableProgram[]): string {
  const names = programs.map(({ name }) => name)
  return [
    `# Completion of ${names.join(', ')} for bash. In ~/.bashrc: eval "$(svc-emulator completion bash)"`,
    ...programs.flatMap(functionOf),
    ...names.map((name) => `complete -o filenames -F ${functionName(name)} ${name}`),
    '',
  ].join('\n')
}

function functionName(name: string): string {
  return `_${name.replaceAll('-', '_')}_completion`
}

function functionOf(program: CompletableProgram): string[] {
  const groups = [...firstWords(program)].filter(([, commands]) => commands.some(({ path }) => path.length > 1))
  return [
    `${functionName(program.name)}() {`,
    "  local IFS=$'\\n' current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} command= words= files= line",
    // Joined by hand: `"${array[*]}"` joins by IFS, which is a line break here.
    '  line=$(printf "%s " "${COMP_WORDS[@]:1:COMP_CWORD-1}")',
    '  case "$line" in',
    ...program.commands.map(({ path }) => `    '${path.join(' ')} '*) command='${path.join(' ')}' ;;`),
    ...groups.map(([word]) => `    '${word} '*) command='${word}' ;;`),
    '  esac',
    '  case "$command $previous" in',
    ...[...program.commands, program.bare].flatMap(valueCases),
    '    *)',
    '      case "$command" in',
    ...program.commands.map((command) => `        '${command.path.join(' ')}') ${argumentOf(command)} ;;`),
    ...groups.map(
      ([word, commands]) => `        '${word}') words=${list(commands.map(({ path }) => path[1] ?? ''))} ;;`,
    ),
    `        '') words=${list([...firstWords(program).keys()])} ;;`,
    '      esac',
    '      if [[ $current == -* ]]; then',
    '        files=',
    '        case "$command" in',
    ...[...program.commands, program.bare].map(
      ({ path, flags }) => `          '${path.join(' ')}') words=${list(flags.map(({ name }) => `--${name}`))} ;;`,
    ),
    '        esac',
    '      fi ;;',
    '  esac',
    '  COMPREPLY=($(compgen -W "$words" -- "$current"))',
    '  if [[ -n $files ]]; then COMPREPLY+=($(compgen -f -- "$current")); fi',
    '}',
  ]
}

function valueCases({ path, flags }: CompletableCommand): string[] {
  return flags
    .filter(({ takesValue }) => takesValue)
    .map((flag) => `    '${path.join(' ')} --${flag.name}') ${answer(flag)} ;;`)
}

function argumentOf({ argument }: CompletableCommand): string {
  return argument === undefined ? ':' : answer(argument)
}

function answer({ choices, files, offers }: Completable): string {
  const named = offers === undefined ? [] : [`words=$(${offerLines[offers]})`]
  const all = choices.length > 0 ? [`words=${list(choices)}`] : [...named, ...(files ? ['files=1'] : [])]
  return all.length === 0 ? ':' : all.join('; ')
}

function list(words: readonly string[]): string {
  return `$'${words.join('\\n')}'`
}

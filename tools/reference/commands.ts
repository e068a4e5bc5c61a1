import { variableOf } from '../../cli/shared/environment.ts'
import { flagsOf, shownPositional } from '../../cli/shared/parse.ts'
import type { Command, Program } from '../../cli/shared/command.ts'
import { svcEmulator } from '../../cli/svc-emulator/program.ts'
import { svc } from '../../cli/svc/program.ts'
import { svcWorker } from '../../cli/svc-worker/program.ts'
import { code, table } from './markdown.ts'

/** Every command of the three programs, with its arguments, flags, variables and examples. */
export function commandSections(): string {
  return [svcEmulator, svc, svcWorker]
    .map((program) =>
      [`### ${program.name}`, program.about, ...program.commands.map((each) => commandSection(program, each))].join(
        '\n\n',
      ),
    )
    .join('\n\n')
}

function commandSection(
  program: Program,
  { path, about, positionals = [], flags, examples, notes, envPrefix }: Command,
): string {
  const usage = [program.name, ...path, ...positionals.map(shownPositional), '[flags]'].join(' ')
  const words = positionals.map((each) => [
    code(shownPositional(each)),
    each.about,
    ...(envPrefix === undefined ? [] : [code(variableOf(envPrefix, each.name))]),
  ])
  const rows = Object.entries(flagsOf(program, { flags } as Command)).map(([name, flag]) => [
    `${code(`--${name}${flag.value === undefined ? '' : ` <${flag.value}>`}`)}${flag.short === undefined ? '' : `, ${code(`-${flag.short}`)}`}`,
    `${flag.about}${flag.many ? '; may be repeated' : ''}`,
    ...(envPrefix === undefined ? [] : [name in flags ? code(variableOf(envPrefix, name)) : '']),
  ])
  return [
    `#### ${program.name} ${path.join(' ')}`,
    `${code(usage)}: ${about}`,
    table(['flag', 'does', ...(envPrefix === undefined ? [] : ['variable'])], [...words, ...rows]),
    ...(notes === undefined ? [] : [notes]),
    examples.map(([line, text]) => `- ${code(line)}: ${text}`).join('\n'),
  ].join('\n\n')
}

import { placeholder, shownPositionals, usageLine } from '../../../cli/shared/refusals.ts'
import { commandFlags } from '../../../cli/shared/parser.ts'
import type { Command, Flag, Program } from '../../../cli/shared/command.ts'
import { svcEmulator } from '../../../cli/svc-emulator/program.ts'
import { svc } from '../../../cli/svc/program.ts'
import { svcWorker } from '../../../cli/svc-worker/program.ts'
import { asPasted } from '../../../emulator/engine/checking/own-command.ts'
import { code, prose, table } from './markdown.ts'

/** Every command of the three programs, with its arguments, flags and examples. */
export function commandSections(): string {
  return [svcEmulator, svc, svcWorker]
    .flatMap((program) => [
      `### ${program.name}`,
      prose(program.about),
      ...(program.notes === undefined ? [] : [prose(program.notes)]),
      ...program.commands.map((each) => commandSection(program, each)),
    ])
    .join('\n\n')
}

function commandSection(program: Program, command: Command): string {
  const { path, about, positionals = [], examples, notes } = command
  const words = positionals.map((each) => [code(shownPositionals({ positionals: [each] })), each.about])
  const flags = Object.entries(commandFlags(program, command)).map(([name, flag]) => flagRow(name, flag))
  return [
    `#### ${program.name} ${path.join(' ')}`,
    `${code(usageLine(program, command))}: ${prose(about)}`,
    table(['flag', 'does'], [...words, ...flags]),
    ...(notes === undefined ? [] : [prose(notes)]),
    examples.map(([line, text]) => `- ${code(asPasted(program.name, line))}: ${prose(text)}`).join('\n'),
  ].join('\n\n')
}

function flagRow(name: string, flag: Flag): string[] {
  const value = placeholder(flag)
  const spelling = code(`--${name}${value === undefined ? '' : ` <${value}>`}`)
  return [
    `${spelling}${flag.short === undefined ? '' : `, ${code(`-${flag.short}`)}`}`,
    `${flag.about}${flag.default === undefined ? '' : ` (default ${flag.default})`}${flag.many ? '; may be repeated' : ''}`,
  ]
}

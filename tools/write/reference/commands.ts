import { placeholder, shownPositionals, usageLine } from '../../../cli/shared/refusals.ts'
import { commandFlags } from '../../../cli/shared/parser.ts'
import type { Command, Flag, Program } from '../../../cli/shared/command.ts'
import { svcEmulator } from '../../../cli/svc-emulator/program.ts'
import { svc } from '../../../cli/svc/program.ts'
import { svcWorker } from '../../../cli/svc-worker/program.ts'
import { asPasted } from '../../../emulator/engine/checking/own-command.ts'
import { code, prose, tableOnce, type Row } from './markdown.ts'

/** Every command of the three programs, with its arguments, flags and examples. What is as for an earlier command is only named. */
export function commandSections(): string {
  return [svcEmulator, svc, svcWorker]
    .flatMap((program) => {
      const told = new Map<string, string>()
      return [
        `### ${program.name}`,
        prose(program.about),
        ...(program.notes === undefined ? [] : [prose(program.notes)]),
        'Every command also has `--help` (`-h`) and `--version` (`-v`).',
        ...program.commands.map((each) => commandSection(program, each, told)),
      ]
    })
    .join('\n\n')
}

function commandSection(program: Program, command: Command, told: Map<string, string>): string {
  const { path, about, examples, notes } = command
  const name = path.join(' ')
  return [
    `#### ${program.name} ${name}`,
    `${code(usageLine(program, command))}: ${prose(about)}`,
    tableOnce(code(name), ['flag', 'does'], listRows(program, command), told),
    ...(notes === undefined ? [] : [prose(notes)]),
    examples.map(([line, text]) => `- ${code(asPasted(program.name, line))}: ${prose(text)}`).join('\n'),
  ]
    .filter((part) => part !== '')
    .join('\n\n')
}

function listRows(program: Program, command: Command): Row[] {
  const words = (command.positionals ?? []).map((each) => {
    const name = shownPositionals({ positionals: [each] })
    return { name, cells: [code(name), each.about] }
  })
  const flags = Object.entries(commandFlags(program, command)).filter(([name]) => name !== 'help' && name !== 'version')
  return [...words, ...flags.map(([name, flag]) => ({ name: `--${name}`, cells: flagRow(name, flag) }))]
}

function flagRow(name: string, flag: Flag): string[] {
  const value = placeholder(flag)
  const spelling = code(`--${name}${value === undefined ? '' : ` <${value}>`}`)
  return [
    `${spelling}${flag.short === undefined ? '' : `, ${code(`-${flag.short}`)}`}`,
    `${flag.about}${flag.default === undefined ? '' : ` (default ${flag.default})`}${flag.many ? '; may be repeated' : ''}`,
  ]
}

import { expect, it } from 'vitest'
import { svcEmulator } from '../../cli/svc-emulator/program.ts'
import { svc } from '../../cli/svc/program.ts'
import { asPasted } from '../../emulator/engine/checking/own-command.ts'
import { readCode } from '../helpers/code.ts'
import { sourceFiles } from '../helpers/source-files.ts'

const words = [...svcEmulator.commands, ...svc.commands].map(({ path }) => path[0]).join('|')

/** A command line of ours that a shell does not find as it is. */
const bare = new RegExp(`(?<!npx )(?<![\\w/.$-])svc(?:-emulator|-worker)? (?:(?:${words})\\b|--help)`)

/** Texts that name a command and are no line to run: titles, the specification, comments of completion scripts. */
const names = [
  'cli/svc-emulator/completion-script.ts',
  'emulator/lab/shrink/shrink-report.ts',
  'cli/svc-emulator/shrink/test-text.ts',
  'emulator/scenario/replay-report.ts',
  'emulator/scenario/schema-run-step.ts',
]

it('says every command line as it runs when it is pasted', () => {
  const files = ['cli', 'emulator', 'inspector/src'].flatMap(sourceFiles)
  const wrong = files
    .filter((file) => !file.includes('/contract/') && !names.includes(file))
    .filter((file) => bare.test(withoutExamples(readCode(file))))
  expect(wrong).toEqual([])
})

/** Help and reference write the examples of a command by `asPasted`. */
function withoutExamples(code: string): string {
  return code.replaceAll(/^ {2}examples: \[(?:.*\],|\n[^]*?^ {2}\],)$/gm, '')
}

/** A line to run with a file that stands there as it is: with a space in its path a shell would read two words. */
const unquoted = /ownCommand\} (?:replay|start|show|shrink|validate)\b[^`]*\$\{(?:file|output|scenario|bundle)\}/

it('quotes every file in a line to run', () => {
  const files = ['cli', 'emulator'].flatMap(sourceFiles)
  expect(files.filter((file) => unquoted.test(readCode(file)))).toEqual([])
})

it.each([
  ['svc-emulator', 'svc-emulator', 'npx svc-emulator'],
  ['svc-emulator', 'eval "$(svc-emulator completion bash)"', 'eval "$(npx svc-emulator completion bash)"'],
  ['svc', 'pass svc | svc login --api-key-stdin', 'pass svc | npx svc login --api-key-stdin'],
  ['svc', 'SVC_API_KEY=… svc whoami', 'SVC_API_KEY=… npx svc whoami'],
])('writes the example of %s %j as %j', (program, line, pasted) => {
  expect(asPasted(program, line)).toBe(pasted)
})

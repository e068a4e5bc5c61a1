import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { variableFlags, variableName } from '../../cli/shared/environment.ts'
import { svcEmulator } from '../../cli/svc-emulator/program.ts'

const prefix = 'SVC_EMULATOR_'

const places = ['.ci', 'action.yml', 'cli', 'emulator', 'tools', 'tests', ':!*.test.ts', ':!*.case.ts']

/** Names of variables that files of the repository write. */
function readNames(): string[] {
  const args = ['grep', '-ohE', `${prefix}[A-Z][A-Z_]*[A-Z]`, '--', ...places]
  const found = execFileSync('git', args, { cwd: new URL('../..', import.meta.url), encoding: 'utf8' })
  return [...new Set(found.trim().split('\n'))]
}

const forFlags = svcEmulator.commands
  .flatMap(({ flags, positionals: [first] = [] }) => [
    ...Object.keys(flags),
    ...(first === undefined ? [] : [first.name]),
  ])
  .map((name) => variableName(prefix, name))

it.each(readNames().filter((name) => !forFlags.includes(name)))('no command takes %s for a misspelt one', (name) => {
  const notes: string[] = []
  const io = { env: { [name]: 'value' }, stderr: { write: (text: string) => notes.push(text) } }
  for (const command of svcEmulator.commands) variableFlags(svcEmulator, command, io as never)
  expect(notes).toEqual([])
})

import { expect, it } from 'vitest'
import { ioFor, newHome } from '../../tests/helpers/cli/in-process.ts'
import { readCommandLine } from './command-line.ts'
import { command, type Program } from './command.ts'

const program: Program = {
  name: 'tool',
  about: 'A tool.',
  json: false,
  commands: [
    command({
      path: ['ask'],
      about: 'Ask',
      flags: {
        max: { about: 'Most', value: 'n' },
        'time-limit': { about: 'Time', value: 'time' },
        reporter: { about: 'Format', value: 'format' },
      },
      takesProgram: true,
      examples: [],
      run: async () => undefined,
    }),
  ],
}

it.each([
  ['ask -- node c.mjs --max 0', ['tool: --max after -- is passed to node; if it is for ask, write it before --']],
  [
    'ask --max 1 -- node c.mjs --max=0 --max=2 --time-limit=2s',
    [
      'tool: --max after -- is passed to node; if it is for ask, write it before --',
      'tool: --time-limit after -- is passed to node; if it is for ask, write it before --',
    ],
  ],
  ['ask -- vitest run --reporter dot --maxWorkers 1 max', []],
  ['ask --max 0 -- node c.mjs', []],
])('%s', async (line, notes) => {
  const io = ioFor(newHome())
  const written: string[] = []
  io.stderr.write = (text: string) => written.push(text) > 0
  const request = await readCommandLine(program, line.split(' '), io)
  expect(written.join('').split('\n').filter(Boolean)).toEqual(notes)
  expect(request).toMatchObject({ invocation: { program: line.split(' -- ')[1]!.split(' ') } })
})

import { expect, it } from 'vitest'
import { newHome, run } from '../../tests/helpers/cli/in-process.ts'
import { usageError } from './client-error.ts'
import { command, type Program } from './command.ts'

const program: Program = {
  name: 'tool',
  about: 'A tool.',
  json: false,
  plainErrors: true,
  fallback: 'go',
  envPrefix: 'TOOL_',
  commands: [
    command({
      path: ['go'],
      about: 'Go',
      examples: [],
      positionals: [{ name: 'place', about: 'Place', optional: true }],
      flags: {
        port: { about: 'Port', value: 'n' },
        'state-every': { about: 'Every', value: 'duration' },
        quiet: { about: 'Quiet' },
        from: { about: 'From', value: 'file' },
      },
      run: async (invocation) => {
        if (invocation.flags.port === 'bad') throw usageError("--port takes an integer; it was 'bad'")
        return { lines: [JSON.stringify([invocation.flags, invocation.positionals])], payload: {} }
      },
    }),
    command({
      path: ['other'],
      about: 'Other',
      flags: { port: { about: 'Port', value: 'n' } },
      examples: [],
      run: async ({ flags }) => ({ lines: [String(flags.port)], payload: {} }),
    }),
  ],
}
const went = async (line: string, env: Record<string, string>) => {
  const { exit, stdout, stderr } = await run(program, line === '' ? [] : line.split(' '), newHome(), { env })
  return exit === 0 ? (JSON.parse(stdout) as unknown) : [exit, stderr]
}

it('takes flags and the first argument from variables', async () => {
  expect(await went('', { TOOL_PORT: '1', TOOL_STATE_EVERY: '5s', TOOL_QUIET: 'true', TOOL_PLACE: 'here' })).toEqual([
    { port: '1', 'state-every': '5s', quiet: true },
    ['here'],
  ])
  expect(
    await went('go --state-every 1s there', {
      TOOL_PORT: '1',
      TOOL_STATE_EVERY: '5s',
      TOOL_QUIET: '0',
      TOOL_PLACE: 'here',
    }),
  ).toEqual([{ port: '1', 'state-every': '1s', quiet: false }, ['there']])
})

it('takes a blank variable, one of another reader and what an orchestrator says of a service for none', async () => {
  expect(await went('', { TOOL_PORT: ' ', TOOL_FROM: 'x', TOOL_ARGS: 'y', TOOL_LAB: 'z' })).toEqual([
    { quiet: false },
    [],
  ])
  expect(
    await went('', {
      TOOL_PORT: 'tcp://10.0.0.7:4010',
      TOOL_SERVICE_PORT: '4010',
      TOOL_PORT_4010_TCP: 'tcp://10.0.0.7:4010',
    }),
  ).toEqual([{ quiet: false }, []])
})

it('holds for every command that has the flag, and takes the variable of another command for none', async () => {
  const other = (env: Record<string, string>) => run(program, ['other'], newHome(), { env })
  expect(await other({ TOOL_PORT: '1', TOOL_STATE_EVERY: '5s' })).toMatchObject({ exit: 0, stdout: '1\n' })
  expect(await other({ TOOL_PORTS: '1' })).toMatchObject({
    exit: 2,
    stderr: expect.stringContaining('There is no variable TOOL_PORTS, did you mean TOOL_PORT?'),
  })
})

it('notes a variable that begins or ends like a flag of the command, which may be one of the user', async () => {
  const note = (variable: string) => run(program, ['go'], newHome(), { env: { [variable]: '/tmp/x' } })
  expect(await note('TOOL_STATE_EVERY_TIME')).toMatchObject({
    exit: 0,
    stderr: 'tool: nothing reads the variable TOOL_STATE_EVERY_TIME; that of --state-every is TOOL_STATE_EVERY\n',
  })
  for (const variable of ['TOOL_API_PORT', 'TOOL_EVERY'])
    expect(await note(variable)).toMatchObject({ exit: 0, stderr: expect.stringContaining(`variable ${variable};`) })
  for (const variable of ['TOOL_IMAGE', 'TOOL_TRANSPORT'])
    expect(await note(variable)).toMatchObject({ exit: 0, stderr: '' })
})

it('says which variable is wrong', async () => {
  expect(await went('', { TOOL_PORT: 'bad' })).toEqual([
    2,
    expect.stringContaining("tool: --port takes an integer; it was 'bad' (--port comes from the variable TOOL_PORT)\n"),
  ])
  expect(await went('--port bad', { TOOL_STATE_EVERY: '5s' })).toEqual([2, expect.not.stringContaining('variable')])
  expect(await went('', { TOOL_QUIET: 'maybe' })).toEqual([
    2,
    expect.stringContaining("TOOL_QUIET takes 1 or 0 (true or false, yes or no, on or off); it was 'maybe'"),
  ])
  expect(await went('', { TOOL_STATE_EVRY: '1' })).toEqual([
    2,
    expect.stringContaining('There is no variable TOOL_STATE_EVRY, did you mean TOOL_STATE_EVERY?'),
  ])
})

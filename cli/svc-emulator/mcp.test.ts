import { expect, it } from 'vitest'
import { run } from '../../tests/helpers/cli/in-process.ts'
import { mcp } from './mcp.ts'
import { svcEmulator } from './program.ts'

it.each([
  [['--control-token', 'secret'], '--control-token requires --target'],
  [['--target', 'http://127.0.0.1:1', '--seed', '2'], '--seed configures an emulator that mcp starts'],
])('refuses %j as a usage error', async (flags, message) => {
  const program = { ...svcEmulator, commands: [mcp] }
  expect(await run(program, ['mcp', ...flags], '.')).toMatchObject({
    exit: 2,
    stdout: '',
    stderr: expect.stringContaining(message),
  })
})

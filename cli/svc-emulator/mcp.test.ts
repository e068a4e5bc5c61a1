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

it('takes null for parameters and arguments that are left out', async () => {
  const messages = [
    { id: 1, method: 'tools/list', params: null },
    { id: 2, method: 'tools/call', params: { name: 'arrange', arguments: null } },
  ].map((each) => `${JSON.stringify({ jsonrpc: '2.0', ...each })}\n`)
  const { stdout, stderr } = await run(svcEmulator, ['mcp'], '.', { stdin: messages.join('') })
  const answers = stdout
    .split('\n')
    .filter(Boolean)
    .map((text) => JSON.parse(text))
  expect(stderr).toBe('')
  expect(answers.find(({ id }) => id === 1).result.tools.length).toBeGreaterThan(3)
  expect(answers.find(({ id }) => id === 2).result.content[0].text).toContain('api_url')
})

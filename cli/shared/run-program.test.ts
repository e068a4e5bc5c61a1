import { expect, it } from 'vitest'
import { newHome, run } from '../../tests/helpers/cli/in-process.ts'
import { ClientError, Interrupted } from './client-error.ts'
import { command, type Program } from './command.ts'
import { VERSION } from '../../emulator/contract/version.ts'

function programThat(work: () => void): Program {
  const go = command({
    path: ['go'],
    about: 'Goes.',
    flags: { speed: { about: 'How fast', value: 'kmh' } },
    examples: [['tool go --speed 3', 'Slowly']],
    notes: 'Mind the gap.',
    async run() {
      work()
      return { lines: ['gone'], payload: { gone: true } }
    },
  })
  return { name: 'tool', about: 'A tool.', json: true, commands: [go] }
}
const failing = (error: unknown) =>
  programThat(() => {
    throw error
  })

it('answers in lines or in JSON, with exit code 0', async () => {
  const tool = programThat(() => {})
  expect(await run(tool, ['go'], newHome())).toMatchObject({ exit: 0, stdout: 'gone\n', stderr: '' })
  expect(await run(tool, ['go', '--json'], newHome())).toMatchObject({
    exit: 0,
    stdout: '{"gone":true,"schema_version":1}\n',
  })
})

it('reports a failure by code on stderr with exit code 1, or as JSON on stdout', async () => {
  const tool = failing(new ClientError('PROFILE_NOT_FOUND', 'no profile'))
  expect(await run(tool, ['go'], newHome())).toMatchObject({
    exit: 1,
    stdout: '',
    stderr: 'error: PROFILE_NOT_FOUND: no profile\n',
  })
  expect(await run(tool, ['go', '--json'], newHome())).toMatchObject({
    exit: 1,
    stdout: '{"error":{"code":"PROFILE_NOT_FOUND","message":"no profile"},"schema_version":1}\n',
    stderr: '',
  })
})

it('points to the help of the command on a usage error, with exit code 2', async () => {
  const ended = await run(
    programThat(() => {}),
    ['go', '--sped', '3'],
    newHome(),
  )
  expect(ended).toMatchObject({ exit: 2, stdout: '' })
  expect(ended.stderr).toBe(
    "error: USAGE_ERROR: Unknown flag --sped, did you mean --speed?\nRun 'npx tool go --help' for the flags and examples.\n",
  )
})

it('points to the help of the command that a line without a word stands for', async () => {
  const program = { ...programThat(() => {}), fallback: 'go' }
  const ended = await run(program, ['--sped', '3'], newHome())
  expect(ended.stderr).toContain("Run 'npx tool go --help' for the flags and examples.\n")
})

it('tells of an unexpected failure only its kind', async () => {
  const ended = await run(failing(new TypeError('quoting svc-key-1')), ['go'], newHome())
  expect(ended).toMatchObject({ exit: 1, stdout: '' })
  expect(ended.stderr).toContain('UNEXPECTED')
  expect(ended.stderr).toContain('TypeError')
  expect(ended.stderr).not.toMatch(/svc-key|\bat\b/)
})

it('says nothing after Ctrl-C', async () => {
  expect(await run(failing(new Interrupted()), ['go'], newHome())).toMatchObject({ exit: 130, stdout: '', stderr: '' })
})

it('helps with flags, examples and notes on stdout', async () => {
  const { exit, stdout, stderr } = await run(
    programThat(() => {}),
    ['go', '--help'],
    newHome(),
  )
  expect({ exit, stderr }).toEqual({ exit: 0, stderr: '' })
  for (const part of [
    'tool go [flags]',
    'Goes.',
    '--speed',
    'How fast',
    '--json',
    'tool go --speed 3',
    'Slowly',
    'Mind the gap.',
  ])
    expect(stdout).toContain(part)
  const all = await run(
    programThat(() => {}),
    ['--help'],
    newHome(),
  )
  expect(all.stdout).toContain('tool go')
  expect(
    await run(
      programThat(() => {}),
      ['help', 'goo'],
      newHome(),
    ),
  ).toMatchObject({ exit: 2, stderr: expect.stringContaining("did you mean 'go'?") })
})

it('prints the version of the package', async () => {
  expect(
    await run(
      programThat(() => {}),
      ['--version'],
      newHome(),
    ),
  ).toMatchObject({ exit: 0, stdout: `${VERSION}\n` })
})

import { expect, it } from 'vitest'
import { newHome, run } from '../../tests/helpers/cli/in-process.ts'
import { svcEmulator } from './program.ts'

it.each(['bash', 'zsh', 'fish'])('prints a script for %s that names itself and the other binaries', async (shell) => {
  const { exit, stdout, stderr } = await run(svcEmulator, ['completion', shell], newHome())
  expect({ exit, stderr }).toEqual({ exit: 0, stderr: '' })
  expect(stdout).toMatch(/svc-emulator[\s\S]*completion[\s\S]*profile[\s\S]*svc-worker/)
})

it.each([
  [
    ['completion', 'fishh'],
    "svc-emulator: completion takes 'bash', 'zsh' or 'fish'; it was 'fishh', did you mean 'fish'?",
  ],
  [['completion'], 'svc-emulator: <bash|zsh|fish> is missing: svc-emulator completion <bash|zsh|fish>'],
])('%j is a usage error', async (argv, message) => {
  const { exit, stderr } = await run(svcEmulator, argv, newHome())
  expect(exit).toBe(2)
  expect(stderr).toContain(message)
})

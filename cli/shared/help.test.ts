import { expect, it } from 'vitest'
import { newHome, run } from '../../tests/helpers/cli/in-process.ts'
import { svcEmulator } from '../svc-emulator/program.ts'

const help = async (line: string, env: Record<string, string> = {}) =>
  (await run(svcEmulator, line.split(' '), newHome(), { env })).stdout
const widest = (text: string) => Math.max(...text.split('\n').map((line) => line.length))

it('is as wide as the terminal, within what can be read', async () => {
  const at = async (columns: string) => widest(await help('replay --help', { COLUMNS: columns }))
  expect(await at('60')).toBeLessThanOrEqual(60)
  expect(await at('110')).toBeGreaterThan(100)
  expect(await at('400')).toBeLessThanOrEqual(120)
  expect(widest(await help('start --help'))).toBeLessThanOrEqual(100)
})

it('lists the values of a flag that takes one of a few, and the short forms', async () => {
  const text = await help('start --help')
  expect(text).toContain('[choices: "virtual", "real"]')
  expect(text).toMatch(/--port .*\[string\]/)
  expect(text).toMatch(/-v, --version/)
})

it('-v is the version', async () => {
  expect(await help('-v')).toBe(await help('--version'))
})

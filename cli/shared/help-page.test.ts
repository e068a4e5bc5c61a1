import { expect, it } from 'vitest'
import { newHome, run } from '../../tests/helpers/cli/in-process.ts'
import { svc } from '../svc/program.ts'
import { svcEmulator } from '../svc-emulator/program.ts'
import { svcWorker } from '../svc-worker/program.ts'

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
  expect(text).toMatch(/--clock <virtual\|real\|60x>\s+World time/)
  expect(text).toMatch(/--port <number> +Port to listen on.*\(default 4010\)/)
  expect(text).toMatch(/-v, --version/)
})

it('names what follows a command, and the commands of a group', async () => {
  expect(await help('explore --help')).toContain('svc-emulator explore [scenario] [flags] -- <command>')
  const group = (await run(svc, ['profile', '--help'], newHome())).stdout
  expect(group).toMatch(/^svc profile <command> \[flags\]\n[^]*svc profile ls +List[^]*svc profile use +Make/)
})

it('comes before what is wrong with the line', async () => {
  for (const line of ['start --help --prot', 'start --help --port', '-vh start', 'explore --help --clock x'])
    expect(await help(line)).toMatch(/^svc-emulator (?:start|explore) /)
})

it('fits into 80 columns', async () => {
  for (const program of [svcEmulator, svc, svcWorker]) {
    for (const { path } of program.commands) {
      const { stdout } = await run(program, [...path, '--help'], newHome(), { env: { COLUMNS: '80' } })
      expect(widest(stdout)).toBeLessThanOrEqual(80)
    }
  }
})

it('lists each command once on the first page, on a line of its own, by what one wants to do', async () => {
  const text = await help('--help', { COLUMNS: '80' })
  const groups = Object.values(svcEmulator.groups!)
  expect(groups.flatMap((each) => Object.keys(each)).toSorted()).toEqual(
    svcEmulator.commands.map(({ path }) => path.join(' ')).toSorted(),
  )
  for (const [name, brief] of groups.flatMap((each) => Object.entries(each)))
    expect(text).toMatch(new RegExp(`^  ${name} +${brief.replaceAll('.', '\\.')}$`, 'm'))
  expect(text.match(/^[A-Z]\w+:$/gm)).toEqual(['Run:', 'Test:', 'Ask:', 'Look:', 'Write:', 'Examples:'])
})

it('gives each example a line of its own, and what it does the next', async () => {
  expect(await help('start --help')).toContain(
    '\n  npx svc-emulator start --state ./state.json\n      A world that is kept between runs\n',
  )
})

it('writes each default in one form', async () => {
  for (const program of [svcEmulator, svc, svcWorker])
    for (const { path } of program.commands) {
      const { stdout } = await run(program, [...path, '--help'], newHome())
      expect(stdout).not.toMatch(/default:|\[default/)
    }
})

it('-v is the version', async () => {
  expect(await help('-v')).toBe(await help('--version'))
})

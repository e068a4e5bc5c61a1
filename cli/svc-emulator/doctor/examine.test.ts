import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { CONTRACT_VERSION, VERSION } from '../../../emulator/contract/version.ts'
import { newHome, run } from '../../../tests/helpers/cli/in-process.ts'
import { svcEmulator } from '../program.ts'
import { examine, formatExamination } from './examine.ts'

function projectWith(packages: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'svc-doctor-'))
  for (const [name, version] of Object.entries(packages)) {
    mkdirSync(join(folder, 'node_modules', name), { recursive: true })
    writeFileSync(join(folder, 'node_modules', name, 'package.json'), JSON.stringify({ name, version }))
  }
  return folder
}

it('tells what the project has installed, and names what is not supported', () => {
  const folder = projectWith({ msw: '1.3.0', vitest: '4.1.0' })
  const { packages, problems } = examine({ env: {}, folder })
  expect(packages).toContainEqual({ name: 'msw', version: '1.3.0', supported: '^2.6.0 || ^3.0.0' })
  expect(packages).toContainEqual(expect.objectContaining({ name: 'mock-socket', version: null }))
  expect(problems).toEqual(['msw 1.3.0 is not supported; expected ^2.6.0 || ^3.0.0'])
})

it('takes a prerelease of a supported version', () => {
  expect(examine({ env: {}, folder: projectWith({ msw: '2.16.0-beta.1' }) }).problems).toEqual([])
})

it('names a Node that is too old', () => {
  const { problems } = examine({ env: {}, folder: projectWith({}), nodeVersion: '18.20.0' })
  expect(problems).toEqual(['node 18.20.0 is not supported; expected ^20.19.0 || >=22.12.0'])
})

it('shows no value of a variable and no folder', () => {
  const folder = projectWith({})
  const env = { SVC_API_KEY: 'k-1', SVC_EMULATOR_CONTROL_TOKEN: 't-1', HOME: '/home/ada' }
  const told = formatExamination(examine({ env, folder })).join('\n')
  expect(told).toContain('variables         SVC_API_KEY, SVC_EMULATOR_CONTROL_TOKEN')
  for (const secret of ['k-1', 't-1', '/home/ada', folder]) expect(told).not.toContain(secret)
})

it('is a command', async () => {
  const { exit, stdout } = await run(svcEmulator, ['doctor', '--json'], newHome())
  expect(exit).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({
    release: { version: VERSION },
    contract: { version: CONTRACT_VERSION },
    node: { version: process.versions.node },
    problems: [],
  })
})

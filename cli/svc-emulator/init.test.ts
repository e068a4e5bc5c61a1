import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { newHome, run } from '../../tests/helpers/cli/in-process.ts'
import { svcEmulator } from './program.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'svc-init-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

it('says how to install vitest where the project has none', async () => {
  const { stdout } = await run(svcEmulator, ['init', folder], newHome())
  expect(stdout.split('\n').slice(-3)).toEqual([
    'npm install --save-dev vitest',
    `npx vitest run ${folder}/first-scenario.test.ts`,
    '',
  ])
})

it('says only how to run the test where vitest is installed', async () => {
  mkdirSync(join(folder, 'node_modules/vitest'), { recursive: true })
  writeFileSync(join(folder, 'node_modules/vitest/package.json'), '{ "version": "4.1.0" }')
  const { stdout } = await run(svcEmulator, ['init', folder], newHome())
  expect(stdout).not.toContain('npm install')
})

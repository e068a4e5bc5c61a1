import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { hasProgram } from '../../tests/docs/languages.ts'
import { writeWheel } from './wheel.mjs'

const folder = mkdtempSync(join(tmpdir(), 'svc-wheel-'))
afterAll(() => rmSync(folder, { recursive: true }))

const source = 'emulator/adapters/testing/pytest'

it('writes the same bytes each time', async () => {
  await writeWheel(source, join(folder, 'one'))
  await writeWheel(source, join(folder, 'two'))
  const [name = ''] = readdirSync(join(folder, 'one'))
  expect(name).toMatch(/^pytest_svc_emulator-\d+\.\d+\.\d+\w*-py3-none-any\.whl$/)
  expect(readFileSync(join(folder, 'one', name)).equals(readFileSync(join(folder, 'two', name)))).toBe(true)
})

it.skipIf(!hasProgram('python3'))('is installed by pip, without an index', async () => {
  await writeWheel(source, join(folder, 'three'))
  const [name = ''] = readdirSync(join(folder, 'three'))
  const wheel = join(folder, 'three', name)
  const site = join(folder, 'site')
  const words = ['-m', 'pip', 'install', '--quiet', '--no-index', '--no-deps', '--target', site, wheel]
  execFileSync('python3', words, { stdio: ['ignore', 'ignore', 'pipe'] })
  const asked = `from importlib.metadata import distribution as d; w = d("pytest-svc-emulator"); print(w.entry_points[0].value, w.requires)`
  const said = execFileSync('python3', ['-c', asked], { encoding: 'utf8', env: { ...process.env, PYTHONPATH: site } })
  expect(said).toBe(`pytest_svc_emulator.plugin ['pytest>=7.2']\n`)
})

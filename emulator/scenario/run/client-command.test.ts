import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { clientWords, wordsForScenario } from './client-command.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'svc-client-'))
  mkdirSync(join(folder, 'build'))
  writeFileSync(join(folder, 'build', 'my svc.js'), '')
  writeFileSync(join(folder, 'svc.py'), '')
})
afterAll(() => rmSync(folder, { recursive: true }))

it('names the files of a folder by their full paths', () => {
  expect(clientWords('./build/svc whoami', folder)).toEqual([join(folder, 'build/svc'), 'whoami'])
  expect(clientWords(`node --no-warnings 'build/my svc.js' --`, folder)).toEqual([
    'node',
    '--no-warnings',
    join(folder, 'build/my svc.js'),
    '--',
  ])
  expect(clientWords('python3 svc.py', folder)).toEqual(['python3', join(folder, 'svc.py')])
})

it('leaves what is no file of the folder', () => {
  expect(clientWords('svc.py build none.py -m a/b', folder)).toEqual(['svc.py', 'build', 'none.py', '-m', 'a/b'])
  expect(clientWords('/opt/svc', folder)).toEqual(['/opt/svc'])
  expect(clientWords('  ', folder)).toEqual([])
})

it('names files from the folder of a scenario that is saved elsewhere', () => {
  const saved = join(folder, 'found', 'here')
  expect(wordsForScenario(['node', 'build/my svc.js', '--flag', 'none.py'], folder, saved)).toEqual([
    'node',
    '${scenario_folder}/../../build/my svc.js',
    '--flag',
    'none.py',
  ])
  expect(wordsForScenario(['./build/svc', join(folder, 'svc.py')], folder, folder)).toEqual([
    '${scenario_folder}/build/svc',
    join(folder, 'svc.py'),
  ])
})

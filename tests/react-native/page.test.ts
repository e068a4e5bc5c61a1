import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { parseBlocks } from '../docs/blocks.ts'
import { unpack } from '../helpers/project.ts'

const page = join(import.meta.dirname, '.page')
afterAll(() => rmSync(page, { recursive: true, force: true }))

/** Files of an app beside those of the page, as `npx @react-native-community/cli init` writes them. */
const ofEveryApp = {
  'babel.config.js': `module.exports = { presets: ['module:@react-native/babel-preset'] }\n`,
  'jest.config.js': `module.exports = { preset: 'react-native', setupFilesAfterEnv: ['./patient.js'] }\n`,
  // A busy machine takes longer than the second that the library gives.
  'patient.js': `require('@testing-library/react-native').configure({ asyncUtilTimeout: 60_000 })\njest.setTimeout(120_000)\n`,
}

it('plays what docs/frameworks.md says of React Native', () => {
  const text = readFileSync(resolve('docs/frameworks.md'), 'utf8')
  const [, section = ''] = /\n## React Native\n([^]*?)\n## /.exec(text) ?? []
  const blocks = parseBlocks(section).filter(({ language }) => language === 'js')
  expect(blocks.map(({ attributes }) => attributes['file'])).toEqual(['orgs.js', 'orgs.test.js'])

  rmSync(page, { recursive: true, force: true })
  mkdirSync(page)
  const unpacked = unpack()
  cpSync(unpacked, join(page, 'node_modules/svc-emulator'), { recursive: true })
  rmSync(dirname(unpacked), { recursive: true })
  for (const [name, content] of Object.entries(ofEveryApp)) writeFileSync(join(page, name), content)
  for (const { attributes, text } of blocks) writeFileSync(join(page, attributes['file']!), text)

  const jest = resolve(import.meta.dirname, 'node_modules/.bin/jest')
  const { status, stderr } = spawnSync(jest, ['--rootDir', page, '--no-cache'], { cwd: page, encoding: 'utf8' })
  expect(stderr).toContain('2 passed, 2 total')
  expect(status).toBe(0)
})

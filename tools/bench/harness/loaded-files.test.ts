import { mkdtempSync, realpathSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { loadedFiles } from './loaded-files.ts'

it('sees what is imported, by a name that is no literal too, and what that requires', async () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'loaded-files-')))
  const files = {
    'program.mjs': `import './by-statement.mjs'`,
    'by-statement.mjs': `const name = ['./by', 'name.cjs'].join('-')\nawait import(name)`,
    'by-name.cjs': `require('./required.cjs')`,
    'required.cjs': 'module.exports = 1',
    'not-loaded.mjs': '',
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  const loaded = await loadedFiles(join(folder, 'program.mjs'))
  expect(loaded.toSorted()).toEqual(
    ['by-name.cjs', 'by-statement.mjs', 'required.cjs'].map((name) => join(folder, name)),
  )
})

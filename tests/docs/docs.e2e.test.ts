import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { groupBlocks, parseBlocks } from './blocks.ts'
import { installPython, NotHere } from './languages.ts'
import { Page, SHOWN_OTHERS } from './page.ts'
import { Project, unpack } from '../helpers/project.ts'
import { freePort } from '../helpers/free-port.ts'

const root = resolve(import.meta.dirname, '../..')
const pages = [
  'README.md',
  ...readdirSync(join(root, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
  'llms.txt',
]

let unpacked: string
beforeAll(() => {
  unpacked = unpack()
})
afterAll(() => rmSync(dirname(unpacked), { recursive: true, force: true }))

for (const file of pages) {
  const text = readFileSync(join(root, file), 'utf8')

  describe(file, () => {
    let project: Project
    let page: Page
    beforeAll(async () => {
      project = new Project(unpacked)
      for (const name of ['npm', 'docker'])
        project.standIn(name, `exec '${process.execPath}' '${join(root, 'tests/docs', `${name}.mjs`)}' "$@"`)
      // It takes half a second to find what is installed here anyway.
      project.standIn('npx', 'name=$1; shift; exec "node_modules/.bin/$name" "$@"')
      installPython((name, lines) => project.standIn(name, lines))
      page = new Page(project, await Promise.all(SHOWN_OTHERS.map(freePort)))
    })
    afterAll(() => project.remove())

    for (const [block, ...others] of groupBlocks(parseBlocks(text))) {
      const lines = [block!, ...others].map(({ line }) => line).join(', ')
      it(`${file}:${lines} ${block!.language}`, async ({ skip }) => {
        await page.play(block!, ...others).catch((error: unknown) => {
          if (error instanceof NotHere) skip(error.message)
          throw error
        })
      })
    }

    it('links to what is there', () => {
      const links = [...text.matchAll(/\]\((?!https?:)([^)#\s]+)(#[^)\s]*)?\)/g)].map(([, path = '']) => path)
      expect(links.filter((path) => !exists(resolve(root, dirname(file), path)))).toEqual([])
    })
  })
}

function exists(path: string): boolean {
  return readdirSync(dirname(path)).includes(path.split('/').at(-1) ?? '')
}

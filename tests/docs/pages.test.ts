import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const pages = ['.', 'docs', 'docs/decisions', 'tools/bench'].flatMap((folder) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name)),
)

describe.each(pages)('%s', (page) => {
  const text = readFileSync(join(root, page), 'utf8')

  it('was merged completely', () => {
    expect(text.match(/^(<{7}|={7}|>{7})( .*)?$/gm)).toBeNull()
  })

  it('links to files that exist', () => {
    const targets = [...text.matchAll(/\]\((?![a-z]+:)([^)#\s]+)(?:#[^)\s]*)?\)/g)].map(([, path = '']) => path)
    expect(targets.filter((path) => !existsSync(join(root, dirname(page), path)))).toEqual([])
  })
})

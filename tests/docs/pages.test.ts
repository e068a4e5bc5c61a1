import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { svcEmulator } from '../../cli/svc-emulator/program.ts'

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

describe.each(['README.md', 'llms.txt'])('%s', (overview) => {
  const text = readFileSync(join(root, overview), 'utf8')

  it('names every page of docs that is for users', () => {
    const written = readdirSync(join(root, 'docs')).filter((name) => name.endsWith('.md') && name !== 'change-it.md')
    expect(written.filter((name) => !text.includes(`docs/${name}`))).toEqual([])
  })
})

it('names every command to agents', () => {
  const text = readFileSync(join(root, 'llms.txt'), 'utf8')
  const named = /- Commands: `svc-emulator ([^`]+)`/.exec(text)?.[1]?.split(' | ')
  expect(named?.toSorted()).toEqual(svcEmulator.commands.map(({ path }) => path.join(' ')).toSorted())
})

describe('docs/change-it.md', () => {
  const recipes = readFileSync(join(root, 'docs/change-it.md'), 'utf8').split('\n## ').slice(1)

  it('names files that exist; <name> stands for any', () => {
    const files = readdirSync(root).flatMap((folder) =>
      ['cli', 'docs', 'emulator', 'scenarios', 'tests'].includes(folder)
        ? readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path))
        : [],
    )
    const named = [...recipes.join('\n').matchAll(/`((?:cli|docs|emulator|scenarios|tests)\/[^`]+)`/g)]
    expect(named.length).toBeGreaterThan(20)
    const missing = named
      .map(([, path = '']) => path.replace(/\/$/, ''))
      .filter((path) => {
        const pattern = path.split(/<[^>]*>|\*/).map((text) => text.replace(/[.()]/g, '\\$&'))
        const matches = new RegExp(`^${pattern.join('[^/]+')}$`)
        return !files.some((file) => matches.test(file))
      })
    expect(missing).toEqual([])
  })

  it.each(recipes.slice(0, -1).map((text) => [text.split('\n')[0]!, text]))(
    '%s ends with what is to be done then',
    (_, text) => {
      expect(text.trim().split('\n\n').at(-1)).toMatch(/^Then: a changeset \(`npx changeset`\).*`npm run write` \(/s)
    },
  )
})

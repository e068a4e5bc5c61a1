import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseBlocks } from './blocks.ts'
import { MAX_YAML_BYTES } from '../../emulator/engine/checking/yaml-document.ts'
import { MAX_PATTERN } from '../../emulator/engine/matching/matcher-problems.ts'
import { defaultBounds } from '../../emulator/engine/world/bounds.ts'
import { limitDefaults } from '../../emulator/engine/world/settings.ts'
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
    // The build writes the playground: tests/docs/docs.e2e.test.ts looks for it.
    const kept = targets.filter((path) => !path.endsWith('dist/play.html'))
    expect(kept.filter((path) => !existsSync(join(root, dirname(page), path)))).toEqual([])
  })
})

it.each(['README.md', 'docs/start-here.md', 'docs/mock-in-tests.md'])('%s installs what its code imports', (page) => {
  const text = readFileSync(join(root, page), 'utf8')
  const code = parseBlocks(text).filter(({ language }) => /^[jt]sx?$/.test(language))
  const imported = code.flatMap(({ text: lines }) => [...lines.matchAll(/from '((?:@[^/']+\/)?[^./'][^/']*)/g)])
  const packages = imported.map(([, name = '']) => name).filter((name) => !name.startsWith('node:'))
  const installed = [...text.matchAll(/^npm install (.*)$/gm)].flatMap(([, names = '']) => names.split(' '))
  expect(packages.length).toBeGreaterThan(0)
  expect(packages.filter((name) => name !== 'svc-emulator' && !installed.includes(name))).toEqual([])
})

it('shows the code of examples/frameworks, which is run there', () => {
  const page = readFileSync(join(root, 'docs/frameworks.md'), 'utf8')
  // React Native has packages of its own, in tests/react-native/page.test.ts; tools have tests in the page.
  const apart = /\n## (?:React Native|Next\.js|Storybook|Cypress|@msw\/playwright [^\n]*)\n[^]*?(?=\n## )/g
  const all = parseBlocks(page.replaceAll(apart, ''))
  const blocks = all.filter(({ attributes }) => attributes['file'] !== undefined)
  const shown = Object.fromEntries(blocks.map(({ attributes, text }) => [attributes['file'], text]))
  const folder = join(root, 'examples/frameworks')
  const code = readdirSync(folder).filter((name) => /\.jsx?$/.test(name))
  expect(shown).toEqual(Object.fromEntries(code.map((name) => [name, readFileSync(join(folder, name), 'utf8')])))
})

it('promises no address that is still a placeholder', () => {
  const { files } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { files: string[] }
  const read = [
    'README.md',
    'CHANGELOG.md',
    'SECURITY.md',
    'Dockerfile',
    'action.yml',
    'package.json',
    '.github/ISSUE_TEMPLATE',
  ]
  const texts = [
    ...read,
    'docs',
    'deploy',
    'examples',
    'emulator/adapters/testing/pytest',
    ...files.filter((path) => !/[!*]|^dist$/.test(path)),
  ]
    .flatMap(listTexts)
    .filter((path) => /PLACEHOLDER|\w\.invalid(?![\w-])/i.test(withoutIds(readFileSync(path, 'utf8'))))
  expect(texts).toEqual([])
})

/** Every text at a path, or below it. */
function listTexts(path: string): string[] {
  const at = join(root, path)
  if (!statSync(at).isDirectory()) return [at]
  return readdirSync(at, { recursive: true, encoding: 'utf8' })
    .map((name) => join(at, name))
    .filter((name) => !/node_modules|\.webp$/.test(name) && statSync(name).isFile())
}

/** Ids of clauses and codes such as `errors.invalid_cursor` are no addresses. */
function withoutIds(text: string): string {
  return text.replaceAll(/`[^`\s/]+`|id="[^"]+"|\{\{?\w*\}\}?|placeholders?\b/g, '')
}

it.each(['README.md', ...readdirSync(join(root, 'docs')).map((name) => `docs/${name}`)].filter(saysSpecification))(
  '%s links to the specification that it speaks of',
  (page) => {
    expect(readFileSync(join(root, page), 'utf8')).toMatch(/\]\((?:docs\/)?specification\.md[)#]/)
  },
)

/** True for a page that speaks of the specification outside of its blocks. */
function saysSpecification(page: string): boolean {
  if (!page.endsWith('.md') || page === 'docs/specification.md') return false
  const prose = readFileSync(join(root, page), 'utf8').replaceAll(/^```[\s\S]*?^```/gm, '')
  return /\bthe specification\b/i.test(prose)
}

describe('README.md', () => {
  const text = readFileSync(join(root, 'README.md'), 'utf8')
  const links = (part: string): string[] => [...part.matchAll(/\]\((docs\/[^)#]+)/g)].map(([, page = '']) => page)

  it('starts the server and shows a test within its first screen', () => {
    const top = text.split('\n').slice(0, 30).join('\n')
    expect(top).toContain('npm ci && npx svc-emulator')
    expect(top).toContain("import { expect, test } from 'svc-emulator/vitest'")
    expect(text.indexOf('![')).toBeGreaterThan(text.indexOf('```ts'))
  })

  it('gives each role its four pages', () => {
    const roles = text
      .split('\n## Who are you?\n')[1]!
      .split('\n## ')[0]!
      .split('\n')
      .filter((line) => /^\| (?!you \||---)/.test(line))
    expect(roles.map((line) => new Set(links(line)).size)).toEqual(roles.map(() => 4))
    expect(roles.length).toBeGreaterThanOrEqual(6)
  })
})

it.each(['README.md', 'docs/start-here.md'])('%s has lines of shell that PowerShell reads alike', (page) => {
  const lines = parseBlocks(readFileSync(join(root, page), 'utf8')).filter(({ language }) => language === 'sh')
  expect(lines.length).toBeGreaterThan(1)
  // Variables, here-documents, single quotes, continued lines, `||` after a program of another shell.
  expect(lines.filter(({ text }) => /\$|<<|'|\\$|\|\||^\w+=|^export /m.test(text))).toEqual([])
})

describe.each(['docs/pages.md', 'llms.txt'])('%s', (overview) => {
  const text = readFileSync(join(root, overview), 'utf8')

  it('names every page of docs that is for users', () => {
    const written = readdirSync(join(root, 'docs')).filter(
      (name) => name.endsWith('.md') && !['change-it.md', 'pages.md'].includes(name),
    )
    expect(written.filter((name) => !text.includes(`${overview === 'llms.txt' ? 'docs/' : ''}${name}`))).toEqual([])
  })
})

it.each([
  ['llms.txt', /at most ([\d,]+) pieces of due work/, limitDefaults.due_work],
  ['llms.txt', /expressions of at most ([\d,]+) characters/, MAX_PATTERN],
  ['llms.txt', /YAML files of at most ([\d,]+) MiB/, MAX_YAML_BYTES / 1024 / 1024],
  ['docs/worlds.md', /at most ([\d,]+) pieces of due work/, limitDefaults.due_work],
  ['docs/worlds.md', /A YAML file may have ([\d,]+) MiB/, MAX_YAML_BYTES / 1024 / 1024],
  ['docs/worlds.md', /\| records of one scenario [^|]*\| ([\d,]+) \|/, defaultBounds.records],
])('%s says in %s what holds', (page, sentence, figure) => {
  const [, said] = sentence.exec(readFileSync(join(root, page), 'utf8')) ?? []
  expect(said).toBe(figure.toLocaleString('en'))
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

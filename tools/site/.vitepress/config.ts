import { readdirSync } from 'node:fs'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { slug } from 'github-slugger'
import { defineConfig, type MarkdownEnv, type MarkdownRenderer } from 'vitepress'
import facts from '../../release.json' with { type: 'json' }
import { siteLink } from '../links.ts'
import { decisions, groups, pages, type Group, placeInSite, root, shortTitle } from '../pages.ts'

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

const base = new URL(facts.homepage).pathname.replace(/\/*$/, '/')

const icon = `data:image/svg+xml,${encodeURIComponent(
  `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'><circle cx='8' cy='8' r='6' fill='none' stroke='#2563c9' stroke-width='3'/></svg>`,
)}`

/** Written by `npm run write`: there is nothing to edit. */
const written = ['commands', 'options', 'files', 'tables-and-errors', 'control-api', 'api', 'specification'].map(
  (name) => `docs/${name}.md`,
)

/** Pages outside of this folder do not find its packages: where they are rendered for the first time, Vue is left to the generator. */
const vueOfTheSite = {
  name: 'vue-of-the-site',
  enforce: 'pre' as const,
  resolveId: (id: string, _importer: unknown, { ssr }: { ssr?: boolean }) =>
    ssr === true && /^vue($|\/)/.test(id) ? { id, external: true } : undefined,
}

export default defineConfig({
  title: 'svc-emulator',
  description: 'The reference emulator of the svc REST and realtime API: deterministic, in memory, offline.',
  lang: 'en',
  base,
  head: [['link', { rel: 'icon', href: icon }]],
  srcDir: root,
  outDir: here('../dist'),
  cacheDir: here('../node_modules/.vitepress'),
  // The links of a page are those of the repository: siteLink reads them.
  rewrites: Object.fromEntries(pages.map((page) => [page, placeInSite(page)])),
  srcExclude: readdirSync(root)
    .filter((name) => name !== 'docs' && !pages.includes(name))
    .flatMap((name) => [name, `${name}/**`]),
  markdown: {
    // Comments of other themes are too pale to be read by everyone.
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    // Links to headings work on GitHub: they have its ids.
    anchor: { slugify: slug },
    // The braces of `DELETE /members/{id}` are no attributes, on GitHub neither.
    attrs: { disable: true },
    config: (md) => {
      resolveLinks(md)
      nameFiles(md)
      showPlayground(md)
    },
  },
  transformPageData: ({ filePath, relativePath }) => ({
    frontmatter: {
      editLink: !written.includes(filePath),
      ...(relativePath === 'index.md' ? { aside: false, pageClass: 'first-page' } : {}),
    },
  }),
  themeConfig: {
    nav: [
      { text: 'Start here', link: '/start-here' },
      { text: 'API', link: '/api' },
      { text: 'Commands', link: '/commands' },
      { text: 'Playground', link: '/play.html', target: '_blank' },
    ],
    sidebar: {
      '/': groups.map(sidebarGroup),
      '/decisions/': [...groups.slice(-1), decisions].map(sidebarGroup),
    },
    outline: [2, 4],
    search: { provider: 'local' },
    editLink: { pattern: `${facts.repository}/edit/main/:path` },
    externalLinkIcon: true,
    notFound: {
      title: 'There is no such page',
      quote: 'It may have another name in this version. Look for it by a word, above, or begin with the overview.',
      linkText: 'Overview',
      linkLabel: 'Overview',
    },
  },
  vite: { publicDir: here('../public'), plugins: [vueOfTheSite] },
})

function sidebarGroup({ title, pages: members }: Group) {
  return {
    text: title,
    items: members.map((page) => ({
      text: shortTitle(page),
      link: `/${placeInSite(page)
        .replace(/(^|\/)index\.md$/, '$1')
        .replace(/\.md$/, '')}`,
    })),
  }
}

function resolveLinks(md: MarkdownRenderer): void {
  md.core.ruler.push('links-of-the-repository', ({ tokens, env }: { tokens: Tokens; env: MarkdownEnv }) => {
    const page = sourcePath(env)
    for (const token of tokens.flatMap(({ children }) => children ?? [])) {
      const link = token.type === 'link_open' ? token.attrGet('href') : null
      if (link === null) continue
      const target = siteLink(page, link, facts)
      if (target.startsWith('/play.html')) {
        // No page of the generator, which neither completes nor follows a link that has a target.
        token.attrSet('href', base + target.slice(1))
        token.attrSet('target', '_blank')
      } else token.attrSet('href', target)
    }
  })
}

/** Shows above a block which file it is. What tests are told of a block (`sh exit=1`) would choose lines for the generator. */
function nameFiles(md: MarkdownRenderer): void {
  md.core.ruler.push('names-of-files', (state) => {
    state.tokens = state.tokens.flatMap((token) => {
      if (token.type !== 'fence') return token
      const file = /\bfile=(\S+)/.exec(token.info)?.[1]
      token.info = token.info.split(' ', 1)[0] ?? ''
      if (file === undefined) return token
      const name = new state.Token('html_block', '', 0)
      name.content = `<p class="file-name">${md.utils.escapeHtml(file)}</p>\n`
      return [name, token]
    })
  })
}

/** Shows the playground on the first page, before its first section. */
function showPlayground(md: MarkdownRenderer): void {
  md.core.ruler.push('playground', ({ tokens, env, Token }) => {
    if (sourcePath(env as MarkdownEnv) !== 'README.md') return
    const playground = new Token('html_block', '', 0)
    playground.content = '<Playground />\n'
    tokens.splice(
      tokens.findIndex(({ type, tag }) => type === 'heading_open' && tag === 'h2'),
      0,
      playground,
    )
  })
}

/** Path of a page in the repository; the search index reads pages without `realPath`. */
function sourcePath({ realPath, path }: MarkdownEnv): string {
  return relative(root, realPath ?? path)
}

type Tokens = ReturnType<MarkdownRenderer['parse']>

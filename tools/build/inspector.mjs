import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { build } from 'esbuild'

const root = fileURLToPath(new URL('../../inspector', import.meta.url))

const compressed = promisify(gzip)
let pages

/**
 * The inspector as HTML files that need nothing: script and style stand in the file, and its policy allows these two alone.
 * `inspector` is what a server serves and a panel shows, compressed. `play` is the playground: the inspector with the emulator and the starter
 * world in it, which a bundle replaces to show a run; uncompressed, because people open it. Licences of what is bundled are told by the paths of `modules`.
 */
export function builtInspector() {
  return (pages ??= buildPages())
}

async function buildPages() {
  const [inspector, play] = await Promise.all([built('index.html'), built('record.html')])
  return {
    inspector: await compressed(inspector.html, { level: 9 }),
    play: play.html,
    modules: [...new Set([...inspector.modules, ...play.modules])],
  }
}

/** The module of the panel that holds the inspector, as emulator/adapters/panel/inspector-page.d.ts declares it. */
export const inspectorPage = {
  name: 'inspector-page',
  setup(pass) {
    pass.onResolve({ filter: /^\.\/inspector-page\.js$/ }, () => ({ path: 'inspector-page', namespace: 'built' }))
    pass.onLoad({ filter: /.*/, namespace: 'built' }, async () => {
      const { inspector } = await builtInspector()
      return { contents: `export const page = '${inspector.toString('base64')}'` }
    })
  },
}

/**
 * Leaves out of the page of a run what only a server is asked for, an eighth and a twentieth of it: the schema of scenarios, which editors
 * read, and the reader of YAML, because the page sends no text of a scenario.
 */
const withoutServersParts = {
  name: 'without-servers-parts',
  setup(pass) {
    pass.onLoad({ filter: /[\\/](?:control[\\/]scenario-schema|checking[\\/]yaml-document)\.ts$/ }, ({ path }) => ({
      contents: `throw new Error('${basename(path)} is not in this page')`,
    }))
  },
}

async function built(page) {
  const template = await readFile(join(root, page), 'utf8')
  const [, source] = /<script type="module" src="([^"]+)">/.exec(template)
  const { outputFiles, metafile } = await build({
    // Whatever NODE_ENV is: for development, each element names its file by the path that it has on this machine.
    entryPoints: [join(root, source)],
    bundle: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    minify: true,
    jsx: 'automatic',
    jsxImportSource: 'preact',
    jsxDev: false,
    legalComments: 'none',
    outdir: root,
    write: false,
    metafile: true,
    logLevel: 'warning',
    plugins: [withoutServersParts],
  })
  const part = (ending) => outputFiles.find(({ path }) => path.endsWith(ending)).text
  return {
    html: filled(template, inlined(part('.js'), 'script'), inlined(part('.css'), 'style')),
    modules: Object.values(metafile.outputs).flatMap(({ inputs }) => Object.keys(inputs)),
  }
}

/** A slot for a bundle stays as it is: what fills it changes neither script nor policy. */
function filled(template, script, style) {
  const bare = template
    .replaceAll(/<script type="module"[^>]*><\/script>\s*/g, '')
    .replaceAll(/<link rel="stylesheet"[^>]*>\s*/g, '')
  const policy = `default-src 'none'; script-src '${digest(script)}'; style-src '${digest(style)}'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'`
  // A function, because `$&` in a text that replaces has a meaning.
  return bare
    .replace(
      '</head>',
      () => `<meta http-equiv="Content-Security-Policy" content="${policy}">\n<style>${style}</style>\n</head>`,
    )
    .replace('</body>', () => `<script type="module">${script}</script>\n</body>`)
}

/** Nothing in it may end the element that it stands in. */
function inlined(text, element) {
  return text
    .trim()
    .replaceAll(new RegExp(`</(?=${element})`, 'gi'), '<\\/')
    .replaceAll('<!--', '<\\!--')
}

function digest(text) {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}

// By itself, for work on the page: `node tools/build/inspector.mjs`.
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { inspector, play } = await builtInspector()
  await writeFile('dist/inspector.html.gz', inspector)
  await writeFile('dist/play.html', play)
}

import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'

const root = fileURLToPath(new URL('../../inspector', import.meta.url))

/**
 * The inspector as HTML files that need nothing: script and style stand in the file, and its policy allows these two alone.
 * `inspector` is what a server serves; `record` is the page of a run, with the emulator in it. Licences of what is bundled are told by
 * the paths of `modules`.
 */
export async function builtInspector() {
  const [inspector, record] = [await built('index.html'), await built('record.html')]
  return { inspector: inspector.html, record: record.html, modules: [...new Set([...inspector.modules, ...record.modules])] }
}

async function built(page) {
  const { output } = await build({
    root,
    configFile: false,
    logLevel: 'warn',
    // Whatever NODE_ENV is: for development, each element names its file by the path that it has on this machine.
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact', development: false } },
    build: { write: false, target: 'es2022', modulePreload: false, cssCodeSplit: false, assetsInlineLimit: 0, rolldownOptions: { input: join(root, page), output: { codeSplitting: false } } },
  })
  const part = (ending) => output.find(({ fileName }) => fileName.endsWith(ending))
  const script = part('.js')
  const html = filled(String(part('.html').source), inlined(script.code, 'script'), inlined(String(part('.css').source), 'style'))
  return { html, modules: Object.keys(script.modules).map((path) => resolve(path)) }
}

/** A slot for a bundle stays as it is: what fills it changes neither script nor policy. */
function filled(template, script, style) {
  const bare = template.replaceAll(/<script type="module"[^>]*><\/script>\s*/g, '').replaceAll(/<link rel="stylesheet"[^>]*>\s*/g, '')
  const policy = `default-src 'none'; script-src '${digest(script)}'; style-src '${digest(style)}'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'`
  // A function, because `$&` in a text that replaces has a meaning.
  return bare
    .replace('</head>', () => `<meta http-equiv="Content-Security-Policy" content="${policy}">\n<style>${style}</style>\n</head>`)
    .replace('</body>', () => `<script type="module">${script}</script>\n</body>`)
}

/** Nothing in it may end the element that it stands in. */
function inlined(text, element) {
  return text.trim().replaceAll(new RegExp(`</(?=${element})`, 'gi'), '<\\/').replaceAll('<!--', '<\\!--')
}

function digest(text) {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}

// By itself, for work on the page: `node scripts/build/inspector.mjs`.
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { inspector, record } = await builtInspector()
  await writeFile('dist/inspector.html', inspector)
  await writeFile('dist/record.html.gz', gzipSync(record, { level: 9 }))
}

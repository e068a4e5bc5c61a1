/**
 * `npm run site`: makes the site of tools/site/dist from the Markdown of the repository, with the playground as a file of it, and checks its
 * links. Exit code 1 when one is dead. `--serve` shows it on this machine afterwards.
 */
import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { siteProblems } from './site/built-links.ts'
import { moved } from './site/pages.ts'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
const run = (script: string, ...words: string[]) =>
  execFileSync(process.execPath, [script, ...words], { stdio: 'inherit' })
const vitepress = 'tools/site/node_modules/vitepress/bin/vitepress.js'

run('tools/build.mjs', '--when-stale')
mkdirSync('tools/site/public', { recursive: true })
copyFileSync('dist/play.html', 'tools/site/public/play.html')
run(vitepress, 'build', 'tools/site')

const { homepage } = JSON.parse(readFileSync('tools/release.json', 'utf8')) as { homepage: string }
const base = new URL(homepage).pathname
for (const [name, now] of Object.entries(moved)) {
  const address = `${base}${now.replace(/#|$/, '.html$&')}`
  writeFileSync(
    `tools/site/dist/${name}.html`,
    `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="refresh" content="0; url=${address}">
<title>svc-emulator</title>
<p>This page is now part of <a href="${address}">another one</a>. <a href="${base}">Overview</a></p>
</html>
`,
  )
}
const problems = siteProblems('tools/site/dist', base)
for (const problem of problems) console.error(problem)
console.log(problems.length === 0 ? 'site: tools/site/dist' : `site: ${problems.length} problems`)
process.exitCode = problems.length === 0 ? 0 : 1
if (process.argv.includes('--serve')) run(vitepress, 'preview', 'tools/site')

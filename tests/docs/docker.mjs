/** Stands in for `docker` in the lines of a page: it checks what a line says against the Dockerfile, for want of an engine. */
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const dockerfile = readFileSync(join(resolve(import.meta.dirname, '../..'), 'Dockerfile'), 'utf8')
const words = process.argv.slice(2)
const after = (flag) => words[words.indexOf(flag) + 1]

if (words[0] === 'build') {
  if (words.at(-1) !== '.') fail('the build context is the folder of the repository: .')
} else if (words[0] === 'run') {
  const [, exposed] = /^EXPOSE (\d+)$/m.exec(dockerfile) ?? []
  if (words.includes('-p') && after('-p').split(':').at(-1) !== exposed) fail(`the Dockerfile exposes ${exposed}`)
} else {
  fail(`the pages may not use 'docker ${words[0]}'; see tests/docs/docker.mjs`)
}

function fail(message) {
  console.error(`docker: ${message}`)
  process.exitCode = 1
}

/**
 * Stands in for `npm` in the lines of a page, so that its test needs no network: instead of installing it checks that every package
 * that is to be installed exists here, and instead of running a script that the script exists.
 */
import { cpSync, existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../..')
const [command = '', ...rest] = process.argv.slice(2)
const names = rest.filter((word) => !word.startsWith('-'))

if (command === 'install' || command === 'i') {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const packed = `../svc-emulator-${version}.tgz`
  const own = ['svc-emulator', packed]
  const aliases = names.filter((name) => name.includes('@npm:svc-emulator@') || name.endsWith(`@${packed}`))
  const missing = names.filter(
    (name) => !own.includes(name) && !aliases.includes(name) && !existsSync(join(root, 'node_modules', name)),
  )
  if (missing.length > 0) fail(`no such package here: ${missing.join(', ')}`)
  // Every release of ours is the one that is tested.
  for (const name of aliases)
    cpSync('node_modules/svc-emulator', join('node_modules', name.split('@')[0]), { recursive: true })
} else if (command === 'test' || command === 'run') {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const name = command === 'test' ? 'test' : names[0]
  if (scripts[name] === undefined) fail(`package.json has no script ${name}`)
} else if (command !== 'ci') {
  fail(`the pages may not use 'npm ${command}'; see tests/docs/npm.mjs`)
}

function fail(message) {
  console.error(`npm: ${message}`)
  process.exitCode = 1
}

import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const { exports } = JSON.parse(readFileSync('package.json', 'utf8')) as { exports: Record<string, unknown> }
/** Entries that run where nothing is too old for them. */
const anywhere = ['./data', './panel', './package.json']
const entries = Object.keys(exports).filter((name) => !name.endsWith('.json') && !anywhere.includes(name))

/** Output of an entry in a runtime without a method of 2023, which Node 18 lacks. Newer ones need it for `http`. */
function loadOld(load: string): string {
  const code = `require('http')\ndelete Array.prototype.toSorted\n${load}.then(() => 'loaded', (error) => error.message).then(console.log)`
  return spawnSync(process.execPath, ['-e', code], { encoding: 'utf8' }).stdout.trim()
}

it.each(entries)('%s refuses an old runtime in words', (entry) => {
  const name = JSON.stringify(`svc-emulator${entry.slice(1)}`)
  const words = `svc-emulator needs Node 20 from 20.19 on, or 22.12 or newer; this is Node ${process.versions.node}`
  expect(loadOld(`import(${name})`)).toBe(words)
  if (JSON.stringify(exports[entry]).includes('"require"'))
    expect(loadOld(`Promise.resolve().then(() => require(${name}))`)).toBe(words)
})

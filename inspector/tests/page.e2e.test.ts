import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'

const page = readFileSync('dist/inspector.html', 'utf8')
const [, policy = ''] = /<meta http-equiv="Content-Security-Policy" content="([^"]*)">/.exec(page) ?? []
const digestOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

it('may run its own script and style and no other', () => {
  const [, script] = /<script type="module">([\s\S]*?)<\/script>/.exec(page)!
  const [, style] = /<style>([\s\S]*?)<\/style>/.exec(page)!
  expect(policy).toContain(`script-src ${digestOf(script!)};`)
  expect(policy).toContain(`style-src ${digestOf(style!)};`)
  expect(policy).toContain("default-src 'none'")
  expect(page.match(/<script/g)).toHaveLength(2)
})

it('needs nothing from elsewhere', () => {
  expect(page).not.toMatch(/(?:src|href)="(?:https?:)?\/\//)
  expect(page).not.toMatch(/\bimport\(/)
})

it('has a slot for the record of a run', () => {
  expect(page).toContain('<script type="application/json" id="bundle"></script>')
})

it('is at most 200 KB, compressed', () => {
  expect(gzipSync(page).length).toBeLessThanOrEqual(200_000)
})

import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { controlApi } from '../../emulator/host/control-api/control-api.ts'
import { inspectorPage, packageText } from '../../emulator/scenario/files.ts'

const cspHash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
const read = (name: string) => (name === 'inspector' ? inspectorPage() : packageText(`dist/${name}.html`))!

describe.each(['inspector', 'play'])('%s', (name) => {
  const page = read(name)

  it('may run its own script and style and no other', () => {
    const [, policy = ''] = /<meta http-equiv="Content-Security-Policy" content="([^"]*)">/.exec(page) ?? []
    const [, script] = /<script type="module">([\s\S]*?)<\/script>/.exec(page)!
    const [, style] = /<style>([\s\S]*?)<\/style>/.exec(page)!
    expect(policy).toContain(`script-src ${cspHash(script!)};`)
    expect(policy).toContain(`style-src ${cspHash(style!)};`)
    expect(policy).toContain("default-src 'none'")
    expect(page.match(/<script/g)).toHaveLength(name === 'play' ? 2 : 1)
  })

  it('names no file of the machine that built it', () => {
    expect(page).not.toContain(process.cwd())
    expect(page).not.toContain('jsxDEV')
  })

  it('needs nothing from elsewhere', () => {
    expect(page).not.toMatch(/(?:src|href)="(?:https?:)?\/\//)
    expect(page).not.toMatch(/\bimport\(["'`]/)
  })
})

it('the page of a run is the playground until a bundle replaces its world', () => {
  expect(read('play')).toContain('<script type="application/json" id="bundle">{"svc_emulator_starter":1}</script>')
})

it('the page of a run leaves out the schema of scenarios and the reader of YAML, of which only a server is asked', () => {
  expect(read('play')).not.toContain('svc-emulator scenario or fixture')
  expect(read('play')).not.toContain('BLOCK_AS_IMPLICIT_KEY')
})

it('the page of a server leaves out the rows of the control API, whose types are enough', () => {
  expect(read('inspector')).toContain('/journal/:number')
  for (const { summary } of controlApi) expect(read('inspector')).not.toContain(summary)
})

it.each([
  ['inspector', 200_000],
  ['play', 356_000],
])('%s is at most %i bytes, compressed', (name, most) => {
  expect(gzipSync(read(name)).length).toBeLessThanOrEqual(most)
})

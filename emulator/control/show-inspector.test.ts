import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { controlOf } from './testing.ts'
import { instanceOf } from '../host/instance-of.ts'

it.each(['/', ''])('answers one page at %j, with its own script and no other', async (path) => {
  const { status, headers, body } = await controlOf().get(path)
  expect(status).toBe(200)
  expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
  const [, script] = /<script>([\s\S]*)<\/script>/.exec(body)!
  const policy = headers.get('content-security-policy')!
  expect(policy).toContain(`script-src 'sha256-${createHash('sha256').update(script!).digest('base64')}';`)
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("frame-ancestors 'none'")
  expect(body).not.toMatch(/(?:src|href)="(?:https?:)?\/\//)
  // What the browser is sent is complete: no name of a module stands in it.
  expect(script).not.toMatch(/__vi_import|import\(|require\(/)
  expect(() => new Function(script!)).not.toThrow()
})

it('needs no token, because it says nothing', async () => {
  const control = controlOf()
  instanceOf(control.emulator).site.policy = { token: 't', tokenRequired: true }
  expect((await control.get('/')).status).toBe(200)
  expect((await control.get('/state')).status).toBe(401)
})

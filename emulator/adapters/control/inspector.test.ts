import { expect, it } from 'vitest'
import { instanceOf } from '../../host/instance-of.ts'
import { controlOf } from '../../../tests/helpers/control.ts'

const page = `<!doctype html><head><meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'sha256-x'"></head>`

function serving(shown: string | undefined): ReturnType<typeof controlOf> {
  const control = controlOf()
  instanceOf(control.emulator).site.inspector = () => Promise.resolve(shown)
  return control
}

it.each(['/', ''])('answers the page at %j under its own policy, in no frame', async (path) => {
  const { status, headers, body } = await serving(page).get(path)
  expect(status).toBe(200)
  expect(body).toBe(page)
  expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(headers.get('content-security-policy')).toBe(
    "default-src 'none'; script-src 'sha256-x'; frame-ancestors 'none'",
  )
})

it('never answers a page without a policy', async () => {
  expect((await serving('<!doctype html>').get('/')).status).toBe(500)
})

it('says where the inspector is served, where it is not', async () => {
  for (const control of [controlOf(), serving(undefined)]) {
    const { status, body } = await control.get('/')
    expect(status).toBe(404)
    expect(body.message).toContain('svc-emulator start')
  }
})

it('needs no token, because it says nothing', async () => {
  const control = serving(page)
  instanceOf(control.emulator).site.policy = { token: 't', tokenRequired: true }
  expect((await control.get('/')).status).toBe(200)
  expect((await control.get('/state')).status).toBe(401)
})

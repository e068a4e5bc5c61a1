/** A project without msw. */
import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'svc-without-msw-'))
  const own = join(folder, 'node_modules', 'svc-emulator')
  mkdirSync(own, { recursive: true })
  for (const part of ['dist', 'fixtures', 'scenarios', 'package.json'])
    cpSync(part, join(own, part), { recursive: true })
  symlinkSync(resolve('node_modules/vitest'), join(folder, 'node_modules', 'vitest'))
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
})
afterAll(() => rmSync(folder, { recursive: true }))

function node(...words: string[]): Promise<string> {
  return new Promise((done) => {
    execFile(process.execPath, words, { cwd: folder, env: { ...process.env, NO_COLOR: '1' } }, (_, out, err) =>
      done(out + err),
    )
  })
}

it('is told what to install when it imports the handlers', async () => {
  const output = await node(
    '--input-type=module',
    '-e',
    "await import('svc-emulator/msw').catch(({ message }) => console.log(message))",
  )
  expect(output).toContain(
    'svc-emulator/msw needs the package msw (2.6 or later), which could not be loaded here: npm install --save-dev msw',
  )
})

it('has the fixture over a port, and is told of its choices where it needs msw', async () => {
  writeFileSync(
    join(folder, 'a.test.js'),
    `import { expect, test } from 'svc-emulator/vitest'
test('over a port', async ({ api }) => { expect((await fetch(api.baseUrl + '/users/me')).status).toBe(401) })
test.extend({ apiUrl: 'https://api.svc.test/v1' })('at a fixed address', ({ api }) => api)
`,
  )
  const output = await node('node_modules/vitest/vitest.mjs', 'run', '--reporter', 'verbose')
  expect(output).toContain('✓ a.test.js > over a port')
  expect(output).toContain('× a.test.js > at a fixed address')
  expect(output).toContain("install msw (npm install --save-dev msw), or choose transport: 'server' and no apiUrl")
})

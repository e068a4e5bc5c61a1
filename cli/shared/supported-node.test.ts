import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { transform } from 'esbuild'
import { expect, it } from 'vitest'

const supportedNode = createRequire(import.meta.url)('./supported-node.cjs') as (
  command: string,
  process: object,
) => void

/** Output and exit code of a command under a version of Node. */
function under(node: string): { said: string; code: number | undefined } {
  const ended: { said: string; code: number | undefined } = { said: '', code: undefined }
  supportedNode('svc', {
    versions: { node },
    execPath: '/usr/bin/node',
    stderr: {
      write: (text: string) => {
        ended.said += text
      },
    },
    exit: (code: number) => {
      ended.code = code
    },
  })
  return ended
}

it('refuses the versions that package.json does not take, and says which it takes', () => {
  const { engines } = JSON.parse(readFileSync('package.json', 'utf8')) as { engines: { node: string } }
  expect(engines.node).toBe('^20.19.0 || >=22.12.0')
  expect(under('18.20.4')).toEqual({
    said: 'svc: this is Node 18.20.4; it needs Node 20 from 20.19 on, or 22.12 or newer (/usr/bin/node)\n',
    code: 1,
  })
  expect(['0.10.48', '16.0.0', '20.18.3', '21.7.3', '22.11.0'].map((node) => under(node).code)).toEqual([1, 1, 1, 1, 1])
  expect(['20.19.0', '20.20.2', '22.12.0', '23.0.0', '24.9.1', '100.0.0'].map((node) => under(node).code)).toEqual(
    Array(6).fill(undefined),
  )
})

it('is in words that any Node can read', async () => {
  await expect(
    transform(readFileSync('cli/shared/supported-node.cjs', 'utf8'), { target: 'es5' }),
  ).resolves.toMatchObject({ warnings: [] })
  await expect(transform('const later = () => {}', { target: 'es5' })).rejects.toThrow(/not supported/)
})

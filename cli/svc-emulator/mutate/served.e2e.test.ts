import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { run } from '../../../tests/helpers/cli/in-process.ts'
import { svcEmulator } from '../program.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'svc-served-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const client = (check: string): string => {
  const file = join(folder, 'client.mjs')
  writeFileSync(
    file,
    `const answer = await fetch(process.env.SVC_API_URL + '/users/me', { headers: { 'X-API-Key': process.env.SVC_API_KEY } })
const { user } = await answer.json()
${check}
console.log('hello')`,
  )
  return file
}

const mutate = async (file: string) => {
  const { stdout, ...ended } = await run(
    svcEmulator,
    ['mutate', '--only', 'user.has-name', '--reporter', 'json', '--', process.execPath, file],
    folder,
    { env: { PATH: process.env['PATH']! } },
  )
  return { ...ended, statuses: (JSON.parse(stdout) as { mutants: { id: string; status: string }[] }).mutants }
}

it('asks a client that takes its address which broken sentences it does not notice', async () => {
  const careful = await mutate(client(`if (typeof user.name !== 'string') throw new Error('no name')`))
  expect(careful.statuses.map(({ status }) => status)).toEqual(['killed', 'killed'])
  const careless = await mutate(client(''))
  expect(careless.statuses.map(({ status }) => status)).toEqual(['survived', 'survived'])
})

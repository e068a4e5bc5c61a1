import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { run } from '../../tests/helpers/cli/in-process.ts'
import type { Program } from '../shared/command.ts'
import { exec } from './exec.ts'
import { explore } from './explore.ts'
import { permissions } from './permissions.ts'
import { svcEmulator } from './program.ts'
import { questions } from './questions.ts'
import { shrink } from './shrink.ts'

const program: Program = { ...svcEmulator, commands: [exec, explore, permissions, questions, shrink] }

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'svc-read-start-test-'))
  const records = {
    users: [{ alias: 'eve' }],
    api_keys: [{ role: 'admin', target: 'user', target_id: 'eve', key: 'svc-key-eve-admin' }],
  }
  writeFileSync(join(folder, 'own.json'), JSON.stringify({ fixture: 1, name: 'own', records }))
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Prints whose key it got, and fails where it is asked to. */
const client = (end: string) =>
  `const { SVC_API_URL: url, SVC_API_KEY: key } = process.env
   const answer = await fetch(url + '/users/me', { headers: { 'X-API-Key': key } })
   const alias = (await answer.json()).user?.alias
   ${end}`

it.each([
  [['exec'], 0, "process.exit(alias === 'eve' ? 0 : 3)"],
  [['explore', '--only', 'gateway'], 1, "process.exit(alias === 'eve' ? 0 : 3)"],
  [['permissions'], 0, "process.exit(alias === 'eve' ? 0 : 3)"],
  [['questions', '--only', 'A-7'], 0, "process.exit(alias === 'eve' ? 0 : 3)"],
  [['shrink'], 0, "process.exit(alias === 'eve' ? 4 : 0)"],
])('reads the file of a fixture, by its path: %j', async (words, expected, end) => {
  const argv = [
    ...words,
    '--fixtures',
    join(folder, 'own.json'),
    '--',
    'node',
    '--input-type=module',
    '-e',
    client(end),
  ]
  const { exit, stdout, stderr } = await run(program, argv, folder, {
    env: process.env as Record<string, string>,
  })
  expect({ exit, stdout, stderr }).toMatchObject({
    exit: expected,
    stderr: expected === 0 ? expect.not.stringContaining('fixtures:') : expect.stringMatching(/1 finding\n$/),
  })
})

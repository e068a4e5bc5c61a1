import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { svcEmulator } from '../../cli/svc-emulator/program.ts'
import { serveWorld } from '../../cli/svc-emulator/serve-world.ts'
import { createEmulator } from '../../emulator/adapters/create-emulator.ts'
import { newHome, run } from '../helpers/cli/in-process.ts'

const folder = mkdtempSync(join(tmpdir(), 'svc-budgets-'))
const client = join(folder, 'client.mjs')
writeFileSync(
  client,
  `const { SVC_API_URL: url, SVC_API_KEY: key } = process.env
console.log((await (await fetch(url + '/users/me', { headers: { 'x-api-key': key } })).json()).user.alias)
process.exit(Number(process.argv[2] ?? 0))`,
)
const passes = ['--', process.execPath, client]
const fails = [...passes, '3']

let service: Awaited<ReturnType<typeof serveWorld>>
beforeAll(async () => {
  service = await serveWorld(createEmulator())
})
afterAll(() => service.close())

const call = (argv: readonly string[]) =>
  run(svcEmulator, [...argv], newHome(), { env: { SVC_API_KEY: 'svc-key-ada-admin' } })

/** Command lines that take a budget: what each says where there is no time, and its exit code. */
const doors: readonly (readonly [string, words: () => readonly string[], exit: number, said: RegExp])[] = [
  ['check', () => ['check', ...passes], 1, /the run as it is did not end within --budget, so nothing was asked/],
  ['explore', () => ['explore', ...passes], 1, /did not end within the budget, so nothing was tried/],
  ['explore --copies', () => ['explore', '--copies', '2', ...passes], 1, /within the budget, so nothing was tried/],
  ['explore --against', () => ['explore', '--against', 'true', ...passes], 1, /budget, so nothing was tried/],
  ['mutate', () => ['mutate', ...passes], 1, /did not end within --budget, so no mutant was tried/],
  ['questions', () => ['questions', ...passes], 1, /did not end within --budget, so no question was tried/],
  ['why', () => ['why', ...fails], 1, /did not end within --budget, so nothing was tried/],
  // The file is written as it is, and fails as the program does.
  ['shrink', () => ['shrink', 'null-cursor', ...fails], 0, /^(?!.*Note:).*\(0 runs\); stopped early, so less may do/s],
  [
    'drift',
    () => ['drift', '--target', service.url],
    1,
    /\d+ of the steps of probe-identity, before which the run ended/,
  ],
  ['drift --', () => ['drift', '--target', service.url, ...passes], 1, /the command, before which the run ended/],
  [
    'pull',
    () => ['pull', '--target', service.url, '--org', 'acme', '-o', join(folder, 'a.yaml')],
    2,
    /the time of the run is over, and \S+ has not answered GET \/users\/me; nothing was written/,
  ],
]

describe.each(doors)('%s', (_, words, exit, said) => {
  it('says of a budget of 0 what it did not ask', async () => {
    const [command = '', ...rest] = words()
    const ended = await call([command, '--budget', '0', ...rest])
    expect({ ...ended, said: ended.stdout + ended.stderr }).toMatchObject({ exit, said: expect.stringMatching(said) })
  })
})

const limited = ['explore', 'mutate', 'questions', 'why', 'shrink', 'check', 'permissions']

it.each(limited)('%s refuses a time limit of 0, in which each run would hang', async (command) => {
  const { exit, stderr } = await call([command, '--time-limit', '0', ...passes])
  expect([exit, stderr]).toEqual([2, expect.stringContaining('more than 0 and up to 24d')])
})

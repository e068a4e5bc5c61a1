import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeLeanFile } from '../../emulator/lab/leans/lean-file.ts'
import { run } from '../../tests/helpers/cli/in-process.ts'
import { svcEmulator } from './program.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'svc-may-change-'))
  mkdirSync(join(folder, 'leans'))
  const facts = { statements: { met: 2, of: 502 }, calls: ['GET /users/:user_id'], notAsked: [], notAskable: [] }
  const write = (name: string, program: string[], noticedBy: string[]): void => {
    const asked = [
      { id: 'user.has-name', noticedBy, isShown: true },
      { id: 'A-10/1', noticedBy: [], isShown: true },
    ]
    const file = makeLeanFile({ ...facts, subject: program.join(' '), command: { program } }, asked)
    writeFileSync(join(folder, 'leans', name), JSON.stringify(file))
  }
  write('web.json', ['npx', 'vitest', 'run'], ['web.test.ts > shows the name'])
  write('job.json', ['node', 'job.mjs'], [])
  writeFileSync(join(folder, 'leans', 'README.md'), 'Not a lean file.')
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Runs the command with the lean files of the folder, unless it names others. */
const call = (...words: string[]) => {
  const given = words.includes('--leans') ? words : [...words, '--leans', '{folder}/leans/*.json']
  return run(svcEmulator, ['may-change', ...given.map((word) => word.replace('{folder}', folder))], folder, {})
}

it('ends with 1 where a consumer breaks, with its test and the command that shows it', async () => {
  const { exit, stdout, stderr } = await call('user.has-name')
  expect(exit).toBe(1)
  expect(stdout).toContain(`breaks: ${folder}/leans/web.json (npx vitest run)\n`)
  expect(stdout).toContain('web.test.ts > shows the name\n')
  expect(stdout).toContain('npx svc-emulator exec --broken user.has-name -- npx vitest run web.test.ts\n')
  expect(stdout).toContain(`unnoticed: ${folder}/leans/job.json (node job.mjs)\n`)
  expect(stderr).toBe('svc-emulator: 1 consumer of 2 would break\n')
})

it('ends with 0 where none is known to break', async () => {
  const { exit, stdout } = await call('A-10/1', '--leans', '{folder}/leans/job.json')
  expect([exit, stdout.trimEnd().split('\n').at(-1)]).toEqual([0, '1 change, 1 consumer: unnoticed by 1'])
})

it.each([
  ['json', '"verdict": "breaks"'],
  ['jsonl', '"event":"found"'],
  ['junit', 'failures="1"'],
  ['html', 'user.has-name'],
  ['github', '::error title=breaks%3A '],
])('reports to %s', async (reporter, text) => {
  const { exit, stdout } = await call('user.has-name', '--reporter', reporter)
  expect({ exit, stdout }).toEqual({ exit: 1, stdout: expect.stringContaining(text) as string })
})

it('asks about the sentences that another contract changes', async () => {
  const contract = JSON.parse((await run(svcEmulator, ['clauses', '--reporter', 'json'], folder, {})).stdout) as {
    contract: object
    clauses: { id: string; statement: string }[]
  }
  const write = (clauses: object[]): void =>
    writeFileSync(
      join(folder, 'new.json'),
      JSON.stringify({ ...contract, contract: { ...contract.contract, version: '99.0.0' }, clauses }),
    )
  write(contract.clauses)
  const same = await call('--contract', '{folder}/new.json')
  expect([same.exit, same.stdout.trimEnd()]).toEqual([0, 'no sentence changes that a consumer could notice'])
  write(contract.clauses.map((each) => (each.id === 'user.has-name' ? { ...each, statement: 'It has none.' } : each)))
  expect((await call('--contract', '{folder}/new.json')).exit).toBe(1)
})

it.each([
  [[], 'name sentences, or one contract'],
  [['user.has-name', '--contract', '{folder}/new.json'], 'name sentences, or one contract'],
  [['user.has-nam'], "did you mean 'user.has-name'?"],
  [['user.has-name', '--leans', '{folder}/lean/*.json'], '/lean/*.json: name the files of the consumers'],
  [['user.has-name', '--leans', '{folder}/leans/*'], 'leans/README.md is not valid JSON'],
  [['user.has-name', '--leans', '{folder}/leans'], 'leans is a directory'],
])('ends with 2 for %j', async (words, message) => {
  const { exit, stderr } = await call(...words)
  expect({ exit, stderr }).toEqual({ exit: 2, stderr: expect.stringContaining(message) as string })
})

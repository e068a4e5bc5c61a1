import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { createProject, type Project } from './project.ts'

/** A test of vitest that notices when its user has another name or role. */
const careful = `
import { expect, test } from 'svc-emulator/vitest'
test('is told its name', async ({ emulator }) => {
  const { user } = await (await emulator.fetch('/v1/users/me', { headers: { 'X-API-Key': 'svc-key-ada-admin' } })).json()
  expect(user).toMatchObject({ name: 'Ada', role: 'owner' })
})
`

/** Report of `mutate`, as JSON. */
export interface MutateReport {
  readonly score: { readonly killed: number; readonly survived: number; readonly percent: number }
  readonly mutants: readonly {
    readonly id: string
    readonly status: string
    readonly metBy: readonly string[]
    readonly files?: readonly string[]
  }[]
}

/** A project whose `careful.test.ts` notices two mutants, with further files. */
export function createMutateProject(files: Readonly<Record<string, string>> = {}): Project {
  return createProject({ 'careful.test.ts': careful, ...files })
}

/** Beginning of a test file that asks an emulator as ada. */
export const askingAda = `
import { createEmulator } from 'svc-emulator'
import { expect, test } from 'vitest'
const asAda = { headers: { 'X-API-Key': 'svc-key-ada-admin' } }
const ask = async (emulator, path) => (await emulator.fetch('/v1' + path, asAda)).json()
`

/** Writes a suite into a folder of its own. */
export function writeSuite(project: Project, name: string, files: Readonly<Record<string, string>>): void {
  for (const [file, text] of Object.entries(files)) project.write(`${name}/${file}`, text)
}

/** Runs `svc-emulator mutate`, which must end well: what it printed, and each mutant with its status. */
export async function statusesIn(project: Project, line: string): Promise<{ output: string; statuses: string[] }> {
  const { output, mutants } = await reportIn(project, line)
  return { output, statuses: mutants.map(({ id, status }) => `${id} ${status}`) }
}

/** Runs `svc-emulator mutate` with these arguments. */
export function mutateIn(project: Project, line: string) {
  return project.run(`node_modules/.bin/svc-emulator mutate ${line}`)
}

/** Runs `svc-emulator mutate`, which must end well, and reads its report. */
export async function reportIn(project: Project, line: string): Promise<MutateReport & { readonly output: string }> {
  const { exit, output } = await mutateIn(project, `--reporter json --output found.json ${line}`)
  expect({ exit, output }).toMatchObject({ exit: 0 })
  const report = JSON.parse(readFileSync(join(project.folder, 'found.json'), 'utf8')) as MutateReport
  return { ...report, output }
}

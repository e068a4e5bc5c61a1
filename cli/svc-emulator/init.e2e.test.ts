import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createProject, type Project } from '../../tests/helpers/project.ts'

let project: Project
beforeAll(() => {
  project = createProject()
})
afterAll(() => project.remove())

const read = (file: string): string => readFileSync(join(project.folder, file), 'utf8')

it.each(['.', 'test/svc emulator'])(
  'what it writes to %j is right, replays, runs in vitest, and leads editors to the schema',
  async (folder) => {
    const written = await project.run(`svc-emulator init '${folder}'`)
    expect(written).toMatchObject({
      exit: 0,
      output: expect.stringContaining(`wrote ${join(folder, 'first-scenario.yaml')}\n`),
    })
    const scenario = join(folder, 'first-scenario.yaml')
    const [, schema = ''] = /^# yaml-language-server: \$schema=(.*)$/m.exec(read(scenario)) ?? []
    expect(JSON.parse(readFileSync(resolve(project.folder, folder, schema), 'utf8'))).toMatchObject({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
    })
    expect(schema).toContain('node_modules/svc-emulator/')
    expect(await project.run(`svc-emulator validate '${scenario}'`)).toMatchObject({ exit: 0 })
    expect(await project.run(`svc-emulator replay '${scenario}'`)).toMatchObject({
      exit: 0,
      output: expect.stringContaining('first-scenario (5 steps)'),
    })
    const { exit, output } = await project.run(`vitest run '${scenario.replace('.yaml', '.test.ts')}'`)
    expect(output).toMatch(/Tests +2 passed/)
    expect(exit).toBe(0)
  },
)

it('overwrites nothing: it writes both files or none', async () => {
  project.write('mine/first-scenario.test.ts', 'mine')
  const { exit, output } = await project.run('svc-emulator init mine')
  expect({ exit, output }).toEqual({
    exit: 2,
    output: 'svc-emulator: mine/first-scenario.test.ts is there already; nothing is written\n',
  })
  expect(read('mine/first-scenario.test.ts')).toBe('mine')
  expect(existsSync(join(project.folder, 'mine/first-scenario.yaml'))).toBe(false)
  project.write('a-file', '')
  expect(await project.run('svc-emulator init a-file')).toMatchObject({
    exit: 2,
    output: expect.stringContaining('a-file is not a directory'),
  })
})

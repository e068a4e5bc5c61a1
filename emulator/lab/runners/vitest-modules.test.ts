import type { TestSpecification } from 'vitest/node'
import { expect, it } from 'vitest'
import { findModules } from './vitest-modules.ts'

/** Test files of a project with a module graph: by file, what it imports. */
function project(imports: Readonly<Record<string, readonly string[]>>, setupFiles: readonly string[] = []) {
  const modules = new Map(
    Object.keys(imports).map((file) => [file, { file, importedModules: new Set<object>(), importers: new Set() }]),
  )
  for (const [file, all] of Object.entries(imports))
    for (const each of all) modules.get(file)!.importedModules.add(modules.get(each)!)
  const moduleGraph = {
    idToModuleMap: modules,
    getModulesByFile: (file: string) => (modules.has(file) ? new Set([modules.get(file)]) : undefined),
  }
  const all = { vite: { environments: { ssr: { moduleGraph } } }, config: { setupFiles, globalSetup: [] } }
  const tests = Object.keys(imports).filter((file) => file.endsWith('.test.ts'))
  return tests.map((moduleId) => ({ moduleId, project: all }) as unknown as TestSpecification)
}

it('finds what each test file loads, through other modules and circles', () => {
  const files = project({ 'a.test.ts': ['x.ts'], 'b.test.ts': ['y.ts'], 'x.ts': ['y.ts'], 'y.ts': ['x.ts', 'y.ts'] })
  expect(findModules(files)).toEqual({
    'a.test.ts': ['a.test.ts', 'x.ts', 'y.ts'],
    'b.test.ts': ['b.test.ts', 'x.ts', 'y.ts'],
  })
})

it('leaves out packages', () => {
  const files = project({ 'a.test.ts': ['/app/node_modules/x/index.js'], '/app/node_modules/x/index.js': [] })
  expect(findModules(files)).toEqual({ 'a.test.ts': ['a.test.ts'] })
})

it('leaves out what setup files and anything else loads, as every test rests on it', () => {
  const imports = {
    'a.test.ts': ['x.ts', 'y.ts', 'setup.ts'],
    'setup.ts': ['x.ts'],
    'x.ts': [],
    'y.ts': [],
    'z.ts': [],
  }
  expect(findModules(project(imports, ['setup.ts']))).toEqual({ 'a.test.ts': ['a.test.ts', 'y.ts'] })
  expect(findModules(project({ ...imports, 'z.ts': ['y.ts'] }))).toEqual({
    'a.test.ts': ['a.test.ts', 'setup.ts', 'x.ts'],
  })
})

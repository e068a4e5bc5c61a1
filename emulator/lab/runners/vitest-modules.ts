import { fileURLToPath } from 'node:url'
import type { TestSpecification } from 'vitest/node'
import type { LoadedModules } from './vitest-messages.ts'

type Environment = TestSpecification['project']['vite']['environments'][string]
type Module = NonNullable<ReturnType<Environment['moduleGraph']['getModuleById']>>

/**
 * Finds the modules that each test file loads, in the module graphs of its project. A module that something else than a
 * test loads, such as a setup file, is left out with all that it loads: every test rests on it. Packages are left out.
 */
export function findModules(files: readonly TestSpecification[]): LoadedModules {
  const loaded = new Map(
    files.map(({ moduleId, project }) => [moduleId, loadedBy(modulesWith([moduleId], listGraphs(project)))]),
  )
  const byTests = new Set(Array.from(loaded.values(), (each) => [...each]).flat())
  const projects = new Set(files.map(({ project }) => project))
  const shared = loadedBy(
    Array.from(projects, (project) => {
      const graphs = listGraphs(project)
      const { setupFiles, globalSetup } = project.config
      const others = graphs.flatMap(({ idToModuleMap }) => [...idToModuleMap.values()])
      return [...modulesWith([setupFiles, globalSetup].flat(), graphs), ...others.filter((each) => !byTests.has(each))]
    }).flat(),
  )
  return Object.fromEntries(
    Array.from(loaded, ([path, all]) => {
      const own = [...all].filter((each) => !shared.has(each))
      const paths = own.flatMap(({ file }) => (file === null || isInstalled(file) ? [] : [file]))
      return [path, [...new Set(paths)].toSorted()]
    }),
  )
}

/** Folder of this package, which may be linked. */
const packageFolder = fileURLToPath(new URL('..', import.meta.url))

const isInstalled = (path: string): boolean => path.includes('/node_modules/') || path.startsWith(packageFolder)

const listGraphs = ({ vite }: TestSpecification['project']): Environment['moduleGraph'][] =>
  Object.values(vite.environments).map(({ moduleGraph }) => moduleGraph)

const modulesWith = (files: readonly string[], graphs: readonly Environment['moduleGraph'][]): Module[] =>
  graphs.flatMap((graph) => files.flatMap((file) => [...(graph.getModulesByFile(file) ?? [])]))

/** The modules, and all that they import. */
function loadedBy(modules: readonly Module[]): Set<Module> {
  // A set visits what is added to it meanwhile.
  const found = new Set(modules)
  for (const { importedModules } of found) for (const each of importedModules) found.add(each)
  return found
}

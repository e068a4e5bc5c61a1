/** `npm run write`: writes every file of the repository that follows from others. */
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { facts, filledChooser, filledDockerfile, filledManifest, filledPage, withImage } from './release/facts.ts'
import { waitingChangesets } from './release/plan.ts'
import {
  namedChangeset,
  howToInstall,
  released,
  versionedExample,
  versionedLock,
  versionedModule,
  versionedPage,
} from './release/version.ts'

const root = new URL('../', import.meta.url)

interface WrittenFile {
  /** Path from the root of the repository. */
  readonly path: string
  /** The text that the file should have. Modules are imported here, so that each sees the files written before it. */
  text(): Promise<string>
}

const pytestPlugin = 'emulator/adapters/testing/pytest/pyproject.toml'
const pytestPackage = 'emulator/adapters/testing/pytest/src/pytest_svc_emulator/npm_package.py'

// Files that name the addresses of tools/release.json, or the version of package.json.
const releaseFiles = [
  { path: 'package.json', fill: (text: string) => filledManifest(text) },
  { path: 'Dockerfile', fill: (text: string) => filledDockerfile(text) },
  { path: 'package-lock.json', fill: (text: string) => versionedLock(text) },
  { path: 'emulator/contract/version.ts', fill: (text: string) => versionedModule(text) },
  { path: '.github/ISSUE_TEMPLATE/config.yml', fill: (text: string) => filledChooser(text) },
  { path: 'README.md', fill: (text: string) => versionedPage(filledPage(text)) },
  { path: 'SECURITY.md', fill: (text: string) => filledPage(text) },
  { path: '.github/workflows/release.yml', fill: (text: string) => withImage(text) },
  ...[
    'containers',
    'from-python',
    'mock-in-tests',
    'other-languages',
    'run-locally',
    'start-here',
    'what-was-tested',
    'when-a-new-release-comes',
  ].map((name) => ({
    path: `docs/${name}.md`,
    fill: (text: string) => versionedPage(filledPage(text)),
  })),
  ...waitingChangesets(readdirSync(new URL('.changeset/', root))).map((name) => ({
    path: `.changeset/${name}`,
    fill: (text: string) => namedChangeset(text),
  })),
  ...readdirSync(new URL('examples/', root), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => ({
      path: `examples/${name}/package.json`,
      fill: (text: string) => versionedExample(text),
    })),
]

/** In the order of writing: fixtures and states come first, because the others are read from a running emulator. */
export const writtenFiles: readonly WrittenFile[] = [
  ...['starter', 'large'].map((name) => ({
    path: `emulator/host/fixtures/${name}.ts`,
    text: async () => (await import('./write/fixtures.ts')).fixtureModule(name, readText(`fixtures/${name}.yaml`)),
  })),
  {
    path: 'emulator/contract/unit-names.ts',
    text: async () => (await import('./write/unit-names.ts')).unitNamesModule(),
  },
  {
    path: 'emulator/host/documents/citations.json',
    text: async () => (await import('./write/citations.ts')).citationsFile(),
  },
  { path: 'emulator/contract/digest.ts', text: async () => (await import('./write/digest.ts')).digestModule() },
  {
    path: 'scenarios/scenario.schema.json',
    text: async () => (await import('./write/scenario-schema.ts')).scenarioJsonSchema(),
  },
  {
    path: 'docs/differences-from-the-real-service.md',
    text: async () =>
      (await import('./write/differences.ts')).withTables(readText('docs/differences-from-the-real-service.md')),
  },
  {
    path: 'docs/specification.md',
    text: async () => (await import('./write/clauses.ts')).withClauses(readText('docs/specification.md')),
  },
  { path: 'docs/api.md', text: async () => (await import('./write/api.ts')).apiPage() },
  ...['commands', 'options', 'files', 'tables-and-errors', 'control-api'].map((name) => ({
    path: `docs/${name}.md`,
    text: async () => (await import('./write/reference.ts')).referencePages[name]!(),
  })),
  {
    path: pytestPlugin,
    // A release has one number, of both packages.
    text: async () => readText(pytestPlugin).replace(/^version = .*$/m, `version = "${released.version}"`),
  },
  {
    path: pytestPackage,
    // Another name would be that of a stranger's package.
    text: async () =>
      readText(pytestPackage)
        .replace(/^NPM_PACKAGE = .*$/m, `NPM_PACKAGE = "${facts.package}"`)
        .replace(/^HOW_TO_INSTALL = .*$/m, `HOW_TO_INSTALL = "${howToInstall()}"`),
  },
  ...releaseFiles.map(({ path, fill }) => ({ path, text: async () => fill(readText(path)) })),
]

export function readText(path: string): string {
  return readFileSync(new URL(path, root), 'utf8')
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const { path, text } of writtenFiles) {
    const file = new URL(path, root)
    const next = await text()
    if (existsSync(file) && readFileSync(file, 'utf8') === next) continue
    writeFileSync(file, next)
    console.log(`written: ${path}`)
  }
}

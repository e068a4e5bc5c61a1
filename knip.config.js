import { existsSync } from 'node:fs'
import { commandEntries, libraryEntries, programEntries } from './tools/entries.mjs'

const entries = [
  ...libraryEntries,
  ...libraryEntries.flatMap(({ node }) => node ?? []),
  ...commandEntries,
  ...programEntries,
]
  .map(({ source }) => source)
  .filter((source) => existsSync(source))

/** @type {import('knip').KnipConfig} */
export default {
  entry: [
    ...entries,
    'tools/*.{mjs,ts}',
    'tools/lint/*.mjs',
    // Run by the image.
    'tools/image/health.mjs',
    'tests/helpers/*.ts',
    // Started as processes of their own.
    'tests/docs/*.{mjs,ts}',
    'cli/executable.ts',
    'inspector/src/main.tsx',
    'inspector/src/record/main.tsx',
    'tools/{bench,matrix}/**/*.{ts,mjs}',
    'tests/helpers/cli/{lines-of-svc,store-writer}.ts',
    'emulator/adapters/testing/sample/**/*.ts',
    // Imported by the configuration of the site, a package of its own.
    'tools/site/pages.ts',
  ],
  // Packages of their own, with dependencies of their own.
  ignore: ['examples/**', 'tests/clients/**', 'tools/site/.vitepress/**'],
  project: ['{emulator,cli,inspector,tools}/**/*.{ts,tsx,mjs}'],
  // Programs that the tests find on a machine, and do without where they can.
  // Packages of tests and tools, which name what only they use.
  ignoreWorkspaces: ['tests/{clients,jest}', 'tools/executable'],
  ignoreBinaries: ['nginx', 'mount', 'umount', 'fish', 'go', 'mkfifo', 'openssl', 'script'],
  exclude: ['duplicates'],
  // A type may be exported because an exported function shows it.
  ignoreExportsUsedInFile: { interface: true, type: true },
  ignoreDependencies: [
    // Linked by a script: where it is not, the tool takes this for needless.
    'msw3',
    // Imported by the kind of a document.
    'kubernetes-models',
    // Run as commands.
    'publint',
    '@arethetypeswrong/cli',
  ],
}

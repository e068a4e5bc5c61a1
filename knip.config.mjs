import { existsSync } from 'node:fs'
import { commandEntries, libraryEntries } from './scripts/entries.mjs'

const entries = [...libraryEntries, ...commandEntries].map(({ source }) => source).filter((source) => existsSync(source))

/** @type {import('knip').KnipConfig} */
export default {
  entry: [...entries, 'scripts/*.{mjs,ts}', 'scripts/lint/*.mjs', 'scripts/test/*.ts'],
  project: ['{emulator,cli,scripts,bench}/**/*.{ts,mjs}'],
  // A type may be exported because an exported function shows it.
  exclude: ['types'],
  ignoreExportsUsedInFile: true,
  ignoreDependencies: [
    // Reached by an alias in vitest.config.ts, or run as a command.
    'msw3', 'tsx', 'publint', '@arethetypeswrong/cli', '@changesets/cli',
    // For entries and commands that have no source yet (scripts/entries.mjs).
    '@msw/data', 'mock-socket', 'playwright-core', '@valibot/to-json-schema', 'ajv',
  ],
}

import type { Runner } from './runner.ts'

/** A command that only reports by its exit code. */
export const anyProgram: Runner = { name: 'a program', takes: () => true }

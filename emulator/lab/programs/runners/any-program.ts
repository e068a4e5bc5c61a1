import type { Runner } from './runner.ts'

/** A command of which nothing is known but its exit code. */
export const anyProgram: Runner = { name: 'a program', takes: () => true }

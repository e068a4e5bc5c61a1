import { relative } from 'node:path'
import type { TestInfo } from '@playwright/test'

/** The command that runs a test of Playwright alone. */
export function playwrightCommand({ file, line }: TestInfo): string[] {
  return ['npx', 'playwright', 'test', `${relative('.', file)}:${line}`]
}

/** Adds a text below the message of the last error, which reporters read from its stack. */
export function addToError({ errors }: TestInfo, text: string | undefined): void {
  const error = errors.at(-1)
  if (error === undefined || text === undefined) return
  const { message = '', stack = message } = error
  error.message = `${message}\n\n${text}\n`
  error.stack = stack.includes(message) ? stack.replace(message, () => error.message!) : stack
}

import { relative } from 'node:path'
import type { TestInfo } from '@playwright/test'
import { replaceFile } from '../node/replace-file.ts'
import { BUNDLE_ATTACHMENT, plainMessage } from './failure-bundle.ts'
import type { RemoteEmulator } from './remote-emulator.ts'

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

/** Attaches the bundle as a file, so that the reporter can name it. */
export async function attachBundle(emulator: RemoteEmulator, info: TestInfo): Promise<void> {
  const message = info.error?.message
  const bundle = await emulator.bundle(info.title, message && plainMessage(message))
  const path = info.outputPath('emulator.bundle.json')
  await replaceFile(path, JSON.stringify(bundle))
  await info.attach(BUNDLE_ATTACHMENT, { path, contentType: 'application/json' })
}

import { meetings } from '../../engine/coverage/meetings.ts'

/** Lets the meetings of this process say which test file of vitest they belong to, where someone asks for them. */
export async function tellTestFile(): Promise<void> {
  if (meetings === undefined || process.env['VITEST'] === undefined) return
  // Only in a worker of vitest; its main process, and programs that tests start, are told that they may not.
  // Bundlers are told to leave it: a project without vitest could not be built.
  const vitest = await import(/* webpackIgnore: true */ 'vitest').catch(() => undefined)
  if (vitest !== undefined) meetings.fileNow = () => vitest.expect.getState().testPath
}

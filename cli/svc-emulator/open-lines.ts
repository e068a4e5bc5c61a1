import { appendFileSync, writeFileSync } from 'node:fs'
import { JsonLines } from '../../emulator/scenario/reports/jsonl.ts'
import type { ReportFormat } from '../../emulator/scenario/reports/report.ts'
import type { Io } from '../shared/io.ts'

/** Begins the lines of `--reporter jsonl`, which are written as things happen; undefined for any other reporter. */
export function openLines(
  { reporter, output }: { readonly reporter: ReportFormat; readonly output?: string | undefined },
  io: Io,
): JsonLines | undefined {
  if (reporter !== 'jsonl') return undefined
  if (output === undefined) return new JsonLines((line) => io.stdout.write(line))
  writeFileSync(output, '')
  return new JsonLines((line) => appendFileSync(output, line))
}

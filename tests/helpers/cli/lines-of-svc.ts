/**
 * Runs command lines of `svc` one after another, each with surroundings of its own, in a process that has what is asked of the process, such as debug
 * switches of Node. Reads them from stdin, and prints what came of them.
 */
import { text } from 'node:stream/consumers'
import { svc } from '../../../cli/svc/program.ts'
import { type Ended, run, type Surroundings } from './in-process.ts'

export interface Line extends Surroundings {
  readonly args: readonly string[]
  readonly home: string
}

async function runLines(): Promise<void> {
  const ended: Ended[] = []
  for (const { args, home, ...surroundings } of JSON.parse(await text(process.stdin)) as Line[])
    ended.push(await run(svc, args, home, surroundings))
  console.log(JSON.stringify(ended))
}

void runLines()

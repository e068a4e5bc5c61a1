import type { Command, Program } from './command.ts'
import type { Io } from './io.ts'
import { writeNote } from './output.ts'

/** Flags that test runners and servers have as well: after `--` they are most likely theirs. */
const flagsOfOthers = new Set(
  'case,from,home,host,key,log,name,only,output,port,reporter,seed,state,strict,target'.split(','),
)

/** Says on stderr which flags of a command stand after `--`, where they go to the program that it runs. */
export function noteOwnFlags(program: Program, { path, flags }: Command, words: readonly string[], io: Io): void {
  const names = words.map((word) => /^--([a-z-]+)(?:=|$)/.exec(word)?.[1] ?? '')
  for (const name of new Set(names))
    if (Object.hasOwn(flags, name) && !flagsOfOthers.has(name))
      writeNote(
        io,
        `${program.name}: --${name} after -- is passed to ${words[0]}; if it is for ${path.join(' ')}, write it before --`,
      )
}

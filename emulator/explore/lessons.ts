import type { ExploreFault } from './fault.ts'
import type { Verdict } from './oracle.ts'

export const WORK_MAY_BE_DONE = 'An answer that is lost says nothing of the work: it may be done. Look before doing it again.'

/** What a client should have noticed that did this, whatever was done to it. */
const always: Partial<Record<Verdict, string>> = {
  'leaked-secret': 'A key goes into the headers of a request, and nowhere else: not into output, errors or logs.',
}

/** What a client should have noticed. */
export function lessonOf({ lesson, lessons = {} }: ExploreFault, verdict: Verdict): string {
  const said = always[verdict] ?? lessons[verdict] ?? lesson
  return verdict === 'storm' ? `${said} What is tried again needs a pause, and an end.` : said
}

import type { ExploreFault } from './fault.ts'
import type { Judgement, Verdict } from './oracle.ts'

export const WORK_MAY_BE_DONE =
  'An answer that is lost says nothing of the work: it may be done. Look before doing it again.'
export const WAITS_FOR_EVER = 'Without a time limit of its own a client waits for ever.'
export const SAY_THAT_IT_FAILED =
  'A call that fails is tried again, or said, with an exit code above 0 or a rejection: this ended as if all were well.'

/** What a client should have noticed that did this, whatever was done to it. */
const always: Partial<Record<Verdict, string>> = {
  'leaked-secret': 'A key goes into the headers of a request, and nowhere else: not into output, errors or logs.',
}

/** What a client should have noticed. */
export function lessonOf(
  { lesson, lessons = {} }: ExploreFault,
  judgement: Pick<Judgement, 'verdict' | 'because'>,
): string {
  const { verdict } = judgement
  const undone = isUndone(judgement) ? lessons.undone : undefined
  const said = always[verdict] ?? undone ?? lessons[verdict] ?? lesson
  return verdict === 'storm' ? `${said} What is tried again needs a pause, and an end.` : said
}

/** Whether something is missing of what a client says that it did, rather than there twice. */
function isUndone({ verdict, because }: Pick<Judgement, 'verdict' | 'because'>): boolean {
  const lines = (sign: string) => because.split('\n').filter((line) => line.startsWith(`${sign} `)).length
  return verdict === 'wrong-output' || (verdict === 'wrong-world' && lines('+') <= lines('-'))
}
